import { gte, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { statusLatencies } from "@/lib/database/schema/system";
import { utcDay } from "@/lib/features/trust/rules";
import { metrics } from "@/lib/foundation/metrics";
import { componentOfRoute, type LatencyCount, UNBOUNDED_MICROSECONDS } from "../rules/latencies";

/** The requests so far, by component and bucket. */
type Counts = Map<string, LatencyCount>;

const keyOf = ({ component, upperMicroseconds }: LatencyCount) => `${component} ${upperMicroseconds}`;

/** Counts this process's requests by component and bucket. @param pages the paths of the portal's pages */
async function countRequests(pages: ReadonlySet<string>): Promise<Counts> {
  const counts: Counts = new Map();
  const { values } = await metrics().requestSeconds.get();
  // Buckets are cumulative, and those of one route come in their order.
  const below = new Map<string, number>();
  for (const { metricName, labels, value } of values) {
    const { le } = labels as { le?: string | number };
    const component = componentOfRoute(String(labels.route), pages);
    if (component === null || !metricName?.endsWith("_bucket")) continue;
    const bound = Number(le);
    const upperMicroseconds = Number.isFinite(bound) ? Math.round(bound * 1_000_000) : UNBOUNDED_MICROSECONDS;
    const requests = value - (below.get(String(labels.route)) ?? 0);
    below.set(String(labels.route), value);
    const key = keyOf({ component, upperMicroseconds, requests });
    counts.set(key, { component, upperMicroseconds, requests: requests + (counts.get(key)?.requests ?? 0) });
  }
  return counts;
}

/** Adds what this process measured to the day's histogram, once a minute. A request writes nothing. */
export class LatencyRecorder {
  private readonly pages: ReadonlySet<string>;
  private stored: Counts = new Map();

  /** @param pages the paths of the portal's pages */
  constructor(pages: ReadonlySet<string>) {
    this.pages = pages;
  }

  /** Stores what was measured since the last call. If that fails, the next call stores it. */
  async store({ db, clock }: Pick<Context, "db" | "clock">): Promise<void> {
    const counts = await countRequests(this.pages);
    const rows = [...counts.values()].flatMap((count) => {
      const requests = count.requests - (this.stored.get(keyOf(count))?.requests ?? 0);
      return requests > 0 ? [{ ...count, day: utcDay(clock()), requests }] : [];
    });
    // In one order, because several processes write the same rows.
    rows.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    if (rows.length > 0) {
      await db
        .insert(statusLatencies)
        .values(rows)
        .onConflictDoUpdate({
          target: [statusLatencies.component, statusLatencies.day, statusLatencies.upperMicroseconds],
          set: { requests: sql`${statusLatencies.requests} + excluded.requests` },
        });
    }
    this.stored = counts;
  }
}

/** Returns the requests of all instances since a day, by component and bucket. @param since YYYY-MM-DD */
export async function readLatencies({ db }: Pick<Context, "db">, since: string): Promise<LatencyCount[]> {
  const { component, upperMicroseconds, requests, day } = statusLatencies;
  return db
    .select({ component, upperMicroseconds, requests: sql<number>`sum(${requests})`.mapWith(Number) })
    .from(statusLatencies)
    .where(gte(day, since))
    .groupBy(component, upperMicroseconds);
}
