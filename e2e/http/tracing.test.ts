import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { relayClient } from "./relay-client";
import { freePort, type RunningServer, startServer } from "./start-server";
import { type SentSpan, type StubCollector, startCollector } from "./stub-collector";
import { bearer, send } from "./visitor";

/** Numbers of OTLP. */
const KIND = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 };
const ERROR = 2;

const SENT_AT_ONCE = { OTEL_BSP_SCHEDULE_DELAY: "20" };
/** Prints the loaded modules of OpenTelemetry when the process ends. */
const TELL_MODULES = `data:text/javascript,${encodeURIComponent(`
  import { Module } from "node:module";
  const loaded = () => Object.keys(Module._cache).filter((file) => /@opentelemetry.(sdk|exporter|resources)/.test(file));
  process.on("exit", () => process.stderr.write("modules of OpenTelemetry: " + loaded().length + ".\\n"));`)}`;

/** Returns a client's trace, with its header. */
function clientTrace(flags = "01") {
  const [traceId, spanId] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
  return { traceId, spanId, header: { traceparent: `00-${traceId}-${spanId}-${flags}` } };
}

describe("tracing", () => {
  let collector: StubCollector;
  let server: RunningServer;
  let operator: Record<string, string>;
  beforeAll(async () => {
    collector = await startCollector();
    server = await startServer({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=canary-collector-key",
        OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
        ...SENT_AT_ONCE,
        RATE_LIMIT_REQUESTS: "1000000",
      },
    });
    operator = bearer(await server.operatorToken());
  });
  afterAll(async () => {
    await server.cleanUp();
    await collector.close();
  });
  const { post, get, sendEvent, newAgent, follow } = relayClient(
    () => server,
    () => operator,
  );

  /** Returns the spans of a trace, after the span of its request has arrived. */
  async function spansOf(traceId: string, isThere: (spans: SentSpan[]) => boolean = hasRequest): Promise<SentSpan[]> {
    const inTrace = () => collector.spans().filter((span) => span.traceId === traceId);
    await expect.poll(() => isThere(inTrace())).toBe(true);
    return inTrace();
  }
  const hasRequest = (spans: SentSpan[]) => spans.some(({ kind }) => kind === KIND.server);
  const ofKind = (spans: SentSpan[], kind: keyof typeof KIND) => spans.filter((span) => span.kind === KIND[kind]);
  const named = (spans: SentSpan[], name: string) => spans.find((span) => span.name === name);

  it("records a request in its caller's trace, its verb below it, and the verb's statements below that", async () => {
    const { did } = await newAgent();
    const { traceId, spanId, header } = clientTrace();
    const response = await send(`${server.url}/api/agents/${did}`, { headers: header });
    const spans = await spansOf(traceId);
    const [request] = ofKind(spans, "server");
    expect(request).toMatchObject({ name: "GET /api/agents/{did}", parentSpanId: spanId, status: {} });
    expect(request?.attributes).toEqual({
      "http.request.method": "GET",
      "http.route": "/api/agents/{did}",
      "http.response.status_code": 200,
      "fgs.request_id": response.headers["x-request-id"],
      "fgs.cache": response.headers["x-cache"],
    });
    const verb = named(spans, "getAgent");
    expect(verb).toMatchObject({ kind: KIND.internal, parentSpanId: request?.spanId });
    const statements = ofKind(spans, "client");
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) expect(statement.parentSpanId).toBe(verb?.spanId);
    expect(named(statements, "SELECT agents")?.attributes).toEqual({
      "db.system.name": "postgresql",
      "db.operation.name": "SELECT",
      "db.collection.name": "agents",
    });
  });

  it("names the service, its version, its commit and the operator's attributes", async () => {
    await spansOf(await traceOf("/livez"));
    expect(collector.resource()).toMatchObject({
      "service.name": "federation-governance-service",
      "service.version": expect.stringMatching(/^0\.\d/),
      "vcs.ref.head.revision": expect.any(String),
      "service.instance.id": expect.any(String),
      "deployment.environment.name": "test",
    });
  });

  async function traceOf(path: string, ask: Parameters<typeof send>[1] = {}): Promise<string> {
    const { traceId, header } = clientTrace();
    await send(server.url + path, { ...ask, headers: { ...ask.headers, ...header } });
    return traceId;
  }

  it("records an error response by its kind, not as an error of the service", async () => {
    const spans = await spansOf(await traceOf("/api/agents/did:fed:s1:nobody"));
    const [request] = ofKind(spans, "server");
    expect(request).toMatchObject({ name: "GET /api/agents/{did}", status: {} });
    expect(request?.attributes["http.response.status_code"]).toBe(404);
    expect(named(spans, "getAgent")).toMatchObject({ status: {}, attributes: { "error.type": "notFound" } });
  });

  it("does not record a request if its caller excludes it, and begins a new trace if the header is invalid", async () => {
    const before = clientTrace("00");
    const broken = clientTrace();
    await send(`${server.url}/api/rfc/status`, { headers: before.header });
    await send(`${server.url}/api/rfc/status`, { headers: { traceparent: `${broken.header.traceparent}-x` } });
    await spansOf(await traceOf("/livez"));
    expect(collector.bytes()).not.toContain(before.traceId);
    expect(collector.bytes()).not.toContain(broken.traceId);
  });

  it("follows an event that is sent on a trace, stored, streamed and read, with links to the sending", async () => {
    const [asker, translator] = [await newAgent(), await newAgent()];
    const { traceId, header } = clientTrace();
    const stream = await follow({ ...translator.headers, ...clientTrace().header });
    const event = { src_did: asker.did, dst_did: translator.did };
    const sent = await sendEvent(event, { ...asker.headers, ...header });
    expect(sent.json().trace_id).toBe(traceId);
    await expect.poll(() => stream.events.length).toBe(1);
    const inboxTrace = clientTrace();
    await get("/api/relay/inbox?after=0", { ...translator.headers, ...inboxTrace.header });

    const spans = await spansOf(traceId);
    const [sending] = ofKind(spans, "producer");
    expect(sending).toMatchObject({ name: "send relay", parentSpanId: named(spans, "sendEvent")?.spanId });
    expect(sending?.attributes["messaging.message.id"]).toBe(sent.json().id);
    const batch = named(spans, "commit batch");
    expect(batch?.parentSpanId).toBe(sending?.spanId);
    const transaction = named(spans, "transaction");
    expect(transaction?.parentSpanId).toBe(batch?.spanId);
    expect(named(spans, "INSERT relay_traces")?.parentSpanId).toBe(transaction?.spanId);

    const link = expect.objectContaining({ traceId, spanId: sending?.spanId });
    const reads = await spansOf(inboxTrace.traceId);
    expect(named(reads, "readInbox")?.links).toEqual([link]);
    await expect.poll(() => ofKind(collector.spans(), "consumer").length).toBeGreaterThan(0);
    const delivery = ofKind(collector.spans(), "consumer").find(
      ({ attributes }) => attributes["messaging.message.id"] === sent.json().id,
    );
    expect(delivery?.links).toEqual([link]);
  });

  it("begins another trace for an event that names one, and links it to the request", async () => {
    const agent = await newAgent();
    const [request, own] = [clientTrace(), clientTrace()];
    await sendEvent({ src_did: agent.did, trace_id: own.traceId }, { ...agent.headers, ...request.header });
    const [sending] = await spansOf(own.traceId, (spans) => spans.length > 0);
    expect(sending).toMatchObject({ name: "send relay", kind: KIND.producer });
    expect(sending?.parentSpanId ?? "").toBe("");
    expect(sending?.links).toEqual([expect.objectContaining({ traceId: request.traceId })]);
  });

  it("uses the request's trace for an event without one, and separate traces for a batch, as without tracing", async () => {
    const agent = await newAgent();
    const { trace_id } = (await sendEvent({ src_did: agent.did }, agent.headers)).json();
    expect(named(await spansOf(trace_id), "POST /api/relay/send")).toBeDefined();
    const event = { src_did: agent.did, intent: "hello" };
    const { results } = (await post("/api/relay/events", { events: [event, event] }, agent.headers)).json();
    expect(new Set(results.map((result: { trace_id: string }) => result.trace_id)).size).toBe(2);
  });

  it("records that requests share a transaction, without losing a statement or a request", async () => {
    const agent = await newAgent();
    const traces = Array.from({ length: 20 }, () => clientTrace());
    await Promise.all(traces.map(({ header }) => sendEvent({ src_did: agent.did }, { ...agent.headers, ...header })));
    const each = await Promise.all(traces.map(({ traceId }) => spansOf(traceId)));
    for (const spans of each) {
      const sending = named(spans, "send relay");
      const own = named(spans, "commit batch");
      // A request is either the first of its batch, or linked to the batch of another.
      if (own) expect(own.parentSpanId).toBe(sending?.spanId);
      else expect(sending?.links).toHaveLength(1);
    }
  });

  it("sends no token, payload, query, address or text of a client", async () => {
    const canary = `canary${randomBytes(6).toString("hex")}`;
    const did = `did:test:s1:${canary}`;
    const token = operator["authorization"]?.replace("Bearer ", "") ?? "";
    const unknownMethod = await traceOf("/api/search", { method: canary.toUpperCase() });
    const traces = await Promise.all([
      traceOf("/api/agent/register", {
        method: "POST",
        headers: operator,
        body: { did, role: canary, trust_tier: "T2" },
      }),
      traceOf("/api/relay/send", {
        method: "POST",
        headers: operator,
        body: { src_did: did, intent: canary, trace_id: canary, payload: { canary }, [canary]: canary },
      }),
      traceOf(`/api/agents/directory?role=${canary}`),
      traceOf(`/api/agents/search?q=${canary}`),
      traceOf(`/api/agents/${did}`),
      traceOf(`/agents/${did}`),
      traceOf(`/agents?q=${canary}`),
      traceOf(`/api/memory/query?did=${did}`),
      traceOf(`/api/${canary}?token=${token}`, { headers: { cookie: `session=${canary}`, authorization: canary } }),
      traceOf(`/join/status/fgs_apl_${canary}`),
      unknownMethod,
      traceOf("/api/memory/anchor", { method: "POST", headers: operator, body: { did, payload: { canary } } }),
      traceOf("/api/mcp", {
        method: "POST",
        headers: { accept: "application/json, text/event-stream" },
        body: {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "search_agents", arguments: { q: canary } },
        },
      }),
      traceOf("/api/relay/send", { method: "POST", headers: operator, body: `{"${canary}` }),
    ]);
    // A request with an unknown method ends before it has a span.
    const answered = traces.filter((traceId) => traceId !== unknownMethod);
    await Promise.all(answered.map((traceId) => spansOf(traceId)));
    const bytes = collector.bytes();
    expect(bytes).not.toMatch(new RegExp(canary, "i"));
    expect(bytes).not.toContain(token);
    expect(bytes).not.toMatch(/bearer|fgs_[a-z]{3}_|\$1|where |canary-collector-key/i);
  });

  it("marks failures of the service, only with their kind, and sends the last spans when the process ends", async () => {
    const down = await startCollector();
    onTestFinished(down.close);
    const port = await freePort();
    const broken = await startServer({
      env: {
        DATABASE_URL: `postgres://governance:canary-password@127.0.0.1:${port}/governance`,
        OTEL_EXPORTER_OTLP_ENDPOINT: down.url,
        OTEL_SERVICE_NAME: "another-name",
        // Spans are sent when the process ends.
        OTEL_BSP_SCHEDULE_DELAY: "600000",
      },
    });
    onTestFinished(() => broken.cleanUp());
    const { traceId, header } = clientTrace();
    expect((await send(`${broken.url}/api/agents/did:fed:s1:x`, { headers: header })).status).toBe(500);
    expect(await broken.stop()).toBe(0);
    const spans = down.spans().filter((span) => span.traceId === traceId);
    expect(spans.map(({ name }) => name)).toEqual(["SELECT agents", "getAgent", "GET /api/agents/{did}"]);
    for (const { name } of spans) {
      expect(named(spans, name)).toMatchObject({ status: { code: ERROR } });
      expect(named(spans, name)?.status).not.toHaveProperty("message");
      expect(named(spans, name)?.attributes["error.type"]).toMatch(
        /^(500|database|ECONNREFUSED|Error|CONNECT_TIMEOUT)$/,
      );
    }
    expect(down.resource()["service.name"]).toBe("another-name");
    expect(down.bytes()).not.toContain("canary");
  });
});

