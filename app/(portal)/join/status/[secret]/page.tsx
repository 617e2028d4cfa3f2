import type { Metadata } from "next";
import { headers } from "next/headers";
import { ApplicantStatement } from "@/components/access/applications/applicant-statement";
import { ApplicationMark } from "@/components/access/applications/application-mark";
import { Operators, Questions } from "@/components/access/applications/operators";
import { ProveClaim } from "@/components/access/applications/prove-claim";
import { TokenClaim } from "@/components/access/applications/token-claim";
import { WithdrawForm } from "@/components/access/applications/withdraw-form";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { CopyButton } from "@/components/ui/copy-button";
import { FactList, Section } from "@/components/ui/section";
import { sentForm } from "@/lib/api/form";
import { publicUrl } from "@/lib/api/public-url";
import type { ApplicantView, ApplicationProgress, ClaimedToken } from "@/lib/features/access/applications/schema";
import { getApplicationBySecret } from "@/lib/features/access/applications/service/by-secret";
import { firstCommands } from "@/lib/features/access/applications/view/first-commands";
import { settings } from "@/lib/foundation/env";
import { utcMinute } from "@/lib/foundation/text/utc";
import { decodedSegment } from "@/lib/http/page-address";
import { sendsMail } from "@/lib/outgoing/mail";
import { foundOrNull, readForPage, setPageStatus } from "@/lib/portal/read-for-page";
import { check, claim, withdraw } from "./actions";

const LEDES = {
  pending: "An operator will decide. This page updates by itself and shows the decision.",
  approved: "Claim the token here within 14 days. It is shown once.",
  claimed: "The token was shown once. The service keeps only its hash.",
  rejected: "The operator gave a reason. You may apply again.",
  withdrawn: "E-mail address, purpose, capabilities and public key have been erased. You may apply again.",
} as const;

const TITLES = {
  pending: "Your application has arrived",
  approved: "Your application is approved",
  claimed: "Your token was claimed",
  rejected: "Your application was rejected",
  withdrawn: "You withdrew this application",
} as const;

export const metadata: Metadata = { title: "Your application", robots: { index: false, follow: false } };

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
          <b className="font-semibold">This form was sent before.</b> It was not sent again, and nothing was changed.
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div>
          {application.hands_over && !application.listed && <HandOver />}
          {application.lapsed && (
            <p className="border-ink border-l-4 pl-4">
              The token was not claimed within 14 days, so the approval has expired. Ask <Operators /> to approve the
              application again.
            </p>
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
          {status === "pending" && application.proof && (
            <ProveClaim
              state={sentForm("check")}
              action={check}
              secret={secret}
              proof={application.proof}
              isEnough={settings().CLAIMS === "proven"}
              last={application.claim_check}
            />
          )}
          {status === "rejected" && (
            <p className="mt-6">
              <a href="/join">Apply again</a>
            </p>
          )}
          <div className="mt-10">
            <Section title="What you sent">
              <ApplicantStatement application={application} />
            </Section>
          </div>
          {open && <WithdrawForm state={sentForm("withdraw")} action={withdraw} secret={secret} />}
        </div>
        <aside aria-label="Status">
          <Section title="Status">
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
  if (justClaimed) return "Your token is ready";
  return lapsed ? "The approval has expired" : TITLES[status];
}

function ledeOf({ lapsed, status }: ApplicantView, justClaimed: boolean): string {
  if (justClaimed) return "Copy your token now. You cannot see it again.";
  return lapsed ? "There is no token to claim now." : LEDES[status];
}

function HandOver() {
  return (
    <p className="mb-6 border-rule border-l-4 pl-4">
      <b className="font-semibold">You ask for a hand-over.</b> This agent is already in the directory and has an owner.
      An operator decides whether it becomes yours. When you claim the token, the owner’s tokens and webhooks, the
      proven key and the granted tier end.
    </p>
  );
}

function KeepAddress({ address }: { address: string }) {
  return (
    <div className="border-accent border-l-4 bg-accent-wash px-5 py-4">
      <h2 className="text-title-3">Keep this page’s address</h2>
      <p className="mt-1 max-w-[60ch] text-sm">
        Bookmark it, or write it down. It is the only way back to your application. Keep it secret, because anyone who
        has it can claim the token. The service keeps only its hash and does not send it by e-mail.
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <code className="select-all font-mono text-xs [overflow-wrap:anywhere]">{address}</code>
        <CopyButton text={address} what="the address" />
      </p>
      <p className="mt-2 max-w-[60ch] text-sm">
        {sendsMail()
          ? "You get an e-mail when the application is decided."
          : "This service has no e-mail set up, so only this page shows you the decision."}
      </p>
    </div>
  );
}

/** Shows the operator's note, unchanged. */
function Words({ application: { status, note } }: { application: ApplicationProgress }) {
  if (note === "" || status === "withdrawn") return null;
  return (
    <figure className="mt-8 first:mt-0">
      <figcaption className="font-semibold text-sm">The operator writes</figcaption>
      <blockquote className="mt-2 max-w-[64ch] border-rule border-l-4 pl-4">
        <bdi className="whitespace-pre-wrap [overflow-wrap:anywhere]">{note}</bdi>
      </blockquote>
    </figure>
  );
}

function Facts({ application }: { application: ApplicantView }) {
  const { kind, status, created_at, decided_at, claimed_at, claim_until, granted_tier } = application;
  const facts = [
    { name: "Status", value: <ApplicationMark status={status} /> },
    {
      name: "For",
      value: kind === "agent" ? "one agent" : "an organisation",
    },
    granted_tier === null ? [] : { name: "Granted tier", value: granted_tier },
    { name: "Sent", value: utc(created_at) },
    decided_at === null
      ? []
      : {
          name: status === "withdrawn" ? "Withdrawn" : "Decided",
          value: utc(decided_at),
        },
    claim_until === null ? [] : { name: "Claim it before", value: utc(claim_until) },
    claimed_at === null ? [] : { name: "Token claimed", value: utc(claimed_at) },
  ];
  return <FactList facts={facts.flat()} />;
}

const utc = (instant: string) => `${utcMinute(instant)} UTC`;

function Nothing() {
  setPageStatus(404);
  return (
    <PageTitle title="Application not found">
      Check that you copied the whole address. If it is lost, <a href="/join">apply again</a>. If the application was
      already approved, first ask <Operators /> to reject it.
    </PageTitle>
  );
}
