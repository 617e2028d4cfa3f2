import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { GET as profile } from "@/app/api/agents/[did]/route";
import { POST as audit } from "@/app/api/council/audit/route";
import { GET as list } from "@/app/api/council/audits/route";
import { GET as status } from "@/app/api/council/status/route";
import { issueCredential } from "@/lib/access/service/credentials";
import { grantTier } from "@/lib/agents/service/grant-tier";
import { joinAgent } from "@/lib/agents/service/join";
import { registerAgent } from "@/lib/agents/service/register";
import { setStatus } from "@/lib/agents/service/set-status";
import { systemContext } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { audits } from "@/lib/db/schema/council";
import { ledgerActs, ledgerEntries } from "@/lib/db/schema/ledger";
import { testDatabase } from "@/lib/db/testing/test-database";
import { COUNCIL_LOG } from "@/lib/ledger/append";
import { fromHex, toHex } from "@/lib/ledger/bytes";
import { payloadCommitment } from "@/lib/ledger/entry";
import { sha256 } from "@/lib/ledger/sha256";
import { get, post } from "@/lib/testing/call";
import { factsOf, scoreAgent, utcDay } from "@/lib/trust/rules";
import { readAssessed } from "@/lib/trust/service/events";
import { refreshStaleTrust } from "@/lib/trust/service/standing";
import { type Audit, CouncilStatus, RecordedAudit } from "../schema";
import { recordAudit } from "./audit";

const database = testDatabase();
const ctx = (now = new Date()) => ({ ...systemContext(database()), clock: () => now });
const freshDid = (name = "agent") => `did:fed:s1:${name}-${randomUUID().slice(0, 8)}`;

async function registered(did = freshDid(), organisation?: string): Promise<string> {
  const caller = organisation
    ? ({ kind: "provider", credentialId: "c", organisation } as const)
    : ({ kind: "system" } as const);
  await registerAgent({ ...ctx(), caller }, { did, skills: ["s"], capabilities: ["c"], role: "r", model: "m" });
  return did;
}
/** A T4 agent with its token. */
async function auditor(): Promise<{ did: string; token: string }> {
  const did = await registered(freshDid("auditor"));
  await grantTier(ctx(), { did, tier: "T4", reason: "An auditor." });
  const { token } = await issueCredential(ctx(), { kind: "agent", did, label: "" });
  return { did, token };
}
const operatorToken = async () => (await issueCredential(ctx(), { kind: "operator", label: "" })).token;
const standing = async (did: string) => {
  const [row] = await database().select().from(agents).where(eq(agents.did, did));
  return { tier: row?.trustTier, score: row?.trustScore, granted: row?.grantedTier };
};
const actsOn = async (did: string) =>
  (await database().select().from(ledgerActs).where(eq(ledgerActs.subject, did)).orderBy(ledgerActs.seq)).map(
    ({ kind }) => kind,
  );
const auditsOf = async (did: string) => (await get(list, { did })).body as { total: number; audits: unknown[] };

/** What the audits add to an agent's score, whose signals must add up to it. */
async function auditPoints(did: string) {
  const { body } = await get(profile, "", { did });
  const signals = body["signals"] as { name: string; contribution: number; explanation: string }[];
  const sum = signals.reduce((total, { contribution }) => total + contribution, 0);
  expect(sum).toBeCloseTo(body["trust_score"] as number, 6);
  return signals.find(({ name }) => name === "audits");
}

describe("what comes to one agent at once", () => {
  const passed = async (did: string) => {
    const { standing } = await recordAudit(ctx(), { did, verdict: "pass", summary: "s", findings: [], evidence: [] });
    return standing;
  };
  it.each([
    ["two audits", passed],
    ["an audit and a grant", (did: string) => grantTier(ctx(), { did, tier: "T2", reason: "r" })],
    ["an audit and a registration", (did: string) => registerAgent(ctx(), { did })],
    ["an audit and a suspension", (did: string) => setStatus(ctx(), { did, status: "suspended", reason: "r" })],
  ])("all counts, and whoever came last is told so: %s", async (_, act) => {
    for (let round = 0; round < 10; round += 1) {
      const did = await registered();
      const both = round % 2 ? [act, passed] : [passed, act];
      const told = await Promise.all(both.map((one) => one(did)));
      const row = await readAssessed(database(), did);
      if (!row) throw new Error("no agent");
      const { score } = scoreAgent(factsOf(row), row.trustAsOf);
      expect(row.trustScore).toBe(score);
      expect(told.map((standing) => standing?.trust_score)).toContain(score);
    }
  });
});

