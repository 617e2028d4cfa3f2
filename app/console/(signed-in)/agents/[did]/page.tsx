import type { Metadata } from "next";
import { cache } from "react";
import { SealedDid } from "@/components/agents/did";
import { StatusMark, TierMark } from "@/components/agents/marks";
import { profileHref } from "@/components/agents/profile-href";
import { PullCardForm } from "@/components/agents/pull-card-form";
import { ActList } from "@/components/console/act-list";
import { NothingHere } from "@/components/console/nothing-here";
import { GrantForm, StatusForm, WithdrawForm } from "@/components/console/standing-forms";
import { Breadcrumb, PageTitle, RegisterSilent } from "@/components/layout/page";
import { Domains } from "@/components/owner/domains";
import { FactList, Section } from "@/components/ui/section";
import { listNamedActs } from "@/lib/access/service/named-acts";
import { cardPlaceOf } from "@/lib/agents/card-address";
import { getAgent } from "@/lib/agents/service/read";
import { foundOrNull, setPageStatus } from "@/lib/api/read-for-page";
import { listOwnDomains } from "@/lib/domains/service/own";
import { addressWith, decodedSegment } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";
import { findOrigin } from "@/lib/sources/service/sources";
import { wordsOfOrigin } from "@/lib/sources/view";
import { TIERS, Tier } from "@/lib/tiers";
import { changeStatus, giveUp, grant, prove, pullCard, withdrawGrant } from "../actions";

const ACTS_SHOWN = 20;
const TO_GRANT = Tier.options.toReversed().map((tier) => ({ value: tier, name: `${tier}: ${TIERS[tier].meaning}` }));

type Props = PageProps<"/console/agents/[did]">;

/** One read serves the page and its title. */
const readPage = cache((did: string) =>
  readForConsole(async (ctx) => {
    const agent = await foundOrNull(getAgent(ctx, { did }));
    if (agent === null) return null;
    const { domains } = await listOwnDomains(ctx, { did });
    const acts = await listNamedActs(ctx, { subject: did, limit: ACTS_SHOWN, offset: 0 });
    return { agent, domains, origin: await findOrigin(ctx, did), ...acts };
  }, "/console/agents/{did}"),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const read = await readPage(decodedSegment((await params).did));
  return { title: `${(read.ok && read.value?.agent.name) || "No such agent"} · Agents` };
}

export default async function AgentPage({ params }: Props) {
  const read = await readPage(decodedSegment((await params).did));
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  if (read.value === null) {
    setPageStatus(404);
    return <NothingHere what="agent" list="/console/agents" />;
  }
  const { agent, domains, acts, names, origin } = read.value;
  const card = cardPlaceOf(agent.endpoints);
  return (
    <>
      <Breadcrumb above={[{ name: "Agents", href: "/console/agents" }]} here={agent.name} />
      <PageTitle title={agent.name}>
        <SealedDid did={agent.did} />
      </PageTitle>
      <FactList
        facts={[
          { name: "Status", value: <StatusMark status={agent.status} /> },
          {
            name: "Tier",
            value: (
              <span className="inline-flex flex-wrap items-end gap-3">
                <TierMark tier={agent.trust_tier} />
                <span className="text-ink-2">{agent.tier_granted ? "granted by an operator" : "earned"}</span>
              </span>
            ),
          },
          { name: "Score", value: agent.trust_score.toFixed(1) },
          ...(origin ? [{ name: "Comes from", value: <bdi>{wordsOfOrigin(origin)}</bdi> }] : []),
          {
            name: "Elsewhere",
            value: (
              <span className="flex flex-wrap gap-x-5 gap-y-1.5">
                <a href={profileHref(agent.did)}>Public profile</a>
                <a href={addressWith("/console/credentials", { q: agent.did })}>Its credentials</a>
                <a href={addressWith("/console/credentials/issue", { kind: "agent", did: agent.did })}>
                  Issue it a token
                </a>
                <a href={addressWith("/console/audits", { did: agent.did })}>Record an audit</a>
              </span>
            ),
          },
        ]}
      />
      <div className="mt-10 grid gap-x-14 gap-y-10 lg:grid-cols-2">
        <Section title="Tier">
          <p className="mt-3 mb-4 max-w-[56ch] text-ink-2 text-sm">
            A granted tier overrides the earned one, up or down, until you withdraw it or an audit fails.
          </p>
          <div className="grid gap-6">
            <GrantForm action={grant} agent={agent} tiers={TO_GRANT} />
            <WithdrawForm action={withdrawGrant} agent={agent} />
          </div>
        </Section>
        <div>
          <Section title={agent.status === "suspended" ? "Reinstate" : "Suspend"}>
            <div className="mt-4">
              <StatusForm action={changeStatus} agent={agent} />
            </div>
          </Section>
          <Domains agent={agent} domains={domains} prove={prove} giveUp={giveUp} />
          {card && (
            <Section title="Agent card">
              <p className="mt-3 mb-4 max-w-[56ch] text-ink-2 text-sm">
                Reads <span className="font-mono [overflow-wrap:anywhere]">{card.address}</span> and shows what would
                change. Nothing is saved before you apply it.
              </p>
              <PullCardForm action={pullCard} agent={agent} />
            </Section>
          )}
        </div>
      </div>
      <div className="mt-10">
        <Section
          title="On record"
          aside={<a href={addressWith("/console/activity", { subject: agent.did })}>All about it</a>}
        >
          <ActList acts={acts} names={names} />
        </Section>
      </div>
    </>
  );
}
