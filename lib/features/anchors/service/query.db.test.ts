import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { ledgerActs, ledgerEntries } from "@/lib/database/schema/ledger";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { faultInReceipt, type Receipt } from "@/lib/ledger/receipt";
import { sha256 } from "@/lib/ledger/sha256";
import { anchorEmbedder, getEmbedder } from "@/lib/search/service/get-embedder";
import { ensureVectorStore } from "@/lib/search/service/store";
import * as contract from "../contract";
import { anchor, anchorFixtures, call } from "../testing/fixtures";
import { embedAnchors } from "./embeddings";

const { database, ctx, operator, agentAt } = anchorFixtures();
type Body = Record<string, unknown>;

describe("POST /api/memory/query", () => {
  const query = (token: string, body: unknown) => call(contract.queryAnchors, { token, body });
  const found = async (token: string, body: unknown) =>
    ((await query(token, body)).body["anchors"] as { id: string; payload: unknown }[]).map(({ payload }) => payload);

  it.each([[{}], [{ unknown: 1 }], [{ query: "" }], [{ hash: "x" }], [{ from: "yesterday" }], [{ limit: 0 }], [[]]])(
    "%j is a Validation error",
    async (body) => {
      expect(await query(operator(), body)).toMatchObject({ status: 400, body: { error: "Validation error" } });
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

  it("bounds the time by the very instants, both of them included", async () => {
    const { did, token } = await agentAt("T3");
    for (const text of ["one", "two", "three"]) await anchor(token, { payload: { text } });
    const { body } = await query(token, { did });
    const listed = body["anchors"] as { created_at: string; payload: unknown }[];
    for (const { created_at } of listed) {
      const at = Date.parse(created_at);
      const since = (from: number) => listed.filter((each) => Date.parse(each.created_at) >= from);
      const until = (to: number) => listed.filter((each) => Date.parse(each.created_at) <= to);
      for (const off of [-1, 0, 1]) {
        const instant = new Date(at + off).toISOString();
        const payloads = (some: typeof listed) => some.map(({ payload }) => payload);
        expect(await found(token, { did, from: instant })).toEqual(payloads(since(at + off)));
        expect(await found(token, { did, to: instant })).toEqual(payloads(until(at + off)));
      }
    }
    const all = (await query(token, { from: "1970-01-01", limit: 500 })).body["count"];
    expect((await query(token, { to: "9999-12-31", limit: 500 })).body["count"]).toBe(all);
  });

  it("finds the newest, whose texts are not made yet, as well as the oldest, and none twice", async () => {
    const did = `did:fed:s1:${randomUUID()}`;
    const sent = (text: string) => ({ payload: text, did, kind: "many" });
    await anchor(operator(), sent("first heron"));
    for (let batch = 0; batch < 21; batch += 1) {
      const anchors = Array.from({ length: 100 }, (_, n) => sent(`otter ${n}`));
      expect((await call(contract.anchorBatch, { token: operator(), body: { anchors } })).status).toBe(201);
    }
    await anchor(operator(), sent("last heron"));
    const asked = Promise.all([1, 2, 3].map(() => found(operator(), { did, query: "heron" })));
    expect(await asked).toEqual([1, 2, 3].map(() => ["last heron", "first heron"]));
    const { body } = await query(operator(), { did, limit: 500 });
    const ids = (body["anchors"] as { id: string }[]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(500);
    expect(await found(operator(), { kind: "many", query: "first" })).toEqual(["first heron"]);
  });

  it("finds by meaning entries without a word of the query, after those that have all words, if there is a vector store", async () => {
    const store = await ensureVectorStore(ctx(), getEmbedder());
    const { did, token } = await agentAt("T3");
    for (const payload of ["herons wait in the reeds", "the heron waits", "an invoice for lime mortar"]) {
      await anchor(token, { payload, kind: "sight" });
    }
    // What the background does in its time.
    await found(token, { did, query: "heron" });
    while ((await embedAnchors(database(), anchorEmbedder())) > 0);
    const { body } = await query(token, { did, query: "heron waits" });
    const matches = (body["anchors"] as Body[]).map(({ payload, match }) => ({ payload, match }));
    expect(matches).toEqual([
      { payload: "the heron waits", match: "words" },
      ...(store ? [{ payload: "herons wait in the reeds", match: "meaning" }] : []),
    ]);
    if (!store) return;
    const near = { did, query: "a heron waiting in a reed" };
    const similar = (await query(token, near)).body["anchors"] as Body[];
    expect(similar.map(({ payload }) => payload).toSorted()).toEqual(["herons wait in the reeds", "the heron waits"]);
    const [first, second] = similar.map(({ similarity }) => Number(similarity));
    expect(first).toBeGreaterThan(Number(second));
    const reeds = similar.find(({ payload }) => payload === "herons wait in the reeds");
    await call(contract.eraseAnchor, { token: operator(), body: { id: reeds?.["id"], reason: "asked for" } });
    expect(await found(token, near)).toEqual(["the heron waits"]);
    expect(await found(token, { ...near, kind: "other" })).toEqual([]);
    await anchor(token, { payload: "a heron waiting in a reed bed", kind: "sight", scope: "PRIVATE" });
    expect(await found((await agentAt("T3")).token, near)).toEqual(["the heron waits"]);
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
    expect(await found(operator(), { did })).toEqual(both);
    expect(await found(own.token, { did })).toEqual(both);
    expect(await found(stranger.token, { did })).toEqual(["ours"]);
    expect((await query((await agentAt("T1")).token, { did })).body).toMatchObject({ code: "TRUST_TOO_LOW" });
    expect((await query(other.token, { did })).body).toMatchObject({ code: "TRUST_TOO_LOW" });
  });
});

describe("POST /api/memory/erase", () => {
  const erase = (token: string, body: unknown) => call(contract.eraseAnchor, { token, body });

  it("erases payload, salt, kind and did, with a log entry and only once, and keeps entry, hash and proof", async () => {
    const { did, token } = await agentAt("T3");
    const { body: anchored } = await anchor(token, { payload: "a name", idempotency_key: "k" });
    const id = anchored["id"] as string;
    const answers = await Promise.all([1, 2, 3].map(() => erase(operator(), { id, reason: "asked for" })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const acts = await database().select().from(ledgerActs).where(eq(ledgerActs.subject, id));
    expect(acts).toMatchObject([{ kind: "memory.erased", details: { reason: "asked for", seq: anchored["seq"] } }]);
    const answer = await call(contract.queryAnchors, { token: operator(), body: { hash: anchored["hash"] } });
    expect(answer.body["anchors"]).toMatchObject([{ id, did: null, kind: null, salt: null, payload: null }]);
    expect(await call(contract.queryAnchors, { token: operator(), body: { did } })).toMatchObject({
      body: { count: 0 },
    });
    const proof = await call(contract.proveAnchor, { params: { id } });
    expect(faultInReceipt(sha256, proof.body["entry"] as never, proof.body["receipt"] as Receipt)).toBeNull();
    expect((await anchor(token, { payload: "a name", idempotency_key: "k" })).status).toBe(409);
  });

  it("is an operator's, and knows no other entries", async () => {
    const [act] = await database().select().from(ledgerEntries).where(eq(ledgerEntries.log, "council")).limit(1);
    expect((await erase((await agentAt("T4")).token, { id: randomUUID(), reason: "x" })).status).toBe(403);
    for (const id of [randomUUID(), "x", act?.id]) {
      expect((await erase(operator(), { id, reason: "x" })).status).toBe(404);
    }
  });
});
