import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect } from "./index";
import { isRepeatable } from "./retry";
import { json, type ScriptedServer, startScriptedServer } from "./testing/scripted-server";

let server: ScriptedServer;
beforeAll(async () => {
  server = await startScriptedServer();
});
afterAll(() => server.stop());

const busy = json({ error: "Too many requests", code: "RATE_LIMITED" }, 429, { "retry-after": "0" });
const away = json({ error: "Overloaded", code: "OVERLOADED" }, 503, { "retry-after": "0" });
const own = json({ acts: [] });
const receipt = json(
  { id: "1", trace_id: "t", seq: 1, status: "received", received_at: "2026-11-25T00:00:00.000Z" },
  201,
);
const event = { src_did: "did:fed:s1:a", intent: "ask" };

describe("a call with a response of 429 or 503", () => {
  it("is repeated until it succeeds, up to the limit", async () => {
    const { listOwnActs } = connect({ baseUrl: server.baseUrl });
    server.play(busy, away, own);
    expect(await listOwnActs()).toEqual({ acts: [] });
    expect(server.asked).toHaveLength(3);
    server.play(busy, busy, busy, own);
    await expect(listOwnActs()).rejects.toMatchObject({ status: 429, code: "RATE_LIMITED" });
    expect(server.asked).toHaveLength(3);
    server.play(busy, own);
    await expect(listOwnActs({}, { retries: 0 })).rejects.toMatchObject({ status: 429 });
  });

  it("waits as long as Retry-After says, or fails at once if that is too long", async () => {
    const { listOwnActs } = connect({ baseUrl: server.baseUrl, longestWaitSeconds: 5 });
    server.play(json({ error: "Frozen" }, 503, { "retry-after": "60" }), own);
    await expect(listOwnActs()).rejects.toMatchObject({ status: 503, retryAfterSeconds: 60 });
    expect(server.asked).toHaveLength(1);
    server.play(json({ error: "Frozen" }, 503, { "retry-after": "1" }), own);
    const began = performance.now();
    await listOwnActs();
    expect(performance.now() - began).toBeGreaterThan(950);
  });

  it("is not repeated after another error", async () => {
    const { listOwnActs } = connect({ baseUrl: server.baseUrl });
    server.play(json({ error: "Internal error" }, 500, { "retry-after": "0" }), own);
    await expect(listOwnActs()).rejects.toMatchObject({ status: 500 });
  });

  it("stops waiting when it is aborted", async () => {
    const stopping = new AbortController();
    server.play(json({ error: "Busy" }, 429, { "retry-after": "20" }), own);
    const called = connect({ baseUrl: server.baseUrl }).listOwnActs({}, { signal: stopping.signal });
    await expect.poll(() => server.asked).toHaveLength(1);
    setTimeout(() => stopping.abort(), 50);
    await expect(called).rejects.toMatchObject({ name: "AbortError" });
    expect(server.asked).toHaveLength(1);
  });

  it("is repeated as a POST only with an idempotency key", async () => {
    const { sendEvent } = connect({ baseUrl: server.baseUrl });
    server.play(away, receipt);
    await expect(sendEvent({ body: event })).rejects.toMatchObject({ status: 503 });
    expect(server.asked).toHaveLength(1);
    server.play(away, receipt);
    expect(await sendEvent({ body: { ...event, idempotency_key: "k" } })).toMatchObject({ id: "1" });
  });

  it.each([
    ["a read", "GET", undefined, true],
    ["a deletion", "DELETE", undefined, true],
    ["a change", "PATCH", { idempotency_key: "k" }, false],
    ["a POST without a body", "POST", undefined, false],
    ["an empty key", "POST", { idempotency_key: "" }, false],
    ["a batch with a key for each", "POST", { anchors: [{ idempotency_key: "a" }, { idempotency_key: "b" }] }, true],
    ["a batch with one key missing", "POST", { anchors: [{ idempotency_key: "a" }, { payload: 1 }] }, false],
    ["an empty batch", "POST", { anchors: [] }, false],
    ["a list beside another", "POST", { a: [{ idempotency_key: "a" }], b: [{}] }, false],
  ] as const)("may be sent twice where nothing happens twice: %s", (_, method, body, may) => {
    expect(isRepeatable({ method }, body)).toBe(may);
  });
});
