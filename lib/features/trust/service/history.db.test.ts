import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GET as history } from "@/app/api/agents/[did]/history/route";
import { systemContext } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { joinAgent } from "@/lib/features/agents/service/join";
import { registerAgent } from "@/lib/features/agents/service/register";
import { recordAudit } from "@/lib/features/council/service/audit";
import { Tier } from "@/lib/identity/tiers";
import { get } from "@/lib/testing/call";
import { TrustHistory } from "../schema";
import { refreshStaleTrust } from "./standing";

const database = testDatabase();
const freshDid = () => `did:fed:s1:${randomUUID()}`;
const START = Date.parse("2030-01-01T12:00:00.000Z");
const on = (day: number) => ({ ...systemContext(database()), clock: () => new Date(START + day * 86_400_000) });
const AUDIT = { summary: "", findings: [], evidence: [] };

const read = async (did: string, query: Record<string, string> = {}) =>
  TrustHistory.parse((await get(history, query, { did })).body);
const kinds = async (did: string) => (await read(did)).changes.map(({ reason }) => reason.kind).reverse();

type Act = { days: number; act: "register" | "day" | "pass" | "fail" | { grant: Tier | null } };
const act = fc.record({
  days: fc.integer({ min: 0, max: 40 }),
  act: fc.oneof(
    fc.constantFrom<Act["act"]>("register", "day", "pass", "fail"),
    fc.record({ grant: fc.constantFrom(null, ...Tier.options) }),
  ),
});

describe("an agent's history", () => {
  it("begins with joining, and shows each change once, with its act", async () => {
    const did = freshDid();
    await joinAgent(on(0), { did });
    await registerAgent(on(0), { did, role: "r", model: "m" });
    const { id, seq } = await recordAudit(on(1), { ...AUDIT, did, verdict: "pass" });
    await grantTier(on(2), { did, tier: "T3", reason: "Known." });
    await grantTier(on(3), { did, tier: null, reason: "Enough." });
    expect(await kinds(did)).toEqual(["joined", "registered", "audit_passed", "tier_granted", "grant_withdrawn"]);
    const { changes } = await read(did);
    expect(changes[2]).toMatchObject({ at: "2030-01-02T12:00:00.000Z", as_of: "2030-01-02", trust_score: 21.1 });
    expect(changes[2]?.reason).toEqual({ kind: "audit_passed", reference: id, seq });
    const grantSeq = changes[1]?.reason.seq ?? 0;
    const [granted] = await database().select().from(ledgerActs).where(eq(ledgerActs.seq, grantSeq));
    expect(granted).toMatchObject({ kind: "tier.granted", subject: did });
  });

  it("writes nothing if nothing changes", async () => {
    const did = freshDid();
    for (let again = 0; again < 3; again += 1) await joinAgent(on(0), { did });
    await recordAudit(on(0), { ...AUDIT, did, verdict: "pending" });
    await refreshStaleTrust(database(), on(0).clock());
    expect(await kinds(did)).toEqual(["joined"]);
  });

  it("is written for every write of a standing, also by a bulk statement", async () => {
    const did = freshDid();
    await joinAgent(on(0), { did });
    await database().update(agents).set({ trustScore: 99 }).where(eq(agents.did, did));
    expect((await read(did)).changes.map(({ trust_score }) => trust_score)).toEqual([99, 0]);
  });

  it("when replayed from its beginning, is every standing that the agent ever had", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
        const did = freshDid();
        await joinAgent(on(0), { did });
        const seen: string[] = [];
        const look = async () => {
          const [row] = await database().select().from(agents).where(eq(agents.did, did));
          const now = `${row?.trustTier} ${row?.trustScore}`;
          if (seen.at(-1) !== now) seen.push(now);
        };
        await look();
        let day = 0;
        for (const { days, act: one } of acts) {
          day += days;
          if (one === "register") await registerAgent(on(day), { did, role: `r${day}` });
          else if (one === "day") await refreshStaleTrust(database(), on(day).clock());
          else if (one === "pass" || one === "fail") await recordAudit(on(day), { ...AUDIT, did, verdict: one });
          else await grantTier(on(day), { did, tier: one.grant, reason: "Because." });
          await look();
        }
        const told = (await read(did)).changes.map((each) => `${each.trust_tier} ${each.trust_score}`).reverse();
        expect(told).toEqual(seen);
      }),
      { numRuns: 25 },
    );
  });

  it("rolls back with the act that would have changed it", async () => {
    const did = freshDid();
    await joinAgent(on(0), { did });
    const failed = database().transaction(async (tx) => {
      await tx.update(agents).set({ trustScore: 50 }).where(eq(agents.did, did));
      throw new Error("undone");
    });
    await expect(failed).rejects.toThrow("undone");
    expect((await read(did)).total).toBe(1);
  });

  it("is paged, and is not found if there is no such agent", async () => {
    const did = freshDid();
    await joinAgent(on(0), { did });
    await registerAgent(on(1), { did });
    expect(await read(did, { limit: "1", offset: "1" })).toMatchObject({
      total: 2,
      changes: [{ reason: { kind: "joined" } }],
    });
    expect(await read(did, { offset: "5" })).toMatchObject({ total: 2, changes: [] });
    for (const unknown of [freshDid(), "nonsense", "a\0b", ""]) {
      const { status, body } = await get(history, "", { did: unknown });
      expect([status, body["error"]]).toEqual([404, "Agent not found"]);
    }
  });
});
