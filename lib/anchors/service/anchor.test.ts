import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { issueCredential } from "@/lib/access/service/credentials";
import { registerAgent } from "@/lib/agents/service/register";
import { send } from "@/lib/api/routes.fixture";
import { systemContext } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { ledgerActs, ledgerEntries, ledgerHeads } from "@/lib/db/schema/ledger";
import { testDatabase } from "@/lib/db/testing/test-database";
import { setFreeze } from "@/lib/freezes/service/freezes";
import { fromHex, toHex } from "@/lib/ledger/bytes";
import { payloadCommitment } from "@/lib/ledger/entry";
import { faultInReceipt, type Receipt } from "@/lib/ledger/receipt";
import { sha256 } from "@/lib/ledger/sha256";
import type { Tier } from "@/lib/tiers";
import { ensureSigningKey } from "@/lib/trust/service/keys";
import * as contract from "../contract";

const database = testDatabase();
const ctx = () => systemContext(database());
const SIX = ["created_at", "hash", "id", "prev_hash", "scope", "validation_status"];

let operator: string;
beforeAll(async () => {
  await ensureSigningKey(database(), undefined, new Date());
  operator = (await issueCredential(ctx(), { kind: "operator", label: "" })).token;
});

async function agentAt(tier: Tier, organisation?: string) {
  const did = `did:fed:s1:${randomUUID()}`;
  await registerAgent(ctx(), { did });
  await database()
    .update(agents)
    .set({ trustTier: tier, organisation: organisation ?? null })
    .where(eq(agents.did, did));
  return { did, token: (await issueCredential(ctx(), { kind: "agent", did, label: "" })).token };
}

type Body = Record<string, unknown>;
async function call(endpoint: Parameters<typeof send>[0], sent: Parameters<typeof send>[1]) {
  const response = await send(endpoint, sent);
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}
const anchor = (token: string, body: unknown) => call(contract.anchorPayload, { token, body });
const size = async () =>
  (await database().select().from(ledgerHeads).where(eq(ledgerHeads.log, "anchors")))[0]?.size ?? 0;

