import type { Metadata } from "next";
import { headers } from "next/headers";
import { ApplicationMark } from "@/components/applications/application-mark";
import { Operators, Questions } from "@/components/applications/operators";
import { TokenClaim } from "@/components/applications/token-claim";
import { WhatApplicantSaid } from "@/components/applications/what-applicant-said";
import { WithdrawForm } from "@/components/applications/withdraw-form";
import { PageTitle, RegisterSilent } from "@/components/layout/page";
import { CopyButton } from "@/components/ui/copy-button";
import { FactList, Section } from "@/components/ui/section";
import { sentForm } from "@/lib/api/form";
import { publicUrl } from "@/lib/api/public-url";
import { foundOrNull, readForPage, setPageStatus } from "@/lib/api/read-for-page";
import type { ApplicationStanding, ClaimedToken, HeldStanding } from "@/lib/applications/schema";
import { getStanding } from "@/lib/applications/service/held";
import { firstCommands } from "@/lib/applications/view/first-commands";
import { decodedSegment } from "@/lib/http/page-address";
import { sendsMail } from "@/lib/mail";
import { utcMinute } from "@/lib/text/utc";
import { claim, withdraw } from "./actions";

export const metadata: Metadata = { title: "Your application", robots: { index: false, follow: false } };

export default async function StatusPage({ params, searchParams }: PageProps<"/join/status/[secret]">) {
  const secret = decodedSegment((await params).secret);
  const read = await readForPage((ctx) => foundOrNull(getStanding(ctx, { secret })), "/join/status/[secret]");
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
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
          {application.hands_over && <HandOver />}
          {application.lapsed && (
            <p className="border-ink border-l-4 pl-4">
              Nobody claimed the token within 14 days, so the approval has lapsed. Ask <Operators /> to approve the
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
          {status === "rejected" && (
            <p className="mt-6">
              <a href="/join">Apply again</a>
            </p>
          )}
          <div className="mt-10">
            <Section title="What you sent">
              <WhatApplicantSaid application={application} />
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

/** Has a browser without JavaScript ask again; with it `components/behaviours/await.ts` does. */
function RefreshWithoutScript() {
  return (
    <noscript>
      <meta httpEquiv="refresh" content="30" />
    </noscript>
  );
}

const TITLES: Record<ApplicationStanding["status"], string> = {
  pending: "Your application has arrived",
  approved: "Your application is approved",
  claimed: "Your token was claimed",
  rejected: "Your application was rejected",
  withdrawn: "You withdrew this application",
};

const LEDES: Record<ApplicationStanding["status"], string> = {
  pending: "An operator will read it. This page updates by itself and shows the decision.",
  approved: "Claim the token here within 14 days. It is shown once.",
  claimed: "The token was shown once. The service keeps only its hash.",
  rejected: "The operator gave a reason. You may apply again.",
  withdrawn: "Your e-mail address and the purpose have been erased. You may apply again.",
};

/** @param justClaimed whether this page shows the token */
function titleOf({ lapsed, status }: HeldStanding, justClaimed: boolean): string {
  if (justClaimed) return "Your token is ready";
  return lapsed ? "The approval has lapsed" : TITLES[status];
}

function ledeOf({ lapsed, status }: HeldStanding, justClaimed: boolean): string {
  if (justClaimed) return "Copy your token now. You cannot see it again.";
  return lapsed ? "There is no token to claim now." : LEDES[status];
}

function HandOver() {
  return (
    <p className="mb-6 border-rule border-l-4 pl-4">
      <b className="font-semibold">You ask for a hand-over.</b> This agent is in the directory already and has an owner.
      An operator decides whether it becomes yours. When you claim the token, the owner’s tokens, the proven key and the
      granted tier end.
    </p>
  );
}

function KeepAddress({ address }: { address: string }) {
  return (
    <div className="border-accent border-l-4 bg-accent-wash px-5 py-4">
      <h2 className="text-title-3">Keep this page’s address</h2>
      <p className="mt-1 max-w-[60ch] text-sm">
        Bookmark it, or write it down. It is the only way back to your application. Keep it secret: everyone who has it
        can claim the token. The service keeps only its hash and does not send it by e-mail.
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <code className="select-all font-mono text-xs [overflow-wrap:anywhere]">{address}</code>
        <CopyButton text={address} what="the address" />
      </p>
      <p className="mt-2 max-w-[60ch] text-sm">
        {sendsMail()
          ? "You get an e-mail when the application is decided."
          : "No mail is set up here, so only this page tells you the decision."}
      </p>
    </div>
  );
}

/** The operator's words, as they were written. */
function Words({ application: { status, note } }: { application: ApplicationStanding }) {
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

function Facts({ application }: { application: HeldStanding }) {
  const { kind, status, created_at, decided_at, claimed_at, claim_until, granted_tier } = application;
  const facts = [
    { name: "Status", value: <ApplicationMark status={status} /> },
    { name: "For", value: kind === "agent" ? "one agent" : "an organisation" },
    granted_tier === null ? [] : { name: "Granted tier", value: granted_tier },
    { name: "Sent", value: utc(created_at) },
    decided_at === null ? [] : { name: status === "withdrawn" ? "Withdrawn" : "Decided", value: utc(decided_at) },
    claim_until === null ? [] : { name: "Claim it before", value: utc(claim_until) },
    claimed_at === null ? [] : { name: "Token claimed", value: utc(claimed_at) },
  ];
  return <FactList facts={facts.flat()} />;
}

const utc = (instant: string) => `${utcMinute(instant)} UTC`;

function Nothing() {
  setPageStatus(404);
  return (
    <PageTitle title="No application has this address">
      Check that you copied all of it. If it is lost, ask <Operators /> to reject that application, then{" "}
      <a href="/join">apply again</a>.
    </PageTitle>
  );
}
