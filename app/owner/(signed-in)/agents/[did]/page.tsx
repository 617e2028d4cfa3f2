import type { Metadata } from "next";
import type { ReactNode } from "react";
import { SealedDid } from "@/components/agents/did";
import { StatusMark, TierMark } from "@/components/agents/marks";
import { ownerAgentHref, profileHref } from "@/components/agents/profile-href";
import { PullCardForm } from "@/components/agents/pull-card-form";
import { StateNotices } from "@/components/agents/state-notice";
import { NothingHere } from "@/components/console/nothing-here";
import { Breadcrumb, PageTitle, RegisterSilent } from "@/components/layout/page";
import { Domains } from "@/components/owner/domains";
import { EditForm } from "@/components/owner/edit-form";
import {
  DeprecateAgentForm,
  LiftDeprecationForm,
  ReturnAgentForm,
  WithdrawAgentForm,
} from "@/components/owner/state-forms";
import { FactList, Section } from "@/components/ui/section";
import { getOwnAgent } from "@/lib/access/service/own-agents";
import { cardPlaceOf } from "@/lib/agents/card-address";
import type { AgentProfile } from "@/lib/agents/schema";
import { foundOrNull, setPageStatus } from "@/lib/api/read-for-page";
import { listOwnDomains } from "@/lib/domains/service/own";
import { decodedSegment } from "@/lib/http/page-address";
import { readForOwner } from "@/lib/next/read-for-owner";
import { deprecate, edit, giveUp, prove, pullCard, withdraw } from "../actions";

type Props = PageProps<"/owner/agents/[did]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: decodedSegment((await params).did) };
}

export default async function OwnAgentPage({ params }: Props) {
  const did = decodedSegment((await params).did);
  const read = await readForOwner(async (ctx) => {
    const agent = await foundOrNull(getOwnAgent(ctx, { did }));
    return agent && { agent, ...(await listOwnDomains(ctx, { did })) };
  }, "/owner/agents/{did}");
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  if (read.value === null) {
    setPageStatus(404);
    return <NothingHere what="agent of yours" list="/owner" />;
  }
  const { agent, domains } = read.value;
  return (
    <>
      <Breadcrumb above={[{ name: "Agents", href: "/owner" }]} here={agent.name} />
      <PageTitle title={agent.name}>
        <SealedDid did={agent.did} />
      </PageTitle>
      <FactList
        facts={[
          { name: "Status", value: <StatusMark status={agent.status} /> },
          { name: "Tier", value: <TierMark tier={agent.trust_tier} /> },
          { name: "Score", value: agent.trust_score.toFixed(1) },
          { name: "Revision", value: agent.revision },
          { name: "Profile", value: <a href={profileHref(agent.did)}>As everyone sees it</a> },
        ]}
      />
      <StateNotices agent={agent} />
      <div className="mt-10 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
        <Section title="Record">
          <Editing agent={agent} />
        </Section>
        <div>
          <Domains agent={agent} domains={domains} prove={prove} giveUp={giveUp} />
          <AgentCard agent={agent} />
          <Lifecycle agent={agent} />
        </div>
      </div>
    </>
  );
}

function Editing({ agent }: { agent: AgentProfile }) {
  if (agent.status === "suspended" || agent.status === "withdrawn") {
    return (
      <p className="mt-3 max-w-[56ch] text-ink-2 text-sm">
        Nothing can be changed while the agent is {agent.status}
        {agent.status === "suspended" && ": an operator must reinstate it first"}.
      </p>
    );
  }
  return (
    <>
      <p className="mt-3 mb-6 max-w-[64ch] text-ink-2 text-sm">
        Leave a field empty to use the value from the manifest. The manifest and the public key are changed{" "}
        <a href="/docs/agents">by API</a>. <a href={ownerAgentHref(agent.did)}>Open the record again</a> to discard what
        you typed.
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
        Nothing is saved before you apply it.
      </Explained>
      <PullCardForm action={pullCard} agent={agent} />
    </Section>
  );
}

/** What the owner may do with an agent in its present state. */
function Lifecycle({ agent }: { agent: AgentProfile }) {
  if (agent.status === "withdrawn") {
    return (
      <Section title="Come back">
        <Explained>From then on it is routed to and listed again, as before.</Explained>
        <ReturnAgentForm action={withdraw} agent={agent} />
      </Section>
    );
  }
  if (agent.status !== "active") {
    return (
      <Section title="Deprecate or withdraw">
        <Explained>Only an active agent can be deprecated or withdrawn; this one is {agent.status}.</Explained>
      </Section>
    );
  }
  const deprecated = agent.deprecated_at !== undefined;
  return (
    <>
      <Section title={deprecated ? "Deprecated" : "Deprecate"}>
        <Explained>
          A deprecated agent works as before. Its profile advises against it and names a successor, and intents go to it
          only where no other agent fits.
        </Explained>
        <div className="grid gap-4">
          {deprecated && <LiftDeprecationForm action={deprecate} agent={agent} />}
          <DeprecateAgentForm action={deprecate} agent={agent} deprecated={deprecated} />
        </div>
      </Section>
      <Section title="Withdraw">
        <Explained>
          A withdrawn agent keeps its address, which says so. It is not routed to, not listed, and stores nothing until
          you bring it back.
        </Explained>
        <WithdrawAgentForm action={withdraw} agent={agent} />
      </Section>
    </>
  );
}

function Explained({ children }: { children: ReactNode }) {
  return <p className="mt-3 mb-4 max-w-[56ch] text-ink-2 text-sm">{children}</p>;
}
