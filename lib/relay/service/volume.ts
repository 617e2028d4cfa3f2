import { and, gte, inArray, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { relayCounts } from "@/lib/db/schema/relay";
import { daysUpTo, type VolumeDay } from "../rules/measures";

/** What went through the relay on each of the last UTC days, oldest first, today's so far. */
export async function readVolume({ db, clock }: Context, { days }: { days: number }): Promise<VolumeDay[]> {
  const wanted = daysUpTo(clock(), days);
  const { hour, measure, amount } = relayCounts;
  const day = sql<string>`(${hour} at time zone 'UTC')::date::text`;
  const rows = await db
    .select({ day, measure, amount: sql<number>`sum(${amount})`.mapWith(Number) })
    .from(relayCounts)
    .where(and(gte(hour, new Date(wanted[0] ?? clock())), inArray(measure, ["events", "routings"])))
    .groupBy(day, measure);
  const of = (wantedDay: string, name: string) =>
    rows.find((row) => row.day === wantedDay && row.measure === name)?.amount ?? 0;
  return wanted.map((each) => ({ day: each, events: of(each, "events"), routings: of(each, "routings") }));
}
