import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { POST as audit } from "@/app/api/council/audit/route";
import { GET as list } from "@/app/api/council/audits/route";
import { GET as status } from "@/app/api/council/status/route";
import { audits } from "@/lib/database/schema/council";
import { ledgerActs, ledgerEntries } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { freshDid, memberFixtures } from "@/lib/features/agents/testing/fixtures";
import { COUNCIL_LOG } from "@/lib/ledger/append";
import { fromHex, toHex } from "@/lib/ledger/bytes";
import { payloadCommitment } from "@/lib/ledger/entry";
import { sha256 } from "@/lib/ledger/sha256";
import { get, post } from "@/lib/testing/call";
import { type Audit, CouncilStatus, RecordedAudit } from "../schema";

const database = testDatabase();
const { ctx, registered, tokenOf, auditor, operatorToken, standing } = memberFixtures(database);
const auditsOf = async (did: string) => (await get(list, { did })).body as { total: number; audits: unknown[] };

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

  it("can be compared with its entry by anyone: the list contains the salt", async () => {
    const did = await registered();
    const said = { did, verdict: "fail", summary: "Says äöü.", findings: [{ line: 1 }], evidence: [] };
    await post(audit, said, { token: await operatorToken() });
    const [listed] = (await auditsOf(did)).audits as Audit[];
    if (!listed) throw new Error("the audit is not listed");
    const { id, auditor: by, seq, salt } = listed;
    const payload = { subject: did, details: { id, ...said } };
    const commitment = payloadCommitment(sha256, fromHex(salt ?? ""), { did: by, kind: "audit.recorded", payload });
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
  ])("rejects %s and stores nothing", async (_, body) => {
    const token = await operatorToken();
    const before = await database().$count(audits);
    const answer = await post(audit, body, { token });
    expect(answer.status).toBe(400);
    expect(["Validation error", "Malformed request"]).toContain(answer.body["error"]);
    expect(await database().$count(audits)).toBe(before);
  });

  it("rejects a DID without a record, and names the field", async () => {
    const answer = await post(audit, { did: freshDid(), verdict: "pass" }, { token: await operatorToken() });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: "Validation error", message: expect.stringMatching(/^`did` /) });
  });

  it("needs a token, and tier T4", async () => {
    const did = await registered();
    expect((await post(audit, { did })).status).toBe(401);
    const low = await registered();
    const { status: code, body } = await post(audit, { did }, { token: await tokenOf(low) });
    expect([code, body["error"], body["code"]]).toEqual([403, "Trust too low", "TRUST_TOO_LOW"]);
    expect(body["message"]).toContain("T4");
  });

  it("lets no agent audit itself, nor act as another auditor", async () => {
    const { did, token } = await auditor();
    const self = await post(audit, { did, verdict: "pass" }, { token });
    expect([self.status, self.body["code"]]).toEqual([403, "NOT_INDEPENDENT"]);
    const posing = await post(audit, { did: await registered(), auditor: freshDid() }, { token });
    expect([posing.status, posing.body["code"]]).toEqual([403, "DID_MISMATCH"]);
    expect(await auditsOf(did)).toMatchObject({ total: 0 });
  });

  it("lets an organisation audit through its own agent at T4, and never its own agents", async () => {
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
    const alone = await post(audit, { did: sibling, verdict: "pass" }, { token: await tokenOf(own) });
    expect(alone.body["code"]).toBe("NOT_INDEPENDENT");
    expect(await as(other, own)).toMatchObject({ status: 201, body: { auditor: own } });
  });

  it("records one audit for one idempotency key, also for ten concurrent requests, and rejects the key for another", async () => {
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

  it("finds an operator's audit for the key also under the operator's name as up to version 0.3.0", async () => {
    const did = await registered();
    const { id, token } = await issueCredential(ctx(), { kind: "operator", label: "" });
    const said = { did, verdict: "pass", idempotency_key: "k-older" };
    const { body } = await post(audit, said, { token });
    const older = { auditor: `operator:${id}` };
    await database()
      .update(audits)
      .set(older)
      .where(eq(audits.id, String(body["id"])));
    expect((await post(audit, said, { token })).body["id"]).toBe(body["id"]);
    expect(await auditsOf(did)).toMatchObject({ total: 1 });
    expect((await post(audit, { ...said, verdict: "fail" }, { token })).status).toBe(409);
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
