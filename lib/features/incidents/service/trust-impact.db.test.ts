import { describe, expect, it } from "vitest";
import { POST as auditRoute } from "@/app/api/council/audit/route";
import { testDatabase } from "@/lib/database/testing/test-database";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { joinAgent } from "@/lib/features/agents/service/join";
import { freshDid } from "@/lib/features/agents/testing/fixtures";
import { readAssessed } from "@/lib/features/trust/service/events";
import { post } from "@/lib/testing/call";
import { incidentFixtures } from "../testing/fixtures";

const database = testDatabase();
const { ctx, registered, reporter, trusted, operatorToken, standing, actsOn, open, move, strike } =
  incidentFixtures(database);
const granted = async () => {
  const did = await registered();
  await grantTier(ctx(), { did, tier: "T4", reason: "Trusted." });
  return did;
};
const tiersOf = async (did: string) => (await actsOn(did)).filter((kind) => kind.startsWith("tier."));

describe("an operator's incident counts at once against the agents it names", () => {
  it.each([
    ["LOW", 2, "T3"],
    ["MAJOR", 8, "T3"],
    ["CRITICAL", 25, "T1"],
  ])("a %s one takes %d points, and leaves one that earned T3 at %s", async (severity, points, tier) => {
    const did = await trusted();
    const before = await standing(did);
    expect(before.tier).toBe("T3");
    await open({ severity, affected: [did] }, await operatorToken());
    expect(await standing(did)).toMatchObject({ tier, score: (before.score ?? 0) - points });
    expect((await tiersOf(did)).at(-1)).toBe("tier.changed");
  });

  it("a critical one ends a granted tier, with a log entry", async () => {
    const did = await granted();
    await open({ severity: "CRITICAL", affected: [did] }, await operatorToken());
    expect(await standing(did)).toMatchObject({ tier: "T1", granted: null });
    expect(await tiersOf(did)).toEqual(["tier.granted", "tier.grant_lapsed", "tier.changed"]);
  });

  it("counts from an agent's joining on, if it was named before", async () => {
    const did = freshDid();
    const operator = await operatorToken();
    const before = await registered(freshDid("other"));
    await open({ severity: "MAJOR", affected: [did] }, operator);
    await joinAgent(ctx(), { did });
    await registered(did);
    expect((await standing(did)).score).toBe(((await standing(before)).score ?? 0) - 8);
  });

  it("of ten at once that name the same agents, in any order, each counts once", async () => {
    const dids = await Promise.all([trusted(), trusted(), trusted()]);
    const { score = 0 } = await standing(dids[0] ?? "");
    const operator = await operatorToken();
    const orders = Array.from({ length: 10 }, (_, at) => (at % 2 ? dids : dids.toReversed()));
    await Promise.all(orders.map((affected) => open({ severity: "LOW", affected }, operator)));
    for (const did of dids) expect((await standing(did)).score).toBeCloseTo(score - 20, 6);
  });
});

describe("and its weight can be taken away", () => {
  it.each(["struck", "unfounded"])(
    "%s: score, earned tier and ended grant are as before, with a log entry",
    async (how) => {
      const operator = await operatorToken();
      const [earned, given] = [await trusted(), await granted()];
      const before = [await standing(earned), await standing(given)];
      const { id } = await open({ severity: "CRITICAL", affected: [earned, given] }, operator);
      const named = async () => (await readAssessed(database(), earned))?.incidentsNamed;
      expect(await named()).toBe(1);
      if (how === "struck") for (const did of [earned, given]) await strike(id, did, operator);
      else await move(id, "RESOLVED", operator, { unfounded: true });
      expect([await standing(earned), await standing(given)]).toEqual(before);
      expect(await named()).toBe(0);
      expect((await tiersOf(given)).slice(-2)).toEqual(["tier.grant_restored", "tier.changed"]);
    },
  );

  it("if it was resolved as a true one it stays, and agents can still be removed", async () => {
    const operator = await operatorToken();
    const did = await trusted();
    const { id } = await open({ severity: "CRITICAL", affected: [did] }, operator);
    await move(id, "RESOLVED", operator);
    expect(await standing(did)).toMatchObject({ tier: "T1" });
    await strike(id, did, operator);
    expect(await standing(did)).toMatchObject({ tier: "T3" });
  });

  it("a grant stays ended as long as another critical incident names the agent, and comes back with the last", async () => {
    const operator = await operatorToken();
    const did = await granted();
    const first = await open({ severity: "CRITICAL", affected: [did] }, operator);
    const second = await open({ severity: "CRITICAL", affected: [did] }, operator);
    await strike(first.id, did, operator);
    expect(await standing(did)).toMatchObject({ tier: "T1", granted: null });
    await move(second.id, "RESOLVED", operator, { unfounded: true });
    expect(await standing(did)).toMatchObject({ tier: "T4", granted: "T4" });
  });

  it("a grant stays ended if another incident is cleared, even if the log's clock was ahead of the report's", async () => {
    const operator = await operatorToken();
    const did = await granted();
    const other = await open({ severity: "LOW", affected: [did] }, operator);
    const ahead = new Date(Date.now() + 60_000);
    await grantTier(ctx(ahead), { did: await registered(), tier: "T2", reason: "By another clock." });
    await open({ severity: "CRITICAL", affected: [did] }, operator);
    await strike(other.id, did, operator);
    expect(await standing(did)).toMatchObject({ tier: "T1", granted: null });
  });

  it("a grant that a later failed audit, or an operator, would have ended too does not come back", async () => {
    const operator = await operatorToken();
    const [failed, withdrawn] = [await granted(), await granted()];
    const { id } = await open({ severity: "CRITICAL", affected: [failed, withdrawn] }, operator);
    await post(auditRoute, { did: failed, verdict: "fail" }, { token: operator });
    await grantTier(ctx(), { did: withdrawn, tier: null, reason: "No more." });
    await move(id, "RESOLVED", operator, { unfounded: true });
    for (const did of [failed, withdrawn]) expect(await standing(did)).toMatchObject({ tier: "T1", granted: null });
  });

  it("is an operator's to do, once, and for an agent that is named", async () => {
    const operator = await operatorToken();
    const did = await registered();
    const agent = await reporter();
    const { id } = await open({ affected: [did] }, agent.token);
    expect((await strike(id, did, agent.token)).status).toBe(403);
    expect((await strike(id, await registered(), operator)).status).toBe(404);
    const codes = await Promise.all(Array.from({ length: 4 }, async () => (await strike(id, did, operator)).status));
    expect(codes.toSorted()).toEqual([200, 409, 409, 409]);
    expect((await actsOn(`incident:${id}`)).filter((kind) => kind === "incident.agent_struck")).toHaveLength(1);
  });
});
