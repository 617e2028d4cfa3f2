import type { Metadata } from "next";
import { AgentViews } from "@/components/agents/agent-views";
import { Ranking } from "@/components/agents/ranking";
import { TierTable } from "@/components/agents/tier-table";
import { ZoneTable } from "@/components/agents/zone-table";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { Section } from "@/components/ui/section";
import { agentPageTexts } from "@/lib/features/agents/texts";
import { rankAgents as rankAgentsEndpoint } from "@/lib/features/directory/contract";
import { LeaderboardQuery } from "@/lib/features/directory/directory-schema";
import { countAgentsByZone } from "@/lib/features/directory/service/count-by-zone";
import { rankAgents } from "@/lib/features/directory/service/list";
import { pathOf } from "@/lib/http/client";
import { firstValues, readQuery } from "@/lib/http/page-address";
import { readForPage } from "@/lib/portal/read-for-page";

export const metadata: Metadata = {
  title: agentPageTexts.leaderboard,
  description: "All members ranked by trust score.",
};

export default async function LeaderboardPage({ searchParams }: PageProps<"/leaderboard">) {
  const { offset } = firstValues(await searchParams);
  const query = readQuery(LeaderboardQuery, { limit: 50, offset });
  const read = await readForPage(async (ctx) => {
    const [ranked, counts] = await Promise.all([rankAgents(ctx, query), countAgentsByZone(ctx)]);
    return { ...ranked, counts };
  }, "/leaderboard");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { agents, total, counts } = read.value;
  return (
    <>
      <AgentViews here="/leaderboard" />
      <PageTitle title={agentPageTexts.leaderboard} jsonPath={pathOf(rankAgentsEndpoint, { query })}>
        {agentPageTexts.leaderboardLede} To filter the agents, use <a href="/agents">the directory</a>.
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_25rem]">
        <Ranking agents={agents} total={total} limit={query.limit} offset={query.offset} />
        <aside aria-label="Distribution of agents">
          <Section title="By tier">
            <TierTable agents={counts.everyone} />
          </Section>
          <Section title="By zone">
            <ZoneTable counts={counts} />
          </Section>
        </aside>
      </div>
    </>
  );
}
