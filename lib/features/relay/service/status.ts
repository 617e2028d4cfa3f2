import { and, desc, eq, gte, inArray, or, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { relayCounts, relayEvents } from "@/lib/database/schema/relay";
import { listFreezes } from "@/lib/features/council/freezes/service/freezes";
import { ServiceError } from "@/lib/foundation/errors";
import { getVectorStoreHealth } from "@/lib/search/service/store";
import {
  ALL_TIME,
  daysUpTo,
  driftRatio,
  type HourCount,
  type Measure,
  sumOf,
  type VolumeDay,
  WINDOW_HOURS,
  windowOf,
} from "../rules/measures";
import type { RelayDrift, RelayStatus } from "../schema";

/** Latencies are computed from at most this many intents, so the cost does not grow with traffic. */
const LATENCY_SAMPLES = 1_000;

/** Reads the counts of each hour since `since`, and the totals, which are under `ALL_TIME`. */
function readCounts(db: Database, since: Date): Promise<HourCount[]> {
  const { hour, measure, amount } = relayCounts;
  return db
    .select({ hour, measure, amount: sql`sum(${amount})`.mapWith(Number) })
    .from(relayCounts)
    .where(or(eq(hour, ALL_TIME), gte(hour, since)))
    .groupBy(hour, measure);
}

/** Returns the latency of the most recently routed intents since an instant, in milliseconds. */
async function routeLatency(db: Database, since: Date): Promise<RelayStatus["route_latency_ms"]> {
  const last = db
    .select({ milliseconds: relayEvents.durationMs })
    .from(relayEvents)
    .where(sql`${relayEvents.record} = 'routing' and ${relayEvents.receivedAt} >= ${since.toISOString()}`)
    .orderBy(desc(relayEvents.receivedAt))
    .limit(LATENCY_SAMPLES)
    .as("last");
  const percentile = (share: number) =>
    sql<number | null>`percentile_cont(${share}::float8) within group (order by ${last.milliseconds})`;
  const [row] = await db
    .select({ p50: percentile(0.5), p99: percentile(0.99), samples: sql`count(*)`.mapWith(Number) })
    .from(last);
  const rounded = (milliseconds: number | null = null) =>
    milliseconds === null ? null : Math.round(milliseconds * 100) / 100;
  return { p50: rounded(row?.p50), p99: rounded(row?.p99), samples: row?.samples ?? 0 };
}

function countsAmong(counts: readonly HourCount[], among: (hour: Date) => boolean): RelayStatus["totals"] {
  const sum = (measure: Parameters<typeof sumOf>[1]) => sumOf(counts, measure, among);
  return {
    events: sum("events"),
    routings: sum("routings"),
    matches: { semantic: sum("semantic"), syntactic: sum("syntactic"), none: sum("none") },
  };
}

const isAllTime = (hour: Date) => hour.getTime() === ALL_TIME.getTime();

/** Returns whether the relay is frozen, with its traffic. The cost does not grow with the number of events. */
export async function getRelayStatus(ctx: Context): Promise<RelayStatus> {
  const now = ctx.clock();
  const [since = now] = windowOf(now);
  const freezes = await listFreezes(ctx);
  const counts = await readCounts(ctx.db, since);
  const latency = await routeLatency(ctx.db, since);
  const relay = freezes.find(({ subsystem }) => subsystem === "relay");
  return {
    frozen: relay?.frozen ?? false,
    reason: relay?.reason ?? null,
    since: relay?.since ?? null,
    totals: countsAmong(counts, isAllTime),
    last_24h: countsAmong(counts, (hour) => !isAllTime(hour)),
    route_latency_ms: latency,
    generated_at: now.toISOString(),
  };
}

/** Reads the threshold of the last routed intent. */
async function lastThreshold(db: Database): Promise<number | null> {
  const [row] = await db
    .select({ threshold: sql<number | null>`(${relayEvents.decision} ->> 'threshold')::float8` })
    .from(relayEvents)
    .where(eq(relayEvents.record, "routing"))
    .orderBy(desc(relayEvents.receivedAt))
    .limit(1);
  return row?.threshold ?? null;
}

async function vectorStore(ctx: Context): Promise<RelayDrift["vector_store"]> {
  try {
    return await getVectorStoreHealth(ctx);
  } catch (error) {
    if (error instanceof ServiceError && error.kind === "unavailable")
      return { status: "unavailable", message: error.message };
    throw error;
  }
}

/** Returns the share of the last 24 hours' intents below the threshold, in total and per hour. */
export async function getRelayDrift(ctx: Context): Promise<RelayDrift> {
  const now = ctx.clock();
  const hours = windowOf(now);
  const [from = now] = hours;
  const counts = (await readCounts(ctx.db, from)).filter(({ hour }) => !isAllTime(hour));
  const driftAmong = (among: (hour: Date) => boolean) => {
    const [samples, drifted] = [sumOf(counts, "samples", among), sumOf(counts, "drifted", among)];
    return { drift_ratio: driftRatio(drifted, samples), samples, drifted };
  };
  return {
    ...driftAmong(() => true),
    threshold: await lastThreshold(ctx.db),
    window: { hours: WINDOW_HOURS, from: from.toISOString(), to: now.toISOString() },
    vector_store: await vectorStore(ctx),
    series: hours.map((hour) => ({
      hour: hour.toISOString(),
      ...driftAmong((other) => other.getTime() === hour.getTime()),
    })),
    generated_at: now.toISOString(),
  };
}

/** Returns the number of events and routings on each of the last UTC days, oldest first, today included. */
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

/** Returns how many intents were routed on the last UTC days, today included, and how many of them found an agent. */
export async function countRoutings(
  { db, clock }: Context,
  { days }: { days: number },
): Promise<{ routed: number; found: number }> {
  const { hour, measure, amount } = relayCounts;
  const [since = ""] = daysUpTo(clock(), days);
  const sumOfMeasure = (name: Measure) =>
    sql<number>`coalesce(sum(${amount}) filter (where ${measure} = ${name}), 0)::float8`;
  const [row] = await db
    .select({ routed: sumOfMeasure("routings"), unmatched: sumOfMeasure("none") })
    .from(relayCounts)
    .where(and(gte(hour, new Date(since)), inArray(measure, ["routings", "none"])));
  const { routed = 0, unmatched = 0 } = row ?? {};
  return { routed, found: routed - unmatched };
}
