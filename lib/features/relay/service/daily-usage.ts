import { and, asc, eq, gte, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { relayUsage } from "@/lib/database/schema/relay";
import { notFound } from "@/lib/foundation/errors";
import { matchesNothing } from "@/lib/foundation/text/filter-text";
import { daysUpTo } from "../rules/measures";
import { type AgentUsage, USAGE_DAYS } from "../schema";

/**
 * Returns how often an agent was used on each of the last 30 UTC days, today included.
 * @throws ServiceError `notFound`
 */
export async function readUsage({ db, clock }: Context, { did }: { did: string }): Promise<AgentUsage> {
  if (matchesNothing(did)) throw notFound();
  const days = daysUpTo(clock(), USAGE_DAYS);
  const sum = (column: AnyPgColumn) => sql<number>`sum(${column})`.mapWith(Number);
  const [[known], rows] = await Promise.all([
    db.select({ did: agents.did }).from(agents).where(eq(agents.did, did)),
    db
      .select({ day: relayUsage.day, routed: sum(relayUsage.routed), received: sum(relayUsage.received) })
      .from(relayUsage)
      .where(and(eq(relayUsage.did, did), gte(relayUsage.day, days[0] ?? "")))
      .groupBy(relayUsage.day)
      .orderBy(asc(relayUsage.day)),
  ]);
  if (!known) throw notFound();
  const counted = new Map(rows.map((row) => [row.day, row]));
  const daily = days.map((day) => counted.get(day) ?? { day, routed: 0, received: 0 });
  return {
    did,
    days: USAGE_DAYS,
    routed: daily.reduce((total, { routed }) => total + routed, 0),
    received: daily.reduce((total, { received }) => total + received, 0),
    daily,
  };
}