describe("POST /api/memory/anchor", () => {
  it("answers the six public fields, seq, commitment, salt and a receipt that verifies", async () => {
    const { did, token } = await agentAt("T3");
    const { status, body } = await anchor(token, { payload: { note: "zażółć" }, kind: "note" });
    expect(status).toBe(201);
    expect(Object.keys(body).toSorted()).toEqual([...SIX, "payload_commitment", "receipt", "salt", "seq"].toSorted());
    expect(body).toMatchObject({ scope: "PUBLIC", validation_status: "validated" });
    const content = { did, kind: "note", payload: { note: "zażółć" } };
    expect(toHex(payloadCommitment(sha256, fromHex(body["salt"] as string), content))).toBe(body["payload_commitment"]);
    const receipt = body["receipt"] as Receipt;
    const entry = { ...body, log: receipt.log } as never;
    expect(faultInReceipt(sha256, entry, receipt)).toBeNull();
  });

  it("takes every JSON value but null, in every scope", async () => {
    for (const [index, payload] of ["", "text", 0, -1.5, true, false, [], {}, [null], { a: { b: [1] } }].entries()) {
      const scope = ["PUBLIC", "FEDERATION", "PRIVATE"][index % 3];
      const { status, body } = await anchor(operator, { payload, scope, did: "did:fed:s1:anybody" });
      expect({ status, scope: body["scope"] }, JSON.stringify(payload)).toEqual({ status: 201, scope });
    }
  });

  it("never commits twice to the same, so that equal payloads cannot be told to be equal", async () => {
    const sent = { payload: "yes", did: "did:fed:s1:anybody" };
    const [one, other] = [await anchor(operator, sent), await anchor(operator, sent)];
    expect(one.body["payload_commitment"]).not.toBe(other.body["payload_commitment"]);
  });

  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  it.each([
    ["no payload", {}, 400],
    ["payload null", { payload: null }, 400],
    ["a payload too deep", { payload: deep(33) }, 400],
    ["a payload of a megabyte", { payload: "x".repeat(1_048_576) }, 413],
    ["a lone surrogate", '{"payload":"\\ud800"}', 400],
    ["a lone surrogate in a key", '{"payload":{"\\udfff":1}}', 400],
    ["NUL", '{"payload":"\\u0000"}', 400],
    ["an unsafe integer", '{"payload":9007199254740993}', 400],
    ["an unsafe integer within", '{"payload":[{"n":-9007199254740993}]}', 400],
    ["an unknown scope", { payload: 1, scope: "SECRET" }, 400],
    ["a did that is none", { payload: 1, did: "did:fed:S1:x" }, 400],
    ["a kind that is no text", { payload: 1, kind: 7 }, 400],
    ["a key that is too long", { payload: 1, idempotency_key: "k".repeat(256) }, 400],
    ["another's did", { payload: 1, did: "did:fed:s1:somebody-else" }, 403],
    ["no object", "[]", 400],
  ])("%s is refused, and nothing is stored", async (_, body, status) => {
    const { token } = await agentAt("T3");
    const before = await size();
    const answer = await anchor(token, body);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body).toMatchObject({ error: "Validation error", code: "VALIDATION_ERROR" });
    expect(await size()).toBe(before);
  });

  it("needs T3 of an agent and of an organisation's agent, and a did of a token that has none", async () => {
    expect((await anchor((await agentAt("T2")).token, { payload: 1 })).body).toMatchObject({ code: "TRUST_TOO_LOW" });
    const organisation = randomUUID();
    const { token } = await issueCredential(ctx(), { kind: "provider", organisation, label: "" });
    const [low, high, foreign] = [
      await agentAt("T2", organisation),
      await agentAt("T3", organisation),
      await agentAt("T4"),
    ];
    expect((await anchor(token, { payload: 1, did: low.did })).body).toMatchObject({ code: "TRUST_TOO_LOW" });
    expect((await anchor(token, { payload: 1, did: high.did })).status).toBe(201);
    expect((await anchor(token, { payload: 1, did: foreign.did })).body).toMatchObject({ code: "DID_MISMATCH" });
    expect((await anchor(token, { payload: 1 })).status).toBe(400);
    expect((await anchor(operator, { payload: 1 })).status).toBe(400);
  });

  it("gives one idempotency key one entry, also of twenty requests at once, and refuses it for other content", async () => {
    const { token } = await agentAt("T3");
    const sent = { payload: { n: 1 }, idempotency_key: randomUUID() };
    const before = await size();
    const answers = await Promise.all(Array.from({ length: 20 }, () => anchor(token, sent)));
    answers.push(await anchor(token, sent));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body["hash"])).size).toBe(1);
    expect(await size()).toBe(before + 1);
    for (const { body } of answers) {
      const receipt = body["receipt"] as Receipt;
      expect(faultInReceipt(sha256, { ...body, log: receipt.log } as never, receipt)).toBeNull();
    }
    for (const other of [
      { ...sent, payload: { n: 2 } },
      { ...sent, scope: "PRIVATE" },
      { ...sent, kind: "other" },
    ]) {
      expect((await anchor(token, other)).status).toBe(409);
    }
    const stranger = await agentAt("T3");
    expect((await anchor(stranger.token, sent)).status).toBe(201);
    expect(await size()).toBe(before + 2);
  });

  it("is 503 `Memory frozen` while memory is frozen, and stores nothing", async () => {
    const { token } = await agentAt("T3");
    await setFreeze(ctx(), { subsystem: "memory", frozen: true, reason: "clock skew" });
    const before = await size();
    const { status, body } = await anchor(token, { payload: 1 });
    expect({ status, ...body }).toMatchObject({ status: 503, error: "Memory frozen", code: "MEMORY_FROZEN" });
    expect(await size()).toBe(before);
    await setFreeze(ctx(), { subsystem: "memory", frozen: false, reason: "clock set" });
    expect((await anchor(token, { payload: 1 })).status).toBe(201);
  });
});

