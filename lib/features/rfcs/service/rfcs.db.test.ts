import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { POST as decision } from "@/app/api/rfc/[number]/decision/route";
import { POST as review } from "@/app/api/rfc/[number]/review/route";
import { GET as one } from "@/app/api/rfc/[number]/route";
import { GET as status } from "@/app/api/rfc/status/route";
import { GET as list } from "@/app/api/rfcs/route";
import { systemContext } from "@/lib/authority/context";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { rfcReviews } from "@/lib/database/schema/rfcs";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { grantTier } from "@/lib/features/agents/service/grant-tier";
import { registerAgent } from "@/lib/features/agents/service/register";
import type { Tier } from "@/lib/identity/tiers";
import { get, post } from "@/lib/testing/call";
import { RecordedReview, Rfc, RfcCounts } from "../schema";
import { syncRfcs } from "./sync-rfcs";
import { rfcTextOf } from "./texts";

const database = testDatabase();
const ctx = () => systemContext(database());
let last = 0;

/** Creates a separate RFC for each test. @returns its number */
async function entered(rfcStatus = "DRAFT"): Promise<string> {
  last += 1;
  const head = `number: ${last}\ntitle: Rule\nstatus: ${rfcStatus}\ncreated: 2026-11-21\nauthors: council`;
  await syncRfcs(ctx(), [rfcTextOf("x.md", Buffer.from(`---\n${head}\n---\n\n# RFC ${last}: Rule\n`))]);
  return String(last);
}
async function agent(tier: Tier = "T4", organisation?: string): Promise<{ did: string; token: string }> {
  const did = `did:fed:s1:reviewer-${randomUUID().slice(0, 8)}`;
  const caller = organisation && ({ kind: "provider", credentialId: "c", organisation } as const);
  await registerAgent({ ...ctx(), ...(caller && { caller }) }, { did });
  await grantTier(ctx(), { did, tier, reason: "For the test." });
  return { did, token: (await issueCredential(ctx(), { kind: "agent", did, organisation, label: "" })).token };
}
let operator: { token: string; name: string };
beforeAll(async () => {
  const { token, operator: pseudonym } = await issueCredential(ctx(), { kind: "operator", label: "" });
  operator = { token, name: `operator:${pseudonym}` };
});
const say = (number: string, token: string, body: unknown) => post(review, body, { token, params: { number } });
const decide = (number: string, body: object, token = operator.token) =>
  post(decision, { reason: "Because.", ...body }, { token, params: { number } });
const read = async (number: string) => Rfc.parse((await get(one, "", { number })).body);

