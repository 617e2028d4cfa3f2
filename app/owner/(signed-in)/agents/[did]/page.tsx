import type { Metadata } from "next";
import type { ReactNode } from "react";
import { PullCardForm } from "@/components/agents/pull-card-form";
import { StateNotices } from "@/components/agents/state-notices";
import { NothingHere } from "@/components/console/nothing-here";
import { Breadcrumb, DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { StatusMark, TierMark } from "@/components/marks/agent-marks";
import { DidWithIdenticon } from "@/components/marks/did";
import { ownerAgentHref, profileHref } from "@/components/marks/profile-href";
import { Domains } from "@/components/owner/domains";
import { EditForm } from "@/components/owner/edit-form";
import { NamingRecords } from "@/components/owner/naming-records";
import {
  ChecksForm,
  DeprecateAgentForm,
  GuestsForm,
  LiftDeprecationForm,
  ReturnAgentForm,
  WithdrawAgentForm,
} from "@/components/owner/state-forms";
import { FactList, Section } from "@/components/ui/section";
import { getOwnAgent } from "@/lib/features/access/service/own-agents";
import { cardPlaceOf } from "@/lib/features/agents/card-address";
import { MAX_SILENT_DAYS } from "@/lib/features/agents/liveness/rules";
import type { OwnChecks } from "@/lib/features/agents/liveness/schema";
import { readOwnChecks } from "@/lib/features/agents/liveness/service/read";
import { livenessLine } from "@/lib/features/agents/liveness/words";
import type { AgentProfile } from "@/lib/features/agents/schema";
import { listOwnDomains } from "@/lib/features/domains/service/own";
import { listNamingRecords } from "@/lib/features/replies/service/list-naming";
import { decodedSegment } from "@/lib/http/page-address";
import { readForOwner } from "@/lib/next/read-for-owner";
import { foundOrNull, setPageStatus } from "@/lib/portal/read-for-page";
import { checkCard, deprecate, edit, giveUp, guests, prove, pullCard, reply, withdraw } from "../actions";

type Props = PageProps<"/owner/agents/[did]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: decodedSegment((await params).did) };
}

export default async function OwnAgentPage({ params }: Props) {
  const did = decodedSegment((await params).did);
  const read = await readForOwner(async (ctx) => {
    const agent = await foundOrNull(getOwnAgent(ctx, { did }));
    if (agent === null) return null;
    const [domains, records, checks] = await Promise.all([
      listOwnDomains(ctx, { did }),
      listNamingRecords(ctx, { did }),
      readOwnChecks(ctx, { did }),
    ]);
    return { agent, ...domains, records, checks };
  }, "/owner/agents/{did}");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) {
    setPageStatus(404);
    return <NothingHere title="You have no such agent" list="/owner" />;
  }
  const { agent, domains, records, checks } = read.value;
  return (
    <>
      <Breadcrumb above={[{ name: "Agents", href: "/owner" }]} here={agent.name} />
      <PageTitle title={agent.name}>
        <DidWithIdenticon did={agent.did} />
      </PageTitle>
      <FactList
        facts={[
          { name: "Status", value: <StatusMark status={agent.status} /> },
          { name: "Tier", value: <TierMark tier={agent.trust_tier} /> },
          { name: "Score", value: agent.trust_score.toFixed(1) },
          { name: "Revision", value: agent.revision },
          { name: "Profile", value: <a href={profileHref(agent.did)}>Public page</a> },
        ]}
      />
      <StateNotices agent={agent} />
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <Section title="Record">
          <Editing agent={agent} />
        </Section>
        <div>
          <NamingRecords did={agent.did} records={records} reply={reply} />
          <Domains agent={agent} domains={domains} prove={prove} giveUp={giveUp} />
          <AgentCard agent={agent} />
          <Alive agent={agent} checks={checks} />
          <A2aAddress agent={agent} />
          <Lifecycle agent={agent} />
        </div>
      </div>
    </>
  );
}

function Editing({ agent }: { agent: AgentProfile }) {
  if (agent.status === "suspended" || agent.status === "withdrawn") {
    return (
      <p className="mt-3 max-w-[56ch] text-ink-2 text-sm">{`You cannot change anything while the agent is ${agent.status}${agent.status === "suspended" ? ". An operator must reinstate it first" : ""}.`}</p>
    );
  }
  return (
    <>
      <p className="mt-3 mb-6 max-w-[64ch] text-ink-2 text-sm">
        Leave a field empty to use the value from the manifest. Change the manifest and the public key{" "}
        <a href="/docs/agents">with the API</a>. <a href={ownerAgentHref(agent.did)}>Open the record again</a> to
        discard what you typed.
      </p>
      <EditForm action={edit} agent={agent} />
    </>
  );
}