// Concurrent, because each waits for a response that does not come.
describe.concurrent("a collector", () => {
  it("that fails in any way affects no request and is logged once, and so is its recovery, and traces", async ({
    expect,
    onTestFinished,
  }) => {
    const ways: ((request: IncomingMessage, response: ServerResponse) => void)[] = [
      (_, response) => response.writeHead(400).end(),
      (request) => request.socket.destroy(),
      () => {},
    ];
    let respond = ways[0];
    const collector = await startCollector((request, response) => respond?.(request, response));
    onTestFinished(collector.close);
    const server = await startServer({
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        // Not shorter, because a busy machine may need some time for a response that is good.
        OTEL_EXPORTER_OTLP_TIMEOUT: "2000",
        NODE_OPTIONS: `--import=${TELL_MODULES}`,
        ...SENT_AT_ONCE,
      },
    });
    onTestFinished(() => server.cleanUp());
    const said = () =>
      server
        .output()
        .split("\n")
        .filter((line) => line.includes('"event":"tracing"'));
    const ask = async () => {
      const before = collector.requests();
      expect((await send(`${server.url}/api/rfc/status`)).status).toBe(200);
      await expect.poll(() => collector.requests()).toBeGreaterThan(before);
    };
    for (respond of ways) for (let round = 0; round < 2; round += 1) await ask();
    await expect.poll(said).toEqual([expect.stringContaining('"level":"warn"')]);
    respond = (_, response) => response.end("{}");
    const saidAfterAnother = async () => {
      await ask();
      return said();
    };
    await expect.poll(saidAfterAnother).toEqual([expect.anything(), expect.stringContaining('"level":"info"')]);
    respond = ways[2];
    const { traceId, header } = clientTrace();
    expect((await send(`${server.url}/api/rfc/status`, { headers: header })).status).toBe(200);
    await expect.poll(said).toHaveLength(3);
    await ask();
    // The collector hangs, but the process does not wait for it.
    expect(await server.stop()).toBe(0);
    expect(server.output()).not.toContain("nhandled");
    expect(server.output()).toMatch(/modules of OpenTelemetry: [1-9]/);
    expect(server.output()).toContain(`"trace_id":"${traceId}"`);
  });

  it("that is not configured costs nothing: no module is loaded, and no log line names a trace", async ({
    expect,
    onTestFinished,
  }) => {
    const env = { NODE_OPTIONS: `--import=${TELL_MODULES}` };
    const server = await startServer({ env });
    onTestFinished(() => server.cleanUp());
    await send(`${server.url}/api/rfc/status`, { headers: clientTrace().header });
    expect(await server.stop()).toBe(0);
    expect(server.output()).toContain("modules of OpenTelemetry: 0.");
    expect(server.output()).not.toContain("trace_id");
  });
});
