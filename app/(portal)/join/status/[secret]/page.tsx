import type { Metadata } from "next";
import { headers } from "next/headers";
import { ApplicantStatement } from "@/components/access/applications/applicant-statement";
import { ApplicationMark } from "@/components/access/applications/application-mark";
import { Operators, Questions } from "@/components/access/applications/operators";
import { applicationStatusTexts } from "@/components/access/applications/texts";
import { TokenClaim } from "@/components/access/applications/token-claim";
import { WithdrawForm } from "@/components/access/applications/withdraw-form";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { CopyButton } from "@/components/ui/copy-button";
import { linkTo } from "@/components/ui/link-to";
import { FactList, Section } from "@/components/ui/section";
import { sentForm } from "@/lib/api/form";
import { publicUrl } from "@/lib/api/public-url";
import type { ApplicantView, ApplicationProgress, ClaimedToken } from "@/lib/features/access/applications/schema";
import { getApplicationBySecret } from "@/lib/features/access/applications/service/by-secret";
import { firstCommands } from "@/lib/features/access/applications/view/first-commands";
import { utcMinute } from "@/lib/foundation/text/utc";
import { decodedSegment } from "@/lib/http/page-address";
import { sendsMail } from "@/lib/outgoing/mail";
import { foundOrNull, readForPage, setPageStatus } from "@/lib/portal/read-for-page";
import { claim, withdraw } from "./actions";

export const metadata: Metadata = { title: applicationStatusTexts.metaTitle, robots: { index: false, follow: false } };

