import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { type AgentRow, agentCounts, agents } from "@/lib/database/schema/agents";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { agentRow } from "@/lib/features/agents/testing/agent-row";
import { type AssessedAgent, NOTHING_ON_RECORD, standingOf, utcDay } from "../rules";
import { readAssessed } from "./events";
import { refreshStaleTrust, refreshTrust } from "./standing";

const database = testDatabase();
const NOW = new Date("2030-06-30T12:00:00.000Z");
const REGISTERED = new Date("2030-01-01T00:00:00.000Z");

/** An agent registered 180 days before, with the standing of that day. */
function newRow(some: Partial<AgentRow> = {}): AssessedAgent {
  const did = `did:fed:s1:${randomUUID()}`;
  const own = { name: "Atlas", provider: "Lattice Works", model: "qwen3-32b" };
  const dates = { registeredAt: REGISTERED, lastSeen: REGISTERED };
  const row = { ...agentRow({ did, ...own, ...dates, ...some }), events: NOTHING_ON_RECORD };
  return { ...row, ...standingOf(row, { at: REGISTERED, because: { kind: "registered" } }), ...some };
}

async function addAgent(some: Partial<AgentRow> = {}): Promise<AssessedAgent> {
  const row = newRow(some);
  await database().insert(agents).values(row);
  return row;
}

const find = (did: string) => readAssessed(database(), did);

describe("refreshTrust", () => {
  const refresh = (row: AssessedAgent, now = NOW) =>
    database().transaction((tx) => refreshTrust(tx, row, { at: now, because: { kind: "registered" } }));

  it("stores the day's standing and returns the changes", async () => {
    const before = await addAgent();
    const { row, change } = await refresh(before);
    expect(row).toMatchObject({ trustScore: 25, trustTier: "T1", trustAsOf: "2030-06-30" });
    expect(change).toEqual({ from: { tier: "T1", score: 5 }, to: { tier: "T1", score: 25 } });
    expect(await find(before.did)).toEqual(row);
  });

  it("returns no change if only the day changed, and still stores the day", async () => {
    const { row: today } = await refresh(await addAgent());
    const { row, change } = await refresh(today, new Date("2030-07-01T00:00:00.000Z"));
    expect(change).toBeNull();
    expect((await find(row.did))?.trustAsOf).toBe("2030-07-01");
    expect(await refresh(row, new Date("2030-07-01T23:59:59.999Z"))).toEqual({ row, change: null });
  });

  it("leaves an operator's grant unchanged, whatever is earned", async () => {
    const { row } = await refresh(await addAgent({ grantedTier: "T4", trustTier: "T4" }));
    expect(row).toMatchObject({ trustTier: "T4", grantedTier: "T4", trustScore: 25 });
  });

  it("moves the counts by tier with the tier", async () => {
    const total = sql<number>`coalesce(sum(${agentCounts.agents}), 0)`.mapWith(Number);
    const countT2 = async () =>
      (await database().select({ total }).from(agentCounts).where(eq(agentCounts.trustTier, "T2")))[0]?.total ?? 0;
    const before = await countT2();
    const row = await addAgent({ trustTier: "T2" });
    expect(await countT2()).toBe(before + 1);
    await refresh(row);
    expect(await countT2()).toBe(before);
  });
});

describe("refreshStaleTrust", () => {
  const stale = (count: number) => Array.from({ length: count }, () => newRow({ trustTier: "T0", trustScore: 0 }));
  const currentRows = () => database().$count(agents, eq(agents.trustAsOf, utcDay(NOW)));

  it("rescores all 1,201 stale agents, each once, with two instances at it", async () => {
    await database().delete(agents);
    await database().insert(agents).values(stale(1_201));
    await addAgent({ trustAsOf: utcDay(NOW), trustScore: 99 });
    const refreshed = await Promise.all([refreshStaleTrust(database(), NOW), refreshStaleTrust(database(), NOW)]);
    expect(refreshed.reduce((sum, each) => sum + each, 0)).toBe(1_201);
    expect(await currentRows()).toBe(1_202);
    const [{ low, high } = {}] = await database()
      .select({
        low: sql`min(${agents.trustScore})`.mapWith(Number),
        high: sql`max(${agents.trustScore})`.mapWith(Number),
      })
      .from(agents);
    expect({ low, high }).toEqual({ low: 25, high: 99 });
    expect(await database().$count(agents, eq(agents.trustTier, "T1"))).toBe(1_202);
  });

  it("stores what refreshTrust would, grants included", async () => {
    const rows = [await addAgent(), await addAgent({ status: "unverified" }), await addAgent({ grantedTier: "T3" })];
    expect(await refreshStaleTrust(database(), NOW)).toBe(rows.length);
    for (const row of rows)
      expect(await find(row.did)).toMatchObject(standingOf(row, { at: NOW, because: { kind: "new_day" } }));
    expect(await refreshStaleTrust(database(), NOW)).toBe(0);
  });

  it("logs a changed tier, and does not log a score that changed alone", async () => {
    const moved = await addAgent({ trustTier: "T0", trustScore: 0 });
    const rescored = await addAgent({ trustTier: "T1", trustScore: 0 });
    await refreshStaleTrust(database(), NOW);
    const acts = (subject: string) => database().select().from(ledgerActs).where(eq(ledgerActs.subject, subject));
    expect(await acts(moved.did)).toMatchObject([
      { kind: "tier.changed", actor: "system", details: { from: "T0", to: "T1" } },
    ]);
    expect(await acts(rescored.did)).toEqual([]);
    expect((await find(rescored.did))?.trustScore).toBeGreaterThan(0);
  });
});
