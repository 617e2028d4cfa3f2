import { and, asc, desc, eq, isNotNull, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import type { DatabaseAddress } from "@/lib/database/address";
import { openClient } from "@/lib/database/client";
import { closeDatabase, openDatabase, setDatabaseClient } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { audits } from "@/lib/database/schema/council";
import { incidents } from "@/lib/database/schema/incidents";
import { ledgerActs, ledgerEntries } from "@/lib/database/schema/ledger";
import { relayEvents } from "@/lib/database/schema/relay";
import { statusOutages } from "@/lib/database/schema/system";
import { createTestDatabase } from "@/lib/database/testing/test-database";
import { ensureOperator } from "@/lib/features/access/service/bootstrap";
import { DEMO_END, readDemoEnd } from "@/lib/features/council/service/demo-end";
import { disputeStateOf } from "@/lib/features/disputes/service/read";
import { readVolume } from "@/lib/features/relay/service/status";
import { getServiceStatus } from "@/lib/features/status/service/status";
import { earnedTier, factsOf, isRegistered, utcDay } from "@/lib/features/trust/rules";
import { assessedAgent } from "@/lib/features/trust/service/events";
import { ANCHOR_LOG, COUNCIL_LOG } from "@/lib/ledger/append";
import { verifyStoredLog } from "@/lib/ledger/verify-stored";
import { seedDemo } from "./seed";
import { DEMO_AGENTS, DEMO_DECISIONS, DEMO_TRACE } from "./tables";

const database = openDatabase;
const ctx = () => systemContext(database());
/** Seeds like a start, on a separate client with long deadlines. */
async function start(address: DatabaseAddress): Promise<number> {
  const client = openClient(address, { responseMilliseconds: 300_000 });
  const own = systemContext(drizzle(client));
  await ensureSigningKey(own.db, undefined, new Date());
  return seedDemo(own).finally(() => client.end({ timeout: 5 }));
}

let copy: Awaited<ReturnType<typeof createTestDatabase>>;
let began: Date;
let made: number[];

beforeAll(async () => {
  copy = await createTestDatabase();
  setDatabaseClient(openClient(copy.address, { responseMilliseconds: 30_000 }));
  began = new Date();
  made = await Promise.all([start(copy.address), start(copy.address)]);
}, 300_000);
afterAll(async () => {
  await closeDatabase();
  await copy.drop();
});

describe("the demo federation", () => {
  it("is made once, for any number of concurrent starts", async () => {
    expect(made.sort((a, b) => a - b)).toEqual([0, DEMO_AGENTS.length + 1]);
    expect(await database().$count(agents)).toBe(DEMO_AGENTS.length + 1);
    expect(await database().$count(agents, eq(agents.isDemo, false))).toBe(0);
    expect(await seedDemo(ctx())).toBe(0);
  });

  it("is not made if there is real data, because its last act would call that invented", async () => {
    const other = await createTestDatabase();
    const client = openClient(other.address, { responseMilliseconds: 30_000 });
    try {
      const own = systemContext(drizzle(client));
      await ensureSigningKey(own.db, undefined, new Date());
      await ensureOperator(own, "an operator's token of 32 letters".replaceAll(" ", "-"), "");
      expect(await own.db.$count(ledgerActs)).toBeGreaterThan(0);
      expect(await seedDemo(own)).toBe(0);
      expect(await own.db.$count(agents)).toBe(0);
    } finally {
      await client.end({ timeout: 5 });
      await other.drop();
    }
  });

  it("ends with an act that says so, dated by the real clock", async () => {
    const [last, before] = await database().select().from(ledgerActs).orderBy(desc(ledgerActs.seq)).limit(2);
    expect(last).toMatchObject({ ...DEMO_END, actor: "system" });
    expect(last?.details["says"]).toMatch(/Everything before this entry is invented/);
    expect(last?.details["anchors"]).toBe(await database().$count(ledgerEntries, eq(ledgerEntries.log, ANCHOR_LOG)));
    expect(last?.createdAt.getTime()).toBeGreaterThanOrEqual(began.getTime());
    expect(await readDemoEnd(ctx())).toEqual({ id: last?.id, seq: last?.seq, at: last?.createdAt });
    expect(before?.createdAt.getTime()).toBeLessThanOrEqual(began.getTime());
  });

  it.each([COUNCIL_LOG, ANCHOR_LOG])("leaves a %s log that verifies, with dates that never go back", async (log) => {
    expect(await verifyStoredLog(database(), log)).toMatchObject({ fault: null });
    const dates = await database()
      .select({ at: ledgerEntries.createdAt })
      .from(ledgerEntries)
      .where(eq(ledgerEntries.log, log))
      .orderBy(asc(ledgerEntries.seq));
    const times = dates.map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(began.getTime() - (times[0] ?? 0)).toBeGreaterThan(100 * 86_400_000);
  });

  it("has tiers that are earned, and grants with a reason for T4 only", async () => {
    const rows = await database().select(assessedAgent).from(agents);
    for (const row of rows) {
      const earned = earnedTier(factsOf(row), isRegistered(row), utcDay(began));
      expect([row.did, row.trustTier]).toEqual([row.did, row.grantedTier ?? earned]);
    }
    const granted = rows.filter(({ grantedTier }) => grantedTier !== null);
    expect(granted.map(({ grantedTier }) => grantedTier)).toEqual(DEMO_DECISIONS.grants.map(() => "T4"));
    for (const { did, trustScore } of granted) expect([did, trustScore >= 60]).toEqual([did, true]);
    const tiers = ["T0", "T1", "T2", "T3", "T4"].map((tier) => rows.filter((row) => row.trustTier === tier).length);
    expect(tiers.every((count) => count > 0)).toBe(true);
    expect(rows.filter(({ provenKey }) => provenKey !== "").length).toBeGreaterThan(rows.length / 2);
  });

  it("has 90 days of checks, an outage among them, and an agent that its owner withdrew", async () => {
    const { components } = await getServiceStatus(ctx());
    for (const { name, days } of components) expect([name, days.length]).toEqual([name, 90]);
    const outages = await database().$count(statusOutages);
    expect(outages).toBe(DEMO_DECISIONS.outages.length);
    expect(await database().$count(agents, eq(agents.status, "withdrawn"))).toBe(DEMO_DECISIONS.withdrawals.length);
  });

  it("has both sides of incidents: a reply that waits, one with a decision, and a text that was redacted", async () => {
    const states = await database()
      .select({ state: disputeStateOf(sql`'incident:' || ${incidents.id}`), description: incidents.description })
      .from(incidents);
    expect(states.flatMap(({ state }) => state ?? []).sort()).toEqual(["disputed", "upheld"]);
    expect(states.filter(({ description }) => description.startsWith("Redacted on "))).toHaveLength(1);
  });

  it("has data for every chart: a month of traffic, audits over months, incidents of hours and days", async () => {
    const days = await readVolume(ctx(), { days: 30 });
    expect(days.filter(({ events, routings }) => events + routings > 0).length).toBeGreaterThan(20);
    const [span] = await database()
      .select({
        days: sql<number>`extract(day from max(${audits.createdAt}) - min(${audits.createdAt}))::int`,
      })
      .from(audits);
    expect(span?.days).toBeGreaterThan(90);
    const resolved = await database().select().from(incidents).where(isNotNull(incidents.resolvedAt));
    const hours = resolved.map(({ createdAt, resolvedAt }) => (Number(resolvedAt) - Number(createdAt)) / 3_600_000);
    expect(hours.filter((each) => each >= 24).length).toBeGreaterThan(2);
    expect(Math.min(...hours)).toBeGreaterThan(1);
    expect(
      await database().$count(incidents, and(isNotNull(incidents.confirmedAt), isNotNull(incidents.reporter))),
    ).toBeGreaterThan(5);
    expect(await database().$count(relayEvents, eq(relayEvents.traceId, DEMO_TRACE))).toBe(6);
  });
});
