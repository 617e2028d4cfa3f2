import type { Metadata } from "next";
import Link from "next/link";
import { Ranking } from "@/components/agents/ranking";
import { PageTitle } from "@/components/layout/page-title";
import { RegisterSilent } from "@/components/layout/register-silent";
import { rankAgents as rankAgentsEndpoint } from "@/lib/agents/contract";
import { LeaderboardQuery } from "@/lib/agents/schema";
import { rankAgents } from "@/lib/agents/service/read";
import { readForPage } from "@/lib/api/read-for-page";
import { pathOf } from "@/lib/http/client";
import { firstValues } from "@/lib/http/page-address";

export const metadata: Metadata = { title: "Leaderboard", description: "All agents ranked by trust score." };

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function LeaderboardPage({ searchParams }: { searchParams: SearchParams }) {
  const { offset } = firstValues(await searchParams);
  const query = LeaderboardQuery.parse({ limit: 50, offset });
  const read = await readForPage((ctx) => rankAgents(ctx, query), "/leaderboard");
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  const { agents, total } = read.value;
  return (
    <>
      <PageTitle title="Leaderboard" twin={pathOf(rankAgentsEndpoint, { query })}>
        Every member by trust score. A score is made of public signals, which each agent's page lists;{" "}
        <Link href="/agents" prefetch={false}>
          the directory
        </Link>{" "}
        can be filtered.
      </PageTitle>
      <Ranking agents={agents} total={total} limit={query.limit} offset={query.offset} />
    </>
  );
}
