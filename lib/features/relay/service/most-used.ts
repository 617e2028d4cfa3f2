import { and, desc, eq, gte, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { relayUsage } from "@/lib/database/schema/relay";
import type { Agent } from "@/lib/features/agents/schema";
import { readAgents } from "@/lib/features/agents/service/read-agents";
import { daysUpTo } from "../rules/measures";
import { countUsage, type Usage } from "./usage";

export interface UsedAgent extends Usage {
  agent: Agent;
}

/** Returns the DIDs of the most used active agents since a day, most used first. Reads one row per agent and day. */
async function rankByUse(db: Database, since: string): Promise<string[]> {
  const { did, day, routed, received } = relayUsage;
  const rows = await db
    .select({ did })
    .from(relayUsage)
    .innerJoin(agents, and(eq(agents.did, did), eq(agents.status, "active")))
    .where(gte(day, since))
    .groupBy(did)
    .having(sql`sum(${routed} + ${received}) > 0`)
    .orderBy(desc(sql`sum(${routed} + ${received})`), did)
    .limit(MAX_RANKED);
  return rows.map((row) => row.did);
}

const MAX_RANKED = 50;
/** Pages are rendered again after each event, so the order is cached for this long. The counts are current. */
const FRESH_MILLISECONDS = 60_000;

interface Ranking {
  since: string;
  at: number;
  dids: Promise<string[]>;
}
const rankings = new WeakMap<Database, Ranking>();

function recentRanking({ db, clock }: Context, since: string): Promise<string[]> {
  const at = clock().getTime();
  const last = rankings.get(db);
  if (last && last.since === since && at - last.at < FRESH_MILLISECONDS) return last.dids;
  const ranking = { since, at, dids: rankByUse(db, since) };
  rankings.set(db, ranking);
  const forget = () => rankings.get(db) === ranking && rankings.delete(db);
  // An empty one costs little, and would hide the first use.
  ranking.dids.then((dids) => dids.length === 0 && forget(), forget);
  return ranking.dids;
}

/**
 * Returns the active agents with the most routed intents and received events in the last UTC days, most used first. The
 * order may be a minute old.
 */
export async function listMostUsed(
  ctx: Context,
  { limit, days = 30 }: { limit: number; days?: number },
): Promise<UsedAgent[]> {
  const [since = ""] = daysUpTo(ctx.clock(), days);
  const ranked = await recentRanking(ctx, since);
  const [found, usage] = await Promise.all([readAgents(ctx, ranked), countUsage(ctx, ranked, days)]);
  const used = ranked.flatMap((did) => {
    const [agent, counts] = [found.get(did), usage.get(did)];
    return agent?.status === "active" && counts ? [{ agent, ...counts }] : [];
  });
  return used.slice(0, limit);
}
