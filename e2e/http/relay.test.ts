import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { ids, ROOMY, relayClient, STREAM } from "./relay-client";
import { type SharedServer, sharedServer } from "./shared-servers";
import { startServer } from "./start-server";
import { bearer, send } from "./visitor";

let server: SharedServer;
let operator: Record<string, string>;
beforeAll(async () => {
  server = await sharedServer("roomy");
  operator = bearer(await server.operatorToken());
});
const { post, get, sendEvent, newAgent, follow } = relayClient(
  () => server,
  () => operator,
);

describe("two agents", () => {
  it("exchange events on one trace: one sends, the other receives it live and answers, and the trace shows both", async () => {
    const [asker, translator] = [await newAgent(), await newAgent()];
    const heard = await follow(translator.headers);
    expect(heard.status).toBe(200);
    expect(heard.headers.get("content-type")).toBe("text/event-stream");
    expect(heard.headers.get("x-ratelimit-limit")).not.toBeNull();
    const answers = await follow(asker.headers);

    const sent = await sendEvent(
      { src_did: asker.did, dst_did: translator.did, payload: { text: "Dzień dobry" } },
      asker.headers,
    );
    expect(sent.status).toBe(201);
    const { trace_id } = sent.json();
    await expect.poll(() => heard.events.length).toBe(1);
    expect(heard.events[0]).toMatchObject({ id: "1", data: { trace_id, payload: { text: "Dzień dobry" }, cursor: 1 } });
    await sendEvent({ src_did: translator.did, dst_did: asker.did, trace_id, kind: "answer" }, translator.headers);
    await expect.poll(() => answers.events.length).toBe(1);

    const replay = await get(`/api/relay/replay/${trace_id}`, {});
    expect(replay.json()).toMatchObject({
      count: 2,
      events: [
        { seq: 1, src_did: asker.did },
        { seq: 2, src_did: translator.did },
      ],
    });
  });

  it("can send only as themselves, and only with T2 or above", async () => {
    const agent = await newAgent();
    expect((await sendEvent({ src_did: "did:test:s1:another" }, agent.headers)).json()).toMatchObject({
      code: "DID_MISMATCH",
    });
    await post("/api/agent/register", { did: agent.did, trust_tier: "T1" });
    const low = await sendEvent({ src_did: agent.did }, agent.headers);
    expect(low.status).toBe(403);
    expect(low.json()).toMatchObject({ error: "Trust too low", code: "TRUST_TOO_LOW" });
  });
});

describe("a stream", () => {
  it("continues after Last-Event-ID or the acknowledged event; two streams of one agent get the same events", async () => {
    const { did, headers } = await newAgent();
    const [first, second] = [await follow(headers), await follow(headers)];
    for (let n = 0; n < 3; n += 1) await sendEvent({ dst_did: did });
    await expect.poll(() => [ids(first), ids(second)]).toEqual([Array.of("1", "2", "3"), Array.of("1", "2", "3")]);
    first.close();
    for (let n = 0; n < 3; n += 1) await sendEvent({ dst_did: did });
    const resumed = await follow({ ...headers, "last-event-id": "3" });
    await expect.poll(() => ids(resumed)).toEqual(["4", "5", "6"]);
    const acknowledged = await post("/api/relay/inbox/ack", { cursor: 5 }, headers);
    expect(acknowledged.json()).toEqual({ did, acknowledged: 5, pending: 1 });
    const later = await follow(headers);
    await expect.poll(() => ids(later)).toEqual(["6"]);
    await expect.poll(() => ids(second)).toEqual(["1", "2", "3", "4", "5", "6"]);
  });

  it("is one of at most four per agent: the fifth gets 503 with Retry-After until one is closed", async () => {
    const { headers } = await newAgent();
    const open = await Promise.all([1, 2, 3, 4].map(() => follow(headers)));
    const fifth = await get(STREAM, headers);
    expect(fifth.status).toBe(503);
    expect(fifth.headers["retry-after"]).toBe("5");
    expect(fifth.json()).toMatchObject({ error: "Too many streams", code: "TOO_MANY_STREAMS" });
    expect((await get("/metrics", {})).body).toMatch(/^http_event_streams [4-9]/m);
    open[0]?.close();
    await expect.poll(async () => (await follow(headers)).status).toBe(200);
    const metrics = (await get("/metrics", {})).body;
    expect(metrics).toMatch(/http_requests_total\{method="GET",route="\/api\/relay\/stream",status="200"\} \d/);
    expect(metrics).not.toMatch(/duration_seconds_count\{route="\/api\/relay\/stream"\} [1-9]\d/);
  });

  it("needs a token, and must name its inbox unless the token is an agent's; HEAD opens no stream", async () => {
    expect((await get(STREAM, {})).status).toBe(401);
    expect((await get(STREAM)).status).toBe(400);
    const { headers } = await newAgent();
    for (let n = 0; n < 6; n += 1)
      expect((await send(server.url + STREAM, { method: "HEAD", headers })).status).toBe(200);
  });

  it("ends soon after its token is revoked", async () => {
    const { headers, credentialId } = await newAgent();
    const reader = await follow(headers);
    await post(`/api/access/credentials/${credentialId}/revoke`, {});
    await expect.poll(reader.ended).toBe(true);
    expect((await get(STREAM, headers)).status).toBe(401);
  });

  it("ends at once when the server drains, and the server stops", async () => {
    const other = await startServer({ env: ROOMY });
    onTestFinished(() => other.cleanUp());
    const headers = bearer(await other.operatorToken());
    const { follow: followThere } = relayClient(
      () => other,
      () => headers,
    );
    const reader = await followThere(headers, "?did=did:test:s1:a");
    expect(await other.stop("SIGTERM")).toBe(0);
    expect(reader.ended()).toBe(true);
    expect(other.output()).toContain('"event":"stopped","finished":true');
  });
});

