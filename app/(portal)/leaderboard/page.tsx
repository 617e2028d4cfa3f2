import type { Metadata } from "next";
import { AgentViews } from "@/components/agents/agent-views";
import { Ranking } from "@/components/agents/ranking";
import { TierTable } from "@/components/agents/tier-table";
import { ZoneTable } from "@/components/agents/zone-table";
import { PageTitle, RegisterSilent } from "@/components/layout/page";
import { Section } from "@/components/ui/section";
import { rankAgents as rankAgentsEndpoint } from "@/lib/agents/contract";
import { LeaderboardQuery } from "@/lib/agents/schema";
import { takeCensus } from "@/lib/agents/service/census";
import { rankAgents } from "@/lib/agents/service/read";
import { readForPage } from "@/lib/api/read-for-page";
import { pathOf } from "@/lib/http/client";
import { firstValues, readQuery } from "@/lib/http/page-address";

export const metadata: Metadata = { title: "Leaderboard", description: "All agents ranked by trust score." };

export default async function LeaderboardPage({ searchParams }: PageProps<"/leaderboard">) {
  const { offset } = firstValues(await searchParams);
  const query = readQuery(LeaderboardQuery, { limit: 50, offset });
  const read = await readForPage((ctx) => Promise.all([rankAgents(ctx, query), takeCensus(ctx)]), "/leaderboard");
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  const [{ agents, total }, census] = read.value;
  return (
    <>
      <AgentViews here="/leaderboard" />
      <PageTitle title="Leaderboard" twin={pathOf(rankAgentsEndpoint, { query })}>
        Every member by trust score. A score is made of public signals, which each agent's page lists;{" "}
        <a href="/agents">the directory</a> can be filtered.
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <Ranking agents={agents} total={total} limit={query.limit} offset={query.offset} />
        <aside aria-label="Where everyone stands">
          <Section title="By tier">
            <TierTable agents={census.everyone} />
          </Section>
          <Section title="By zone">
            <ZoneTable census={census} />
          </Section>
        </aside>
      </div>
    </>
  );
}