describe("POST /api/rfc/{number}/review", () => {
  it("records a T4 agent's verdict, counts it, and names the reviewed text", async () => {
    const number = await entered();
    const { did, token } = await agent();
    const answer = await say(number, token, { verdict: "object", text: "It contradicts RFC 2." });
    expect(answer.status).toBe(201);
    const { tally, ...recorded } = RecordedReview.parse(answer.body);
    const rfc = await read(number);
    expect(recorded).toMatchObject({ reviewer: did, verdict: "object", current: true, sha256: rfc.sha256 });
    expect(tally).toEqual({ approve: 0, object: 1, comment: 0 });
    expect(rfc).toMatchObject({ tally, reviews: [recorded] });
    const [act] = await database().select().from(ledgerActs).where(eq(ledgerActs.seq, recorded.seq));
    expect(act).toMatchObject({ kind: "rfc.reviewed", actor: did, details: { text: "It contradicts RFC 2." } });
  });

  it("counts a reviewer's last verdict only, and keeps the earlier ones", async () => {
    const number = await entered();
    const [first, second] = [await agent(), await agent()];
    await say(number, first.token, { verdict: "object", text: "No." });
    await say(number, second.token, { verdict: "comment", text: "A typo." });
    const { body } = await say(number, first.token, { verdict: "approve" });
    expect(body["tally"]).toEqual({ approve: 1, object: 0, comment: 1 });
    const { reviews } = await read(number);
    expect(reviews.map(({ verdict, current }) => [verdict, current])).toEqual([
      ["approve", true],
      ["comment", true],
      ["object", false],
    ]);
  });

  it("of ten at once by one reviewer, one counts and ten are kept; under one key, one is kept", async () => {
    const number = await entered();
    const { token } = await agent();
    const ten = (body: object) => Promise.all(Array.from({ length: 10 }, () => say(number, token, body)));
    await ten({ verdict: "approve" });
    expect(await read(number)).toMatchObject({ tally: { approve: 1, object: 0, comment: 0 }, reviews: { length: 10 } });
    const keyed = { verdict: "comment", text: "Once.", idempotency_key: "k" };
    const answers = await ten(keyed);
    expect(new Set(answers.map(({ status: code, body }) => `${code} ${body["id"]}`)).size).toBe(1);
    expect((await read(number)).reviews).toHaveLength(11);
    const other = await say(number, token, { ...keyed, text: "Another." });
    expect([other.status, other.body["code"]]).toEqual([409, "CONFLICT"]);
  });

  it("rejects agents below T4, another's name, and an invalid number", async () => {
    const number = await entered();
    const [low, high] = [await agent("T3"), await agent()];
    const errorOf = async (token: string, body: object, at = number) => {
      const answer = await say(at, token, { verdict: "approve", ...body });
      return [answer.status, answer.body["code"]];
    };
    expect((await post(review, { verdict: "approve" }, { params: { number } })).status).toBe(401);
    expect(await errorOf(low.token, {})).toEqual([403, "TRUST_TOO_LOW"]);
    expect(await errorOf(high.token, { reviewer: low.did })).toEqual([403, "DID_MISMATCH"]);
    expect(await errorOf(operator.token, { reviewer: high.did })).toEqual([403, "FORBIDDEN"]);
    expect(await errorOf(high.token, {}, "777")).toEqual([404, "NOT_FOUND"]);
    expect(await errorOf(high.token, {}, "status")).toEqual([404, "NOT_FOUND"]);
    expect((await read(number)).reviews).toEqual([]);
  });

  it.each([
    ["no verdict", {}],
    ["a verdict nobody knows", { verdict: "abstain" }],
    ["an objection without a word", { verdict: "object", text: "  " }],
    ["a text that turns what follows it around", { verdict: "comment", text: "\u202eRLO" }],
    ["a text too long", { verdict: "comment", text: "x".repeat(4_001) }],
    ["a reviewer that is no DID", { verdict: "approve", reviewer: "atlas" }],
  ])("refuses %s", async (_, body) => {
    const answer = await say(await entered(), operator.token, body);
    expect([answer.status, answer.body["error"]]).toEqual([400, "Validation error"]);
  });

  it("lets an organisation review through its own agent at T4", async () => {
    const number = await entered();
    const organisation = `Assay ${randomUUID()}`;
    const [own, low, foreign] = [await agent("T4", organisation), await agent("T1", organisation), await agent()];
    const { token } = await issueCredential(ctx(), { kind: "provider", organisation, label: "" });
    const as = (reviewer?: string) => say(number, token, { verdict: "approve", reviewer });
    expect((await as()).status).toBe(400);
    expect((await as(low.did)).body["code"]).toBe("TRUST_TOO_LOW");
    expect((await as(foreign.did)).body["code"]).toBe("DID_MISMATCH");
    expect(await as(own.did)).toMatchObject({ status: 201, body: { reviewer: own.did } });
  });

  it("is closed after the RFC is FROZEN; a repeated request with the same key still gets its first response", async () => {
    const number = await entered("ACTIVE");
    const { token } = await agent();
    const said = { verdict: "approve", idempotency_key: "k" };
    const first = await say(number, token, said);
    await decide(number, { status: "FROZEN" });
    const late = await say(number, token, { verdict: "object", text: "Wait!" });
    expect([late.status, late.body["message"]]).toEqual([409, `RFC ${number} is FROZEN and accepts no more reviews.`]);
    expect((await say(number, token, said)).body["id"]).toBe(first.body["id"]);
  });
});

it("finds an operator's review for a key also under the operator's name as up to version 0.3.0", async () => {
  const number = await entered();
  const { token, id } = await issueCredential(ctx(), { kind: "operator", label: "" });
  const said = { verdict: "comment", text: "Once.", idempotency_key: "k-older" };
  const { body } = await say(number, token, said);
  const older = { reviewer: `operator:${id}` };
  await database()
    .update(rfcReviews)
    .set(older)
    .where(eq(rfcReviews.id, String(body["id"])));
  expect((await say(number, token, said)).body["id"]).toBe(body["id"]);
});

