import { describe, expect, it } from "vitest";
import { GET as profile } from "@/app/api/agents/[did]/route";
import { POST as audit } from "@/app/api/council/audit/route";
import { testDatabase } from "@/lib/database/testing/test-database";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { joinAgent } from "@/lib/features/agents/service/join";
import { registerAgent } from "@/lib/features/agents/service/register";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { freshDid, memberFixtures } from "@/lib/features/agents/testing/fixtures";
import { factsOf, scoreAgent, utcDay } from "@/lib/features/trust/rules";
import { readAssessed } from "@/lib/features/trust/service/events";
import { refreshStaleTrust } from "@/lib/features/trust/service/standing";
import { get, post } from "@/lib/testing/call";
import { recordAudit } from "./audit";

const database = testDatabase();
const { ctx, registered, auditor, operatorToken, standing, actsOn } = memberFixtures(database);

/** What the audits add to an agent's score, whose signals must add up to it. */
async function auditPoints(did: string) {
  const { body } = await get(profile, "", { did });
  const signals = body["signals"] as { name: string; contribution: number; explanation: string }[];
  const sum = signals.reduce((total, { contribution }) => total + contribution, 0);
  expect(sum).toBeCloseTo(body["trust_score"] as number, 6);
  return signals.find(({ name }) => name === "audits");
}

describe("concurrent events of one agent", () => {
  const passed = async (did: string) => {
    const { standing } = await recordAudit(ctx(), { did, verdict: "pass", summary: "s", findings: [], evidence: [] });
    return standing;
  };
  it.each([
    ["two audits", passed],
    ["an audit and a grant", (did: string) => grantTier(ctx(), { did, tier: "T2", reason: "r" })],
    ["an audit and a registration", (did: string) => registerAgent(ctx(), { did })],
    ["an audit and a suspension", (did: string) => setStatus(ctx(), { did, status: "suspended", reason: "r" })],
  ])("all count, and the last caller gets the final standing: %s", async (_, act) => {
    for (let round = 0; round < 10; round += 1) {
      const did = await registered();
      const both = round % 2 ? [act, passed] : [passed, act];
      const told = await Promise.all(both.map((one) => one(did)));
      const row = await readAssessed(database(), did);
      if (!row) throw new Error("no agent");
      const { score } = scoreAgent(factsOf(row), row.trustAsOf);
      expect(row.trustScore).toBe(score);
      expect(row.auditsPassed).toBe(row.events.audits.length);
      expect(told.map((standing) => standing?.trust_score)).toContain(score);
    }
  });
});

describe("a completed audit moves the standing at once", () => {
  it("up to T2 with a pass, if the score suffices, and back to T1 with a fail", async () => {
    const did = freshDid();
    const yearAgo = new Date(Date.now() - 365 * 86_400_000);
    await registerAgent(ctx(yearAgo), { did, role: "r", model: "m", skills: ["s"], capabilities: ["c"] });
    const { token } = await auditor();
    const passed = await post(audit, { did, verdict: "pass" }, { token });
    expect(passed.body["standing"]).toEqual({ trust_tier: "T2", trust_score: 46 });
    expect(await actsOn(did)).toEqual(["audit.recorded", "tier.changed"]);
    const failed = await post(audit, { did, verdict: "fail" }, { token });
    expect(failed.body["standing"]).toEqual({ trust_tier: "T1", trust_score: 26 });
    expect(await standing(did)).toMatchObject({ tier: "T1", score: 26 });
  });

  it("to T3 with three passes by two auditors, and out of it by one failure", async () => {
    const did = freshDid();
    const yearAgo = new Date(Date.now() - 365 * 86_400_000);
    await registerAgent(ctx(yearAgo), { did, role: "r", model: "m", skills: ["s"], capabilities: ["c"] });
    const [first, second] = [await auditor(), await auditor()];
    for (const { token } of [first, first, second]) await post(audit, { did, verdict: "pass" }, { token });
    expect(await standing(did)).toMatchObject({ tier: "T3", score: 70 });
    await post(audit, { did, verdict: "fail" }, { token: second.token });
    expect(await standing(did)).toMatchObject({ tier: "T1" });
    await post(audit, { did, verdict: "pass" }, { token: second.token });
    expect(await standing(did)).toMatchObject({ tier: "T2" });
  });

  it("and a failed one ends a granted tier, until an operator grants again", async () => {
    const did = await registered();
    await grantTier(ctx(), { did, tier: "T4", reason: "Trusted." });
    await post(audit, { did, verdict: "fail" }, { token: await operatorToken() });
    expect(await standing(did)).toMatchObject({ tier: "T1", granted: null });
    expect(await actsOn(did)).toEqual(["tier.granted", "audit.recorded", "tier.grant_lapsed", "tier.changed"]);
    await grantTier(ctx(), { did, tier: "T3", reason: "Looked into." });
    expect(await standing(did)).toMatchObject({ tier: "T3", granted: "T3" });
  });

  it("with figures that add up on the profile, of a joined agent, and after registering and the daily refresh too", async () => {
    const did = freshDid();
    const { token } = await auditor();
    await joinAgent(ctx(), { did });
    await post(audit, { did, verdict: "pass" }, { token });
    expect((await auditPoints(did))?.contribution).toBe(16);
    await registered(did);
    expect((await auditPoints(did))?.contribution).toBe(16);
    const inHalfAYear = new Date(Date.now() + 182 * 86_400_000);
    await refreshStaleTrust(database(), inHalfAYear);
    expect((await get(profile, "", { did })).body["as_of"]).toBe(utcDay(inHalfAYear));
    expect((await auditPoints(did))?.contribution).toBeCloseTo(8, 0);
  });

  it("of twenty at once, each counts once", async () => {
    const did = await registered();
    const { token } = await auditor();
    const codes = await Promise.all(
      Array.from({ length: 20 }, async () => (await post(audit, { did, verdict: "pass" }, { token })).status),
    );
    expect(new Set(codes)).toEqual(new Set([201]));
    expect(await auditPoints(did)).toMatchObject({
      contribution: 40,
      explanation: expect.stringMatching(/^20 passed/),
    });
  });
});