describe("POST /api/memory/anchors", () => {
  const batch = (token: string, anchors: unknown[]) => call(contract.anchorBatch, { token, body: { anchors } });

  it("anchors several one after the other, or none", async () => {
    const { token } = await agentAt("T3");
    const key = randomUUID();
    const { status, body } = await batch(token, [{ payload: 1 }, { payload: 2, idempotency_key: key }, { payload: 3 }]);
    expect(status).toBe(201);
    const seqs = (body["anchors"] as { seq: number }[]).map(({ seq }) => seq);
    expect(seqs).toEqual([0, 1, 2].map((n) => (seqs[0] ?? 0) + n));
    const before = await size();
    expect((await batch(token, [{ payload: 4 }, { payload: 5, idempotency_key: key }])).status).toBe(409);
    expect((await batch(token, [{ payload: 4 }, { payload: null }])).status).toBe(400);
    expect((await batch(token, [{ payload: 4 }, { payload: 5, did: "did:fed:s1:other" }])).status).toBe(403);
    expect((await batch(token, [])).status).toBe(400);
    expect(await size()).toBe(before);
  });
});

describe("GET /api/memory/anchors", () => {
  const list = (query = "") => call(contract.listAnchors, { query });

  it("lists public anchors only, newest first, with exactly the six fields", async () => {
    const { token } = await agentAt("T3");
    const { body: shown } = await anchor(token, { payload: 1 });
    const { body: hidden } = await anchor(token, { payload: 2, scope: "PRIVATE" });
    const { status, body } = await list();
    const anchors = body["anchors"] as Body[];
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(["anchors", "count", "generated_at"]);
    expect(body["count"]).toBe(anchors.length);
    expect(anchors[0]?.["id"]).toBe(shown["id"]);
    expect(anchors.map(({ id }) => id)).not.toContain(hidden["id"]);
    for (const each of anchors) expect(Object.keys(each).toSorted()).toEqual(SIX);
  });

  it.each([
    ["limit=2", 2],
    ["limit=0", 1],
    ["limit=-5", 1],
    ["limit=x", 100],
    ["", 100],
    ["limit=501", 500],
    ["limit=2&limit=9", 2],
  ])("?%s answers %d of many", async (query, count) => {
    const have = async () => (await list("limit=500")).body["count"] as number;
    while ((await have()) < 101) {
      await call(contract.anchorBatch, {
        token: operator,
        body: { anchors: Array.from({ length: 100 }, (_, payload) => ({ payload, did: "did:fed:s1:bulk" })) },
      });
    }
    expect((await list(query)).body["count"]).toBe(Math.min(count, await have()));
  });
});