export default async function StatusPage({ params, searchParams }: PageProps<"/join/status/[secret]">) {
  const secret = decodedSegment((await params).secret);
  const read = await readForPage(
    (ctx) => foundOrNull(getApplicationBySecret(ctx, { secret })),
    "/join/status/[secret]",
  );
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) return <Nothing />;
  const application = read.value;
  const { status } = application;
  const open = status === "pending" || status === "approved";
  const origin = publicUrl({ headers: await headers() });
  const commands = firstCommands(origin, application);
  const waits = status === "pending";
  const claiming = sentForm<ClaimedToken>("claim");
  const justClaimed = claiming.outcome === "done";
  return (
    <div data-awaits={waits ? status : undefined}>
      {waits && <RefreshWithoutScript />}
      <PageTitle title={titleOf(application, justClaimed)}>{ledeOf(application, justClaimed)}</PageTitle>
      {(await searchParams)["repeated"] !== undefined && (
        <p role="status" className="mb-6 border-2 border-ink bg-raised px-5 py-4 text-sm">
          {applicationStatusTexts.repeated((label) => (
            <b className="font-semibold">{label}</b>
          ))}
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div>
          {application.hands_over && <HandOver />}
          {application.lapsed && (
            <p className="border-ink border-l-4 pl-4">{applicationStatusTexts.lapsed(<Operators />)}</p>
          )}
          {((status === "approved" && !application.lapsed) || status === "claimed") && (
            <TokenClaim
              state={claiming}
              action={claim}
              secret={secret}
              claimed={status === "claimed"}
              commands={commands}
              needsSkill={application.capabilities.length === 0}
              operators={<Operators />}
            />
          )}
          <Words application={application} />
          {waits && <KeepAddress address={`${origin}/join/status/${secret}`} />}
          {status === "rejected" && (
            <p className="mt-6">
              <a href="/join">{applicationStatusTexts.applyAgain}</a>
            </p>
          )}
          <div className="mt-10">
            <Section title={applicationStatusTexts.whatYouSent}>
              <ApplicantStatement application={application} />
            </Section>
          </div>
          {open && <WithdrawForm state={sentForm("withdraw")} action={withdraw} secret={secret} />}
        </div>
        <aside aria-label={applicationStatusTexts.status}>
          <Section title={applicationStatusTexts.status}>
            <Facts application={application} />
          </Section>
          <p className="mt-4 text-ink-2 text-sm">
            <Questions />
          </p>
        </aside>
      </div>
    </div>
  );
}

/** Loads the page again in a browser without JavaScript. With it, `components/behaviours/poll-state.ts` does. */
function RefreshWithoutScript() {
  return (
    <noscript>
      <meta httpEquiv="refresh" content="30" />
    </noscript>
  );
}

/** @param justClaimed whether this page shows the token */
function titleOf({ lapsed, status }: ApplicantView, justClaimed: boolean): string {
  if (justClaimed) return applicationStatusTexts.ready;
  return lapsed ? applicationStatusTexts.lapsedTitle : applicationStatusTexts.titles[status];
}

function ledeOf({ lapsed, status }: ApplicantView, justClaimed: boolean): string {
  if (justClaimed) return applicationStatusTexts.readyLede;
  return lapsed ? applicationStatusTexts.lapsedLede : applicationStatusTexts.ledes[status];
}

function HandOver() {
  return (
    <p className="mb-6 border-rule border-l-4 pl-4">
      {applicationStatusTexts.handOver((label) => (
        <b className="font-semibold">{label}</b>
      ))}
    </p>
  );
}

function KeepAddress({ address }: { address: string }) {
  return (
    <div className="border-accent border-l-4 bg-accent-wash px-5 py-4">
      <h2 className="text-title-3">{applicationStatusTexts.keepAddress}</h2>
      <p className="mt-1 max-w-[60ch] text-sm">{applicationStatusTexts.keepAddressWhy}</p>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <code className="select-all font-mono text-xs [overflow-wrap:anywhere]">{address}</code>
        <CopyButton text={address} what={applicationStatusTexts.theAddress} />
      </p>
      <p className="mt-2 max-w-[60ch] text-sm">
        {sendsMail() ? applicationStatusTexts.mail : applicationStatusTexts.noMail}
      </p>
    </div>
  );
}

/** Shows the operator's note, unchanged. */
function Words({ application: { status, note } }: { application: ApplicationProgress }) {
  if (note === "" || status === "withdrawn") return null;
  return (
    <figure className="mt-8 first:mt-0">
      <figcaption className="font-semibold text-sm">{applicationStatusTexts.operatorWrites}</figcaption>
      <blockquote className="mt-2 max-w-[64ch] border-rule border-l-4 pl-4">
        <bdi className="whitespace-pre-wrap [overflow-wrap:anywhere]">{note}</bdi>
      </blockquote>
    </figure>
  );
}

function Facts({ application }: { application: ApplicantView }) {
  const { kind, status, created_at, decided_at, claimed_at, claim_until, granted_tier } = application;
  const facts = [
    { name: applicationStatusTexts.status, value: <ApplicationMark status={status} /> },
    {
      name: applicationStatusTexts.for,
      value: kind === "agent" ? applicationStatusTexts.oneAgent : applicationStatusTexts.anOrganisation,
    },
    granted_tier === null ? [] : { name: applicationStatusTexts.grantedTier, value: granted_tier },
    { name: applicationStatusTexts.sent, value: utc(created_at) },
    decided_at === null
      ? []
      : {
          name: status === "withdrawn" ? applicationStatusTexts.withdrawn : applicationStatusTexts.decided,
          value: utc(decided_at),
        },
    claim_until === null ? [] : { name: applicationStatusTexts.claimBefore, value: utc(claim_until) },
    claimed_at === null ? [] : { name: applicationStatusTexts.tokenClaimed, value: utc(claimed_at) },
  ];
  return <FactList facts={facts.flat()} />;
}

const utc = (instant: string) => `${utcMinute(instant)} UTC`;

function Nothing() {
  setPageStatus(404);
  return (
    <PageTitle title={applicationStatusTexts.notFound}>
      {applicationStatusTexts.notFoundWhy(<Operators />, linkTo("/join"))}
    </PageTitle>
  );
}
