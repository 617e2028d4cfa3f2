import type { Metadata } from "next";
import { cache } from "react";
import { PullCardForm } from "@/components/agents/pull-card-form";
import { ActList } from "@/components/console/act-list";
import { NothingHere } from "@/components/console/nothing-here";
import { GrantForm, StatusForm, WithdrawForm } from "@/components/console/standing-forms";
import { Breadcrumb, DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { StatusMark, TierMark } from "@/components/marks/agent-marks";
import { DidWithIdenticon } from "@/components/marks/did";
import { profileHref } from "@/components/marks/profile-href";
import { Domains } from "@/components/owner/domains";
import { GuestsForm } from "@/components/owner/state-forms";
import { FactList, Section } from "@/components/ui/section";
import { listActsWithNames } from "@/lib/features/access/service/list-acts-with-names";
import { cardPlaceOf } from "@/lib/features/agents/card-address";
import { countTokens } from "@/lib/features/agents/service/count-tokens";
import { getAgent } from "@/lib/features/agents/service/read";

import { listOwnDomains } from "@/lib/features/domains/service/own";
import { readUsage } from "@/lib/features/relay/service/daily-usage";
import { isVerified } from "@/lib/features/trust/rules";
import { addressWith, decodedSegment } from "@/lib/http/page-address";
import { actorName } from "@/lib/identity/permissions";
import { TIERS, Tier } from "@/lib/identity/tiers";
import { findOrigin } from "@/lib/interop/sources/service/sources";
import { describeOrigin } from "@/lib/interop/sources/view";
import { readForConsole } from "@/lib/next/read-for-console";
import { foundOrNull, setPageStatus } from "@/lib/portal/read-for-page";
import { Permitted } from "../../permitted";
import { changeStatus, giveUp, grant, guests, prove, pullCard, withdrawGrant } from "../actions";

const ACTS_SHOWN = 20;
const TO_GRANT = Tier.options.toReversed().map((tier) => ({ value: tier, name: `${tier}: ${TIERS[tier].meaning}` }));

type Props = PageProps<"/console/agents/[did]">;

const readPage = cache((did: string) =>
  readForConsole(async (ctx) => {
    const agent = await foundOrNull(getAgent(ctx, { did }));
    if (agent === null) return null;
    const { domains } = await listOwnDomains(ctx, { did });
    const acts = await listActsWithNames(ctx, { subject: did, limit: ACTS_SHOWN, offset: 0 });
    const { status, trust_tier: trustTier, listed_from: listed } = agent;
    const { received } = await readUsage(ctx, { did });
    const effect = {
      received,
      tokens: await countTokens(ctx, did),
      verified: isVerified({ status, trustTier, listed: listed ?? null }),
    };
    return { agent, domains, effect, actor: actorName(ctx.caller), origin: await findOrigin(ctx, did), ...acts };
  }, "/console/agents/{did}"),
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const read = await readPage(decodedSegment((await params).did));
  return { title: `${(read.ok && read.value?.agent.name) || "No such agent"} · Agents` };
}

export default async function AgentPage({ params }: Props) {
  const read = await readPage(decodedSegment((await params).did));
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) {
    setPageStatus(404);
    return <NothingHere title="No such agent" list="/console/agents" />;
  }
  const { agent, domains, effect, actor, acts, names, origin } = read.value;
  const card = cardPlaceOf(agent.endpoints);
  return (
    <>
      <Breadcrumb above={[{ name: "Agents", href: "/console/agents" }]} here={agent.name} />
      <PageTitle title={agent.name}>
        <DidWithIdenticon did={agent.did} />
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
          ...(origin ? [{ name: "Comes from", value: <bdi>{describeOrigin(origin)}</bdi> }] : []),
          {
            name: "Links",
            value: (
              <span className="flex flex-wrap gap-x-5 gap-y-1.5">
                <a href={profileHref(agent.did)}>Public profile</a>
                <a href={addressWith("/console/credentials", { q: agent.did })}>Its credentials</a>
                <a href={addressWith("/console/credentials/issue", { kind: "agent", did: agent.did })}>
                  Issue a token for it
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
            A granted tier overrides the earned one (up or down) until you withdraw it or an audit fails.
          </p>
          <Permitted to="agent.grant_tier">
            <div className="grid gap-6">
              <GrantForm action={grant} agent={agent} tiers={TO_GRANT} />
              <WithdrawForm action={withdrawGrant} agent={agent} />
            </div>
          </Permitted>
        </Section>
        <div>
          <Section title={agent.status === "suspended" ? "Reinstate" : "Suspend"}>
            <Permitted to="agent.suspend">
              <div className="mt-4">
                <StatusForm action={changeStatus} agent={agent} effect={effect} actor={actor} />
              </div>
            </Permitted>
          </Section>
          <Permitted to="agent.prove_domain">
            <Domains agent={agent} domains={domains} prove={prove} giveUp={giveUp} />
          </Permitted>
          {agent.status === "active" && (
            <Section title="A2A address">
              <p className="mt-3 mb-4 max-w-[56ch] text-ink-2 text-sm">
                From tier T2, others can send messages to the agent at{" "}
                <span className="font-mono [overflow-wrap:anywhere]">{`/api/a2a/${agent.did}`}</span>. It accepts
                messages {agent.a2a_guests ? "from callers with or without a token" : "only from callers with a token"}.
              </p>
              <Permitted to="agent.update">
                <GuestsForm action={guests} agent={agent} />
              </Permitted>
            </Section>
          )}
          {card && (
            <Section title="Agent card">
              <p className="mt-3 mb-4 max-w-[56ch] text-ink-2 text-sm">
                Reads <span className="font-mono [overflow-wrap:anywhere]">{card.address}</span> and shows what would
                change. Nothing is saved until you apply it.
              </p>
              <Permitted to="agent.update">
                <PullCardForm action={pullCard} agent={agent} />
              </Permitted>
            </Section>
          )}
        </div>
      </div>
      <div className="mt-10">
        <Section
          title="On record"
          aside={<a href={addressWith("/console/activity", { subject: agent.did })}>All its actions</a>}
        >
          <ActList acts={acts} names={names} />
        </Section>
      </div>
    </>
  );
}