describe("POST /api/memory/query", () => {
  const query = (token: string, body: unknown) => call(contract.queryAnchors, { token, body });
  const found = async (token: string, body: unknown) =>
    ((await query(token, body)).body["anchors"] as { id: string; payload: unknown }[]).map(({ payload }) => payload);

  it.each([[{}], [{ unknown: 1 }], [{ query: "" }], [{ hash: "x" }], [{ from: "yesterday" }], [{ limit: 0 }], [[]]])(
    "%j is a Validation error",
    async (body) => {
      expect(await query(operator, body)).toMatchObject({ status: 400, body: { error: "Validation error" } });
    },
  );

  it("finds by word, did, kind, hash, scope and time, newest first", async () => {
    const { did, token } = await agentAt("T3");
    const first = await anchor(token, { payload: { text: "the heron waits" }, kind: "bird" });
    await anchor(token, { payload: { text: "the otter swims" }, kind: "mammal", scope: "FEDERATION" });
    const heron = { text: "the heron waits" };
    expect(await found(token, { did, query: "heron" })).toEqual([heron]);
    expect(await found(token, { did, query: "HERON waits" })).toEqual([heron]);
    expect(await found(token, { did, query: "heron swims" })).toEqual([]);
    expect(await found(token, { did, kind: "bird" })).toEqual([heron]);
    expect(await found(token, { did, scope: "PUBLIC" })).toEqual([heron]);
    expect(await found(token, { hash: String(first.body["hash"]).toUpperCase() })).toEqual([heron]);
    expect(await found(token, { did })).toEqual([{ text: "the otter swims" }, heron]);
    expect(await found(token, { did, limit: 1 })).toHaveLength(1);
    expect(await found(token, { did, to: "2000-01-01" })).toEqual([]);
    expect(await found(token, { did, from: "2000-01-01T00:00:00Z", ignored: true })).toHaveLength(2);
  });

  it("finds the newest, whose texts are not made yet, as well as the oldest, and none twice", async () => {
    const did = `did:fed:s1:${randomUUID()}`;
    const sent = (text: string) => ({ payload: text, did, kind: "many" });
    await anchor(operator, sent("first heron"));
    for (let batch = 0; batch < 21; batch += 1) {
      const anchors = Array.from({ length: 100 }, (_, n) => sent(`otter ${n}`));
      expect((await call(contract.anchorBatch, { token: operator, body: { anchors } })).status).toBe(201);
    }
    await anchor(operator, sent("last heron"));
    const asked = Promise.all([1, 2, 3].map(() => found(operator, { did, query: "heron" })));
    expect(await asked).toEqual([1, 2, 3].map(() => ["last heron", "first heron"]));
    const { body } = await query(operator, { did, limit: 500 });
    const ids = (body["anchors"] as { id: string }[]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(500);
    expect(await found(operator, { kind: "many", query: "first" })).toEqual(["first heron"]);
  });

  it("shows PRIVATE only to its DID, its organisation and operators, and nothing to agents below T2", async () => {
    const organisation = randomUUID();
    const { did, token } = await agentAt("T3", organisation);
    const stranger = await agentAt("T4");
    await anchor(token, { payload: "mine", scope: "PRIVATE" });
    await anchor(token, { payload: "ours", scope: "FEDERATION" });
    const key = (owner: string) => issueCredential(ctx(), { kind: "provider", organisation: owner, label: "" });
    const [own, other] = [await key(organisation), await key(randomUUID())];
    const both = ["ours", "mine"];
    expect(await found(token, { did })).toEqual(both);
    expect(await found(operator, { did })).toEqual(both);
    expect(await found(own.token, { did })).toEqual(both);
    expect(await found(stranger.token, { did })).toEqual(["ours"]);
    expect((await query((await agentAt("T1")).token, { did })).body).toMatchObject({ code: "TRUST_TOO_LOW" });
    expect((await query(other.token, { did })).body).toMatchObject({ code: "TRUST_TOO_LOW" });
  });
});

describe("POST /api/memory/erase", () => {
  const erase = (token: string, body: unknown) => call(contract.eraseAnchor, { token, body });

  it("takes payload, salt, kind and did away, on record and once, and leaves entry, hash and proof", async () => {
    const { did, token } = await agentAt("T3");
    const { body: anchored } = await anchor(token, { payload: "a name", idempotency_key: "k" });
    const id = anchored["id"] as string;
    const answers = await Promise.all([1, 2, 3].map(() => erase(operator, { id, reason: "asked for" })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const acts = await database().select().from(ledgerActs).where(eq(ledgerActs.subject, id));
    expect(acts).toMatchObject([{ kind: "memory.erased", details: { reason: "asked for", seq: anchored["seq"] } }]);
    const answer = await call(contract.queryAnchors, { token: operator, body: { hash: anchored["hash"] } });
    expect(answer.body["anchors"]).toMatchObject([{ id, did: null, kind: null, salt: null, payload: null }]);
    expect(await call(contract.queryAnchors, { token: operator, body: { did } })).toMatchObject({ body: { count: 0 } });
    const proof = await call(contract.proveAnchor, { params: { id } });
    expect(faultInReceipt(sha256, proof.body["entry"] as never, proof.body["receipt"] as Receipt)).toBeNull();
    expect((await anchor(token, { payload: "a name", idempotency_key: "k" })).status).toBe(409);
  });

  it("is an operator's, and knows no other entries", async () => {
    const [act] = await database().select().from(ledgerEntries).where(eq(ledgerEntries.log, "council")).limit(1);
    expect((await erase((await agentAt("T4")).token, { id: randomUUID(), reason: "x" })).status).toBe(403);
    for (const id of [randomUUID(), "x", act?.id]) {
      expect((await erase(operator, { id, reason: "x" })).status).toBe(404);
    }
  });
});
