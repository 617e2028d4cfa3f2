import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { isCaughtUp, watchChanges } from "@/lib/database/bus";
import { agents } from "@/lib/database/schema/agents";
import { ledgerHeads } from "@/lib/database/schema/ledger";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { setFreeze } from "@/lib/features/council/freezes/service/freezes";
import { fromHex, toHex } from "@/lib/ledger/bytes";
import { payloadCommitment } from "@/lib/ledger/entry";
import { faultInReceipt, type Receipt } from "@/lib/ledger/receipt";
import { sha256 } from "@/lib/ledger/sha256";
import * as contract from "../contract";
import { anchor, anchorFixtures, call } from "../testing/fixtures";

const { database, ctx, operator, agentAt } = anchorFixtures();
const SIX = ["created_at", "hash", "id", "prev_hash", "scope", "validation_status"];
type Body = Record<string, unknown>;

const size = async () =>
  (await database().select().from(ledgerHeads).where(eq(ledgerHeads.log, "anchors")))[0]?.size ?? 0;

/** The actor of an entry. */
async function actorOf(id: unknown): Promise<unknown> {
  const { body } = await call(contract.queryAnchors, { token: operator(), body: { limit: 500 } });
  return (body["anchors"] as Body[]).find((entry) => entry["id"] === id)?.["did"];
}

describe("POST /api/memory/anchor", () => {
  it("returns the six public fields, seq, commitment, salt and a receipt that verifies", async () => {
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
      const { status, body } = await anchor(operator(), { payload, scope, did: "did:fed:s1:anybody" });
      expect({ status, scope: body["scope"] }, JSON.stringify(payload)).toEqual({ status: 201, scope });
    }
  });

  it("notifies this process before it returns, so no older cached response is served", async () => {
    const heard: string[] = [];
    watchChanges({ onChange: (table) => heard.push(table), onLost: () => {} });
    await expect.poll(isCaughtUp).toBe(true);
    for (let n = 0; n < 50; n += 1) {
      heard.length = 0;
      await anchor(operator(), { payload: n, did: "did:fed:s1:anybody" });
      expect(heard).toContain("ledger_entries");
    }
  });

  it("has a different commitment each time, so equal payloads cannot be recognised", async () => {
    const sent = { payload: "yes", did: "did:fed:s1:anybody" };
    const [one, other] = [await anchor(operator(), sent), await anchor(operator(), sent)];
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
  ])("%s is rejected, and nothing is stored", async (_, body, status) => {
    const { token } = await agentAt("T3");
    const before = await size();
    const answer = await anchor(token, body);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body).toMatchObject({ error: "Validation error", code: "VALIDATION_ERROR" });
    expect(await size()).toBe(before);
  });

  it("needs T3 of an agent, and of the agent that an organisation names", async () => {
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
  });

  it("takes an anchor without a did: an operator is the actor, and memory that is frozen says so", async () => {
    const { status, body } = await anchor(operator(), contract.anchorPayload.example.body);
    expect(status).toBe(201);
    expect(await actorOf(body["id"])).toMatch(/^operator:/);
    const batch = await call(contract.anchorBatch, { token: operator(), body: contract.anchorBatch.example.body });
    expect(batch.status).toBe(201);
    await setFreeze(ctx(), { subsystem: "memory", frozen: true, reason: "Looked into." });
    const frozen = await anchor(operator(), { payload: 1 });
    await setFreeze(ctx(), { subsystem: "memory", frozen: false, reason: "Done." });
    expect([frozen.status, frozen.body["error"]]).toEqual([503, "Memory frozen"]);
  });

  it("takes an organisation's without a did with the highest tier of its active agents, and lets it read its own", async () => {
    const organisation = randomUUID();
    const { token } = await issueCredential(ctx(), { kind: "provider", organisation, label: "" });
    const mine = { payload: { of: organisation }, scope: "PRIVATE" };
    for (const [tier, status] of [
      ["T2", 403],
      ["T3", 201],
    ] as const) {
      const { did } = await agentAt(tier, organisation);
      const answer = await anchor(token, mine);
      expect(answer.status).toBe(status);
      if (status === 403) expect(answer.body).toMatchObject({ error: "Trust too low", code: "TRUST_TOO_LOW" });
      else expect(await actorOf(answer.body["id"])).toBe(`organisation:${organisation}`);
      await database().update(agents).set({ status: "pending" }).where(eq(agents.did, did));
    }
    expect((await anchor(token, { payload: 2 })).body).toMatchObject({ code: "TRUST_TOO_LOW" });
    const { body } = await call(contract.queryAnchors, { token, body: { scope: "PRIVATE" } });
    expect(body["anchors"]).toMatchObject([{ payload: mine.payload }]);
  });

  it("stores one entry for one idempotency key, also for twenty concurrent requests, and rejects the key for other content", async () => {
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

  it("takes 512, and not one more", async () => {
    const did = "did:fed:s1:anybody";
    const before = await size();
    const { status, body } = await batch(
      operator(),
      Array.from({ length: 512 }, (_, payload) => ({ payload, did })),
    );
    expect(status).toBe(201);
    const anchors = body["anchors"] as (Body & { receipt: Receipt })[];
    expect(anchors.map(({ seq }) => seq)).toEqual(anchors.map((_, n) => before + 1 + n));
    for (const { receipt, ...entry } of anchors) {
      expect(faultInReceipt(sha256, { ...entry, log: receipt.log } as never, receipt)).toBeNull();
    }
    expect((await batch(operator(), Array(513).fill({ payload: 1, did }))).status).toBe(400);
    expect(await size()).toBe(before + 512);
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
  ])("?%s returns %d of many", async (query, count) => {
    const have = async () => (await list("limit=500")).body["count"] as number;
    while ((await have()) < 101) {
      await call(contract.anchorBatch, {
        token: operator(),
        body: { anchors: Array.from({ length: 100 }, (_, payload) => ({ payload, did: "did:fed:s1:bulk" })) },
      });
    }
    expect((await list(query)).body["count"]).toBe(Math.min(count, await have()));
  });
});