describe("POST /api/council/audit", () => {
  it("records an audit with its place in the council's log, and shows it in the list", async () => {
    const did = await registered();
    const { did: by, token } = await auditor();
    const said = {
      did,
      verdict: "pass",
      summary: "Does what it says.",
      findings: ["None."],
      evidence: [{ sha256: "ab" }],
    };
    const { status: code, body } = await post(audit, said, { token });
    expect(code).toBe(201);
    expect(RecordedAudit.parse(body)).toEqual(body);
    expect(body).toMatchObject({ ...said, auditor: by, status: "completed" });
    const [entry] = await database()
      .select()
      .from(ledgerActs)
      .where(eq(ledgerActs.seq, body["seq"] as number));
    expect(entry).toMatchObject({ kind: "audit.recorded", actor: by, subject: did });
    const { standing: _, ...listed } = body;
    expect(await auditsOf(did)).toMatchObject({ total: 1, audits: [listed] });
  });

  it("can be held against its entry by anyone: the salt is with it in the list", async () => {
    const did = await registered();
    const said = { did, verdict: "fail", summary: "Says äöü.", findings: [{ line: 1 }], evidence: [] };
    await post(audit, said, { token: await operatorToken() });
    const [listed] = (await auditsOf(did)).audits as Audit[];
    if (!listed) throw new Error("the audit is not listed");
    const { id, auditor: by, seq, salt } = listed;
    const payload = { subject: did, details: { id, ...said } };
    const commitment = payloadCommitment(sha256, fromHex(salt), { did: by, kind: "audit.recorded", payload });
    const [entry] = await database()
      .select()
      .from(ledgerEntries)
      .where(and(eq(ledgerEntries.log, COUNCIL_LOG), eq(ledgerEntries.seq, seq)));
    expect(toHex(commitment)).toBe(toHex(entry?.payloadCommitment ?? new Uint8Array()));
  });

  it("takes a bare DID: pending, with nothing to say, and no effect on the standing", async () => {
    const did = await registered();
    const before = await standing(did);
    const { status: code, body } = await post(audit, { did }, { token: await operatorToken() });
    expect(code).toBe(201);
    expect(body).toMatchObject({ verdict: "pending", status: "pending", summary: "", findings: [], evidence: [] });
    expect(await standing(did)).toEqual(before);
  });

  it.each<[string, unknown]>([
    ["no body at all", ""],
    ["no did", { verdict: "pass" }],
    ["a did that is none", { did: "atlas" }],
    ["a did that is a number", { did: 7 }],
    ["a verdict nobody knows", { did: "did:fed:s1:x", verdict: "maybe" }],
    ["a summary too long", { did: "did:fed:s1:x", summary: "x".repeat(4_001) }],
    ["findings that are a number", { did: "did:fed:s1:x", findings: 3 }],
    ["a NUL in the summary", { did: "did:fed:s1:x", summary: "a\0b" }],
    ["a lone surrogate in a finding", '{"did": "did:fed:s1:x", "findings": ["\\ud800"]}'],
  ])("refuses %s and stores nothing", async (_, body) => {
    const token = await operatorToken();
    const before = await database().$count(audits);
    const answer = await post(audit, body, { token });
    expect(answer.status).toBe(400);
    expect(["Validation error", "Malformed request"]).toContain(answer.body["error"]);
    expect(await database().$count(audits)).toBe(before);
  });

  it("needs a token, and tier T4", async () => {
    const did = await registered();
    expect((await post(audit, { did })).status).toBe(401);
    const low = await registered();
    const { token } = await issueCredential(ctx(), { kind: "agent", did: low, label: "" });
    const { status: code, body } = await post(audit, { did }, { token });
    expect([code, body["error"], body["code"]]).toEqual([403, "Trust too low", "TRUST_TOO_LOW"]);
    expect(body["message"]).toContain("T4");
  });

  it("lets nobody audit itself, nor act as another auditor", async () => {
    const { did, token } = await auditor();
    const self = await post(audit, { did, verdict: "pass" }, { token });
    expect([self.status, self.body["code"]]).toEqual([403, "NOT_INDEPENDENT"]);
    const posing = await post(audit, { did: await registered(), auditor: freshDid() }, { token });
    expect([posing.status, posing.body["code"]]).toEqual([403, "DID_MISMATCH"]);
    expect(await auditsOf(did)).toMatchObject({ total: 0 });
  });

  it("lets an organisation audit through an agent of its own at T4, and never its own agents", async () => {
    const organisation = `Assay ${randomUUID()}`;
    const [own, sibling] = [await registered(freshDid(), organisation), await registered(freshDid(), organisation)];
    const other = await registered();
    const { token } = await issueCredential(ctx(), { kind: "provider", organisation, label: "" });
    const as = (did: string, by?: string) => post(audit, { did, auditor: by, verdict: "pass" }, { token });
    expect((await as(other)).status).toBe(400);
    expect((await as(other, await registered())).body["code"]).toBe("DID_MISMATCH");
    expect((await as(other, own)).body["code"]).toBe("TRUST_TOO_LOW");
    await grantTier(ctx(), { did: own, tier: "T4", reason: "An auditor." });
    expect((await as(sibling, own)).body["code"]).toBe("NOT_INDEPENDENT");
    expect(await as(other, own)).toMatchObject({ status: 201, body: { auditor: own } });
  });

  it("records one audit for one idempotency key, also of ten at once, and refuses the key for another", async () => {
    const did = await registered();
    const { token } = await auditor();
    const said = { did, verdict: "pass", idempotency_key: "k-1" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(audit, said, { token })));
    expect(new Set(answers.map(({ status: code }) => code))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body }) => body["id"])).size).toBe(1);
    expect(await auditsOf(did)).toMatchObject({ total: 1 });
    const other = await post(audit, { ...said, verdict: "fail" }, { token });
    expect([other.status, other.body["code"]]).toEqual([409, "CONFLICT"]);
  });
});