/** Pulls the card of an agent that has one, while its record can be changed. */
function AgentCard({ agent }: { agent: AgentProfile }) {
  const place = cardPlaceOf(agent.endpoints);
  if (place === null || agent.status === "suspended" || agent.status === "withdrawn") return null;
  return (
    <Section title="Agent card">
      <Explained>
        Reads <span className="font-mono [overflow-wrap:anywhere]">{place.address}</span> and shows what would change.
        Nothing is saved until you apply it.
      </Explained>
      <PullCardForm action={pullCard} agent={agent} />
    </Section>
  );
}

function Alive({ agent, checks: { problem, ended_at } }: { agent: AgentProfile; checks: OwnChecks }) {
  if (agent.status !== "active") return null;
  return (
    <Section title="Alive">
      {ended_at !== null && (
        <p className="mt-3 max-w-[56ch] border-ink border-l-4 pl-3.5 text-sm [overflow-wrap:anywhere]">
          <b className="font-semibold">{`Switched off on ${ended_at.slice(0, 10)}.`}</b>{" "}
          {`The card did not answer for ${MAX_SILENT_DAYS} days. The last check: ${problem}`}
        </p>
      )}
      <Explained>
        We read the agent card at its proven host about every 30 minutes, and show how long ago it answered. Among
        agents that fit a request equally well, one that answers comes a little earlier. After {MAX_SILENT_DAYS} days
        without an answer the checks are switched off.
        {agent.liveness_checks && ` At present: ${livenessLine(agent.liveness)}.`}
        {agent.liveness_checks && problem !== "" && ` The last check: ${problem}`}
      </Explained>
      <ChecksForm action={checkCard} agent={agent} />
    </Section>
  );
}

function A2aAddress({ agent }: { agent: AgentProfile }) {
  if (agent.status !== "active") return null;
  return (
    <Section title="A2A address">
      <Explained>
        If this agent has tier T2 or higher, agents of tier T2 or higher can send it messages at{" "}
        <span className="font-mono [overflow-wrap:anywhere]">{`/api/a2a/${agent.did}`}</span>. The messages arrive in
        its inbox.{" "}
        {agent.a2a_guests
          ? "Callers without a token can send messages, too"
          : "You can also accept messages from callers without a token"}
        , within narrow limits. These messages are erased after 24 hours.
      </Explained>
      <GuestsForm action={guests} agent={agent} />
    </Section>
  );
}

function Lifecycle({ agent }: { agent: AgentProfile }) {
  if (agent.status === "withdrawn") {
    return (
      <Section title="Return">
        <Explained>The relay then routes to the agent again, and lists contain it again.</Explained>
        <ReturnAgentForm action={withdraw} agent={agent} />
      </Section>
    );
  }
  if (agent.status !== "active") {
    return (
      <Section title="Deprecate or withdraw">
        <Explained>{`Only an active agent can be deprecated or withdrawn. This one is ${agent.status}.`}</Explained>
      </Section>
    );
  }
  const deprecated = agent.deprecated_at !== undefined;
  return (
    <>
      <Section title={deprecated ? "Deprecated" : "Deprecate"}>
        <Explained>
          A deprecated agent still works. Its profile advises against it and names a successor. The relay routes to it
          only if no other agent fits.
        </Explained>
        <div className="grid gap-4">
          {deprecated && <LiftDeprecationForm action={deprecate} agent={agent} />}
          <DeprecateAgentForm action={deprecate} agent={agent} deprecated={deprecated} />
        </div>
      </Section>
      <Section title="Withdraw">
        <Explained>
          The page of a withdrawn agent stays, with a notice. The relay does not route to the agent, lists leave it out,
          and it cannot store anything until you bring it back.
        </Explained>
        <WithdrawAgentForm action={withdraw} agent={agent} />
      </Section>
    </>
  );
}

function Explained({ children }: { children: ReactNode }) {
  return <p className="mt-3 mb-4 max-w-[56ch] text-ink-2 text-sm">{children}</p>;
}
