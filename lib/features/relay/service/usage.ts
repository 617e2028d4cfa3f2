import { sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { relayUsage } from "@/lib/database/schema/relay";
import { daysUpTo } from "../rules/measures";

/** How often the relay used an agent in a period. */
export interface Usage {
  /** How often it routed an intent to the agent. */
  routed: number;
  /** How many events were sent to the agent. */
  received: number;
}

/**
 * Returns how often each agent was used in the last UTC days, today included. An agent that was used only before that
 * has zeros. One that was never used has no entry.
 */
export async function countUsage(
  { db, clock }: Context,
  dids: readonly string[],
  days = 30,
): Promise<Map<string, Usage>> {
  if (dids.length === 0) return new Map();
  const [since] = daysUpTo(clock(), days);
  const rows = await db.execute<{ did: string; routed: number; received: number }>(sql`
    select asked.did, coalesce(sum(used.routed), 0)::float8 as routed, coalesce(sum(used.received), 0)::float8 as received
    from jsonb_array_elements_text(${JSON.stringify(dids)}::jsonb) as asked(did)
      left join ${relayUsage} as used on used.did = asked.did and used.day >= ${since}::date
    where exists (select from ${relayUsage} as ever where ever.did = asked.did)
    group by asked.did`);
  return new Map(rows.map(({ did, routed, received }) => [did, { routed, received }]));
}
