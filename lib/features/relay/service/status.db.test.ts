import { describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { setFreeze } from "@/lib/features/council/freezes/service/freezes";
import { appendEvent } from "./append";
import type { Routing } from "./insert-events";
import { countRoutings, getRelayDrift, getRelayStatus, readVolume } from "./status";

const database = testDatabase();
const NOON = new Date("2040-01-02T12:20:00.000Z");
const hoursBefore = (hours: number) => new Date(NOON.getTime() - hours * 3_600_000);
const ctx = (): Context => ({ ...systemContext(database()), clock: () => NOON });

/** Routes or sends in the past, each time on a new trace, because times on a trace never go back. */
const append = (at: Date, routing?: Partial<Routing>) =>
  appendEvent(database(), {
    traceId: crypto.randomUUID(),
    srcDid: "did:fed:s1:src",
    intent: "hello",
    at,
    routing: routing && {
      ...{
        match: "semantic",
        decision: { threshold: 0.5 },
        semanticScore: 0.9,
        threshold: 0.5,
        durationMilliseconds: 1,
        ...routing,
      },
    },
  });

describe("getRelayStatus", () => {
  it("returns zeros and no latency without traffic", async () => {
    const nothing = { events: 0, routings: 0, matches: { semantic: 0, syntactic: 0, none: 0 } };
    expect(await getRelayStatus(ctx())).toEqual({
      ...{ frozen: false, reason: null, since: null, totals: nothing, last_24h: nothing },
      route_latency_ms: { p50: null, p99: null, samples: 0 },
      generated_at: NOON.toISOString(),
    });
  });

  it("returns the traffic in total, and in the last 24 hours of the clock", async () => {
    await Promise.all([
      append(NOON),
      append(hoursBefore(23)),
      append(hoursBefore(24)),
      append(hoursBefore(1_000), { match: "none", durationMilliseconds: 1_000 }),
      ...[1, 2, 3, 4].map((durationMilliseconds) => append(hoursBefore(2), { durationMilliseconds })),
      append(hoursBefore(3), { match: "syntactic", durationMilliseconds: 100 }),
    ]);
    const status = await getRelayStatus(ctx());
    expect(status.totals).toEqual({ events: 3, routings: 6, matches: { semantic: 4, syntactic: 1, none: 1 } });
    expect(status.last_24h).toEqual({ events: 2, routings: 5, matches: { semantic: 4, syntactic: 1, none: 0 } });
    expect(status.route_latency_ms).toEqual({ p50: 3, p99: 96.16, samples: 5 });
    expect(await countRoutings(ctx(), { days: 30 })).toEqual({ routed: 5, found: 5 });
    expect(await countRoutings(ctx(), { days: 60 })).toEqual({ routed: 6, found: 5 });
  });

  it("returns whether the relay is frozen, since when and why", async () => {
    await setFreeze(ctx(), { subsystem: "relay", frozen: true, reason: "an incident" });
    expect(await getRelayStatus(ctx())).toMatchObject({
      ...{ frozen: true, reason: "an incident", since: NOON.toISOString() },
    });
    await setFreeze(ctx(), { subsystem: "relay", frozen: false, reason: "over" });
  });
});

describe("getRelayDrift", () => {
  it("is the share of the scored intents of 24 hours below their threshold, in total and per hour", async () => {
    const drifted = { semanticScore: 0.2 };
    await append(hoursBefore(2), drifted);
    await append(hoursBefore(30), drifted);
    const drift = await getRelayDrift(ctx());
    expect(drift).toMatchObject({
      ...{ drift_ratio: 0.1667, samples: 6, drifted: 1, threshold: 0.5, generated_at: NOON.toISOString() },
      window: { hours: 24, from: "2040-01-01T13:00:00.000Z", to: NOON.toISOString() },
    });
    expect(["ok", "unavailable"]).toContain(drift.vector_store.status);
    expect(drift.series).toHaveLength(24);
    expect(drift.series.filter(({ samples }) => samples > 0)).toEqual([
      { hour: "2040-01-02T09:00:00.000Z", drift_ratio: 0, samples: 1, drifted: 0 },
      { hour: "2040-01-02T10:00:00.000Z", drift_ratio: 0.2, samples: 5, drifted: 1 },
    ]);
  });

  it("is 0 without a sample", async () => {
    const later = { ...ctx(), clock: () => new Date("2041-01-01T00:00:00.000Z") };
    expect(await getRelayDrift(later)).toMatchObject({ drift_ratio: 0, samples: 0, drifted: 0 });
  });
});

describe("readVolume", () => {
  it("returns only the last UTC days, also those without traffic", async () => {
    const at = (day: string) => append(new Date(`${day}T00:00:00.000Z`));
    await Promise.all([at("2042-03-01"), at("2042-03-01"), at("2042-02-28"), at("2042-02-26")]);
    await append(new Date("2042-02-28T23:59:59.999Z"), {});
    const now = { ...ctx(), clock: () => new Date("2042-03-01T23:59:59.999Z") };
    expect(await readVolume(now, { days: 3 })).toEqual([
      { day: "2042-02-27", events: 0, routings: 0 },
      { day: "2042-02-28", events: 1, routings: 1 },
      { day: "2042-03-01", events: 2, routings: 0 },
    ]);
  });
});