describe("bad input", () => {
  const BAD: [string, unknown][] = [
    ["src_did", undefined],
    ["src_did", "did:fed:S1:a"],
    ["src_did", 7],
    ["intent", undefined],
    ["intent", ""],
    ["intent", "  \n"],
    ["intent", "a".repeat(513)],
    ["intent", "a".repeat(10_000)],
    ["intent", ["a"]],
    ["dst_did", "nobody"],
    ["trace_id", "a/b"],
    ["trace_id", ""],
    ["trace_id", ".."],
    ["trace_id", "a".repeat(129)],
    ["trace_id", "a b"],
    ["payload", "text"],
    ["payload", [1]],
    ["occurred_at", "yesterday"],
    ["occurred_at", "0000-01-01T00:00:00Z"],
    ["occurred_at", "1969-12-31T23:59:59Z"],
    ["idempotency_key", ""],
    ["idempotency_key", "k".repeat(201)],
    ["kind", 5],
    ["extensions", undefined],
  ];
  it.each(BAD.map(([field, value]) => [field, JSON.stringify(value)?.slice(0, 30), value] as const))(
    "%s %s is MVSS invalid, and the message names the field",
    async (field, _, value) => {
      const crowd =
        field === "extensions" ? Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`x${n}`, n])) : {};
      const answer = await sendEvent({ ...crowd, [field]: value });
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({ error: "MVSS invalid", code: "MVSS_INVALID" });
      expect(answer.json().message).toContain(field);
    },
  );

  it.each([
    "...!?",
    "Przetłumacz umowę na język duński, proszę",
    "🙂".repeat(512),
    "a".repeat(512),
    "\u202eright to left",
  ])("an intent is stored unchanged: %.30s", async (intent) => {
    const answer = await sendEvent({ intent, payload: null, dst_did: null });
    expect(answer.status).toBe(201);
    const { events } = (await get(`/api/relay/replay/${answer.json().trace_id}`, {})).json();
    expect(events[0].intent).toBe(intent);
  });

  it("is `MVSS invalid` if nested too deeply, and 413 if too large", async () => {
    let payload: object = {};
    for (let depth = 0; depth < 40; depth += 1) payload = { payload };
    expect((await sendEvent({ payload })).json()).toMatchObject({ code: "MVSS_INVALID" });
    expect((await sendEvent({ payload: { text: "a".repeat(70_000) } })).status).toBe(413);
  });

  it.each([
    ...["nothing-here", "a%2Fb", "a%20b", "%F0%9F%99%82", "a".repeat(5_000), "%5C", "__proto__"],
    ...["%25", "'%3B%20drop%20table%20relay_events"],
  ])("replay of %.30s is 404 `Trace not found`", async (traceId) => {
    const answer = await get(`/api/relay/replay/${traceId}`, {});
    expect(answer.status).toBe(404);
    expect(answer.json()).toMatchObject({ error: "Trace not found", code: "NOT_FOUND" });
  });

  it("replay of an invalid or different path gets an error or a redirect", async () => {
    for (const traceId of ["%00", "a%0Ab", "%2e%2e", "a/b", "%", "%ff", "", "%2F", "a\\b"]) {
      expect([308, 400, 404], traceId).toContain((await get(`/api/relay/replay/${traceId}`, {})).status);
    }
  });

  it("names of every allowed character can be replayed", async () => {
    const trace_id = "Az09._~:@=+-";
    await sendEvent({ trace_id });
    for (const path of [trace_id, encodeURIComponent(trace_id)]) {
      expect((await get(`/api/relay/replay/${path}`, {})).json()).toMatchObject({ trace_id, count: 1 });
    }
  });
});