describe("a completed audit moves the standing at once", () => {
  it("up to T2 with a pass, where the score suffices, and back to T1 with a fail", async () => {
    const did = freshDid();
    const yearAgo = new Date(Date.now() - 365 * 86_400_000);
    await registerAgent(ctx(yearAgo), { did, role: "r", model: "m", skills: ["s"], capabilities: ["c"] });
    const { token } = await auditor();
    const passed = await post(audit, { did, verdict: "pass" }, { token });
    expect(passed.body["standing"]).toEqual({ trust_tier: "T2", trust_score: 51 });
    expect(await actsOn(did)).toEqual(["audit.recorded", "tier.changed"]);
    const failed = await post(audit, { did, verdict: "fail" }, { token });
    expect(failed.body["standing"]).toEqual({ trust_tier: "T1", trust_score: 31 });
    expect(await standing(did)).toMatchObject({ tier: "T1", score: 31 });
  });

  it("to T3 with three passes by two auditors, and out of it by one failure", async () => {
    const did = freshDid();
    const yearAgo = new Date(Date.now() - 365 * 86_400_000);
    await registerAgent(ctx(yearAgo), { did, role: "r", model: "m", skills: ["s"], capabilities: ["c"] });
    const [first, second] = [await auditor(), await auditor()];
    for (const { token } of [first, first, second]) await post(audit, { did, verdict: "pass" }, { token });
    expect(await standing(did)).toMatchObject({ tier: "T3", score: 75 });
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

  it("with figures that add up on the profile, after joining, registering and the daily refresh too", async () => {
    const did = freshDid();
    const { token } = await auditor();
    const early = await post(audit, { did, verdict: "pass" }, { token });
    expect(early.body["standing"]).toBeNull();
    await joinAgent(ctx(), { did });
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

describe("GET /api/council/audits and /api/council/status", () => {
  it("filters by agent, auditor and verdict; what cannot be a name matches nothing", async () => {
    const did = await registered();
    const { did: by, token } = await auditor();
    await post(audit, { did, verdict: "pass" }, { token });
    await post(audit, { did, verdict: "fail" }, { token });
    expect((await get(list, { auditor: by })).body).toMatchObject({ total: 2 });
    expect((await get(list, { did, verdict: "fail" })).body).toMatchObject({ total: 1, audits: [{ verdict: "fail" }] });
    expect((await get(list, { did: "a\0b" })).body).toMatchObject({ total: 0, audits: [] });
    expect((await get(list, { did, limit: "1", offset: "1" })).body).toMatchObject({
      total: 2,
      limit: 1,
      audits: [{ verdict: "pass" }],
    });
  });

  it("counts audits, completed ones, and the verified agents", async () => {
    const before = CouncilStatus.parse((await get(status)).body).stats;
    const did = await registered();
    const token = await operatorToken();
    await post(audit, { did }, { token });
    await post(audit, { did, verdict: "pass" }, { token });
    const { module, did: council, stats } = CouncilStatus.parse((await get(status)).body);
    expect([module, council]).toEqual(["council", "did:fed:s0:council"]);
    expect(stats).toEqual({
      total_audits: before.total_audits + 2,
      completed_audits: before.completed_audits + 1,
      verified_agents: before.verified_agents + 1,
    });
  });
});
