import { sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agentCounts } from "@/lib/database/schema/agents";
import type { Tier } from "@/lib/identity/tiers";
import type { ZoneCounts } from "../directory-schema";

/** Maximum number of zones that are counted separately. The agents of all other zones are counted together. */
const MAX_ZONES = 7;

const nobody = (): Record<Tier, number> => ({ T0: 0, T1: 0, T2: 0, T3: 0, T4: 0 });

/**
 * Counts every member by zone and tier, in one statement so that the sums agree. The cost does not depend on the
 * number of agents.
 */
export async function countAgentsByZone({ db }: Context): Promise<ZoneCounts> {
  const counted = sql`status <> 'withdrawn' and not listed`;
  const rows = await db.execute<{ zone: string | null; tier: Tier; agents: number }>(sql`
    with largest as (
      select zone from ${agentCounts} where ${counted} group by zone having sum(agents) > 0
      order by sum(agents) desc, zone limit ${MAX_ZONES}
    )
    select largest.zone, trust_tier as tier, sum(agents)::int as agents
    from ${agentCounts} left join largest using (zone) where ${counted} group by 1, 2 having sum(agents) > 0`);
  const zones = new Map<string | null, Record<Tier, number>>();
  const everyone = nobody();
  for (const { zone, tier, agents } of rows) {
    const counts = zones.get(zone) ?? nobody();
    counts[tier] += agents;
    everyone[tier] += agents;
    zones.set(zone, counts);
  }
  const named = [...zones].flatMap(([zone, tiers]) => (zone === null ? [] : [{ zone, tiers }]));
  const others = zones.get(null);
  return {
    // Capitals first, so S0 to S4 lead. The zones counted together come last.
    zones: [...named.sort((a, b) => (a.zone < b.zone ? -1 : 1)), ...(others ? [{ zone: null, tiers: others }] : [])],
    everyone,
  };
}