describe("POST /api/rfc/{number}/decision", () => {
  it("changes the status, and logs operator, reason, verdicts and text", async () => {
    const number = await entered();
    const { token } = await agent();
    await say(number, token, { verdict: "approve" });
    const answer = await decide(number, { status: "ACTIVE", reason: "One approval." });
    expect(answer).toMatchObject({ status: 200, body: { status: "ACTIVE" } });
    const { decisions, sha256, tally } = await read(number);
    expect(decisions).toMatchObject([
      { from: null, status: "DRAFT", actor: "system" },
      { from: "DRAFT", status: "ACTIVE", actor: operator.name, reason: "One approval.", tally, sha256 },
    ]);
    const kinds = await database()
      .select({ kind: ledgerActs.kind })
      .from(ledgerActs)
      .where(and(eq(ledgerActs.subject, `rfc-${number.padStart(4, "0")}`), eq(ledgerActs.actor, operator.name)));
    expect(kinds).toEqual([{ kind: "rfc.activated" }]);
  });

  it.each([
    ["DRAFT", "FROZEN", "It can become ACTIVE."],
    ["DRAFT", "DRAFT", "It can become ACTIVE."],
    ["ACTIVE", "DRAFT", "It can become FROZEN or SUPERSEDED."],
    ["ACTIVE", "ACTIVE", "It can become FROZEN or SUPERSEDED."],
    ["FROZEN", "ACTIVE", "This status is final."],
  ])("from %s to %s is not possible: 409 with the possible ones", async (from, to, allowed) => {
    const number = await entered(from);
    const answer = await decide(number, { status: to });
    expect([answer.status, answer.body["message"]]).toEqual([409, `RFC ${number} is ${from}. ${allowed}`]);
    expect(await read(number)).toMatchObject({ status: from, decisions: { length: 1 } });
  });

  it("supersedes by one that is in force, and both then name each other", async () => {
    const [old, draft, successor] = [await entered("ACTIVE"), await entered(), await entered("ACTIVE")];
    const by = (number: string | undefined) => decide(old, { status: "SUPERSEDED", superseded_by: Number(number) });
    expect((await decide(old, { status: "SUPERSEDED" })).status).toBe(400);
    expect((await decide(old, { status: "FROZEN", superseded_by: Number(successor) })).status).toBe(400);
    for (const wrong of [draft, old, "777"]) expect((await by(wrong)).status, wrong).toBe(409);
    expect(await by(successor)).toMatchObject({ status: 200, body: { superseded_by: Number(successor) } });
    expect(await read(successor)).toMatchObject({ supersedes: [Number(old)] });
    expect((await decide(old, { status: "ACTIVE" })).body["message"]).toContain("final");
  });

  it("of two concurrent decisions one succeeds and the other fails; two RFCs cannot supersede each other", async () => {
    const number = await entered();
    const codes = await Promise.all([1, 2].map(async () => (await decide(number, { status: "ACTIVE" })).status));
    expect(codes.toSorted()).toEqual([200, 409]);
    const [a, b] = [await entered("ACTIVE"), await entered("ACTIVE")];
    const both = await Promise.all([
      decide(a, { status: "SUPERSEDED", superseded_by: Number(b) }),
      decide(b, { status: "SUPERSEDED", superseded_by: Number(a) }),
    ]);
    expect(both.map((answer) => answer.status).toSorted()).toEqual([200, 409]);
  });

  it("has every accepted review in its tally; a later review gets an error about the new status", async () => {
    const number = await entered("ACTIVE");
    const reviewers = await Promise.all([1, 2, 3, 4, 5].map(() => agent()));
    const approvals = reviewers.map(({ token }) => say(number, token, { verdict: "approve" }));
    const [frozen, ...answers] = await Promise.all([decide(number, { status: "FROZEN" }), ...approvals]);
    const taken = answers.filter((answer) => answer.status === 201).length;
    expect(frozen.body["tally"]).toEqual({ approve: taken, object: 0, comment: 0 });
    const { decisions, reviews } = await read(number);
    expect(reviews.filter(({ seq }) => seq > (decisions.at(-1)?.seq ?? 0))).toEqual([]);
  });

  it("is for operators only; agents of every tier, and decisions without a reason, are rejected", async () => {
    const number = await entered();
    const { token } = await agent();
    const refused = await decide(number, { status: "ACTIVE" }, token);
    expect([refused.status, refused.body["code"]]).toEqual([403, "OPERATOR_ONLY"]);
    expect((await decide(number, { status: "ACTIVE", reason: " " })).status).toBe(400);
    expect((await decide("777", { status: "ACTIVE" })).status).toBe(404);
    expect((await read(number)).status).toBe("DRAFT");
  });
});

describe("GET /api/rfc/status and /api/rfcs", () => {
  it("count every RFC once; `deprecated` are those that are superseded", async () => {
    for (const each of ["DRAFT", "ACTIVE", "FROZEN"]) await entered(each);
    const counts = RfcCounts.parse((await get(status)).body);
    expect(counts.by_status).toEqual({
      ...{ ACTIVE: counts.active, DRAFT: counts.draft },
      ...{ FROZEN: counts.frozen, SUPERSEDED: counts.deprecated },
    });
    expect(counts.active + counts.draft + counts.frozen + counts.deprecated).toBe(counts.total);
    expect(counts.total).toBe(last);
    const all = (await get(list)).body;
    expect(all).toMatchObject({ total: last, by_status: counts.by_status, rfcs: { length: last } });
    const drafts = (await get(list, { status: "DRAFT" })).body;
    expect(drafts).toMatchObject({ total: last, by_status: counts.by_status, rfcs: { length: counts.draft } });
    expect((await get(list, { status: "draft" })).body).toMatchObject({ rfcs: drafts["rfcs"] });
  });

  it("and one is found with or without zeros before its number, else 404", async () => {
    expect((await get(one, "", { number: "0001" })).body).toMatchObject({ number: 1 });
    for (const number of ["0", "777", "one", "1.0", "9".repeat(400), "\0"]) {
      expect(await get(one, "", { number })).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    }
  });
});
