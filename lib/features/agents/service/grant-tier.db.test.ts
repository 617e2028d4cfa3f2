import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { POST } from "@/app/api/agent/[did]/tier/route";
import { systemContext } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { TIERS } from "@/lib/identity/tiers";
import { post } from "@/lib/testing/call";
import { joinAgent } from "./join";
import { registerAgent } from "./register";

const database = testDatabase();
const ctx = () => systemContext(database());
const issueOperator = () => issueCredential(ctx(), { kind: "operator", label: "" });
const rowOf = async (did: string) => (await database().select().from(agents).where(eq(agents.did, did)))[0];
const actsOn = (did: string) =>
  database().select().from(ledgerActs).where(eq(ledgerActs.subject, did)).orderBy(ledgerActs.seq);

async function grant(did: string, body: unknown, token?: string) {
  return post(POST, body, { token: token ?? (await issueOperator()).token, params: { did } });
}

describe("POST /api/agent/{did}/tier", () => {
  it("grants a tier, keeps the score, and records who, why, the old tier and the new tier", async () => {
    const did = "did:fed:s1:granted";
    const before = await registerAgent(ctx(), { did });
    const { operator, token } = await issueOperator();
    const { status, body } = await grant(did, { tier: "T3", reason: " Audited by hand. " }, token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...before, trust_tier: "T3" });
    const details = { from: "T1", to: "T3", reason: "Audited by hand." };
    expect(await actsOn(did)).toMatchObject([
      { kind: "tier.granted", actor: `operator:${operator}`, subject: did, details },
    ]);
  });

  it("withdrawing a grant brings back the earned tier: T1 registered, T0 only joined", async () => {
    const [registered, joined] = ["did:fed:s1:registered", "did:fed:s1:joined"] as const;
    await registerAgent(ctx(), { did: registered });
    await joinAgent(ctx(), { did: joined });
    for (const [did, earned] of [
      [registered, "T1"],
      [joined, "T0"],
    ] as const) {
      expect((await grant(did, { tier: "T4", reason: "trial" })).body).toMatchObject({ trust_tier: "T4" });
      const { body } = await grant(did, { tier: null, reason: "trial over" });
      expect(body).toMatchObject({ trust_tier: earned });
      expect(await rowOf(did)).toMatchObject({ trustTier: earned, grantedTier: null });
      expect((await actsOn(did))[1]).toMatchObject({
        kind: "tier.grant_withdrawn",
        details: { from: "T4", to: earned, reason: "trial over" },
      });
    }
  });

  it("may grant every tier, the lowest too, and the grant outlives a new registration", async () => {
    const did = "did:fed:s1:every";
    await registerAgent(ctx(), { did });
    for (const tier of [...Object.keys(TIERS), "T0"]) {
      expect((await grant(did, { tier, reason: "test" })).body).toMatchObject({ trust_tier: tier });
      expect(await registerAgent(ctx(), { did, name: "again" })).toMatchObject({ trust_tier: tier });
    }
  });

  it("records each of several concurrent grants, in an order that ends with the present tier", async () => {
    const did = "did:fed:s1:contested";
    await registerAgent(ctx(), { did });
    const { token } = await issueOperator();
    const tiers = ["T0", "T1", "T2", "T3", "T4", "T0", "T1", "T2", "T3", "T4"];
    await Promise.all(tiers.map((tier) => grant(did, { tier, reason: "race" }, token)));
    const acts = await actsOn(did);
    expect(acts.map(({ details }) => details["to"]).sort()).toEqual([...tiers].sort());
    expect(acts.slice(1).map(({ details }) => details["from"])).toEqual(
      acts.slice(0, -1).map(({ details }) => details["to"]),
    );
    expect((await rowOf(did))?.trustTier).toBe(acts.at(-1)?.details["to"]);
  });

  it("is for operators only: 401 without a token, 403 to an agent of any tier and to an organisation", async () => {
    const did = "did:fed:s1:ambitious";
    await registerAgent(ctx(), { did, trust_tier: "T4" });
    const { token: agent } = await issueCredential(ctx(), { kind: "agent", did, label: "" });
    const { token: provider } = await issueCredential(ctx(), { kind: "provider", organisation: "Guild", label: "" });
    const acts = await actsOn(did);
    for (const token of [agent, provider]) {
      const answer = await grant(did, { tier: "T4", reason: "mine" }, token);
      expect(answer).toMatchObject({ status: 403, body: { error: "Forbidden", code: "OPERATOR_ONLY" } });
    }
    expect((await post(POST, { tier: "T4", reason: "mine" }, { params: { did } })).status).toBe(401);
    expect(await actsOn(did)).toEqual(acts);
  });

  it.each(["did:fed:s1:nobody", "no did at all", "", "nul\0", "\ud800", "d".repeat(10_000)])(
    "returns 404 Agent not found for %j and records nothing",
    async (did) => {
      const before = await database().select().from(ledgerActs).where(eq(ledgerActs.kind, "tier.granted"));
      const answer = await grant(did, { tier: "T2", reason: "test" });
      expect(answer).toMatchObject({ status: 404, body: { error: "Agent not found", code: "NOT_FOUND" } });
      const after = await database().select().from(ledgerActs).where(eq(ledgerActs.kind, "tier.granted"));
      expect(after).toEqual(before);
    },
  );

  it.each([
    {},
    { tier: "T2" },
    { tier: "T2", reason: "" },
    { tier: "T2", reason: "  " },
    { tier: "T2", reason: "r".repeat(1_001) },
    { tier: "T5", reason: "test" },
    { tier: "t2", reason: "test" },
    { reason: "test" },
  ])("rejects %j: a grant needs a tier and a reason", async (body) => {
    const did = "did:fed:s1:unreasoned";
    await registerAgent(ctx(), { did });
    expect(await grant(did, body)).toMatchObject({ status: 400, body: { error: "Validation error" } });
    expect(await actsOn(did)).toEqual([]);
  });
});
