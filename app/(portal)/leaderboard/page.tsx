import type { Metadata } from "next";
import Link from "next/link";
import { Ranking } from "@/components/agents/ranking";
import { RegisterSilent } from "@/components/layout/register-silent";
import { LeaderboardQuery } from "@/lib/agents/schema";
import { rankAgents } from "@/lib/agents/service/read";
import { readForPage } from "@/lib/api/read-for-page";

export const metadata: Metadata = { title: "Leaderboard", description: "All agents ranked by trust score." };

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function LeaderboardPage({ searchParams }: { searchParams: SearchParams }) {
  const { offset } = await searchParams;
  const query = LeaderboardQuery.parse({ limit: 50, offset: [offset].flat()[0] });
  const read = await readForPage((ctx) => rankAgents(ctx, query), "/leaderboard");
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  const { agents, total } = read.value;
  return (
    <>
      <h1 className="text-title-1">Leaderboard</h1>
      <p className="mt-2 mb-8 max-w-[64ch] text-ink-2 text-lg">
        Every member by trust score. A score is made of public signals, which each agent's page lists;{" "}
        <Link href="/agents" prefetch={false}>
          the directory
        </Link>{" "}
        can be filtered.
      </p>
      <Ranking agents={agents} total={total} limit={query.limit} offset={query.offset} />
    </>
  );
}
