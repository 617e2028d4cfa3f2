import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type SharedServer, sharedServer } from "./shared-servers";
import { bearer, freshAddress } from "./visitor";

let server: SharedServer;
let operator: Record<string, string>;
beforeAll(async () => {
  server = await sharedServer("demo");
  operator = bearer(await server.operatorToken());
});

async function connected(headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/api/mcp", server.url), { requestInit: { headers } }),
  );
  onTestFinished(() => client.close());
  return client;
}
async function call(client: Client, name: string, given: Record<string, unknown>) {
  const { structuredContent, isError } = await client.callTool({ name, arguments: given });
  return { isError: isError === true, answer: structuredContent };
}
const send = (body: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/mcp`, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
  });

describe("the guide's chapter about MCP", () => {
  const [, chapter = ""] = readFileSync("docs/guide.md", "utf8").split("\n## Use the tools over MCP\n");
  const blocks = (language: string) =>
    chapter
      .split("\n## ", 1)
      .flatMap((text) => text.split(`\`\`\`${language}\n`).slice(1))
      .map((text) => text.split("\n```")[0] ?? "");

  it("has a script that works with the official client", () => {
    // In the folder in which scripts find the packages of this project.
    const folder = mkdtempSync(path.resolve("node_modules", ".guide-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = path.join(folder, "ask.mjs");
    writeFileSync(file, blocks("js")[0] ?? "");
    const { TOKEN: _, ...env } = process.env;
    expect(execFileSync(process.execPath, [file, server.url], { env, encoding: "utf8" })).toMatch(
      /^did:demo:s2:glossa T\d$/m,
    );
  });

  it("has settings of clients that are JSON and name the address, with no more than a header", () => {
    const settings = blocks("json").map((text) => JSON.parse(text));
    const servers = settings.map(({ mcpServers, servers: others }) => (mcpServers ?? others).federation);
    expect(servers.map(({ url, args }) => url ?? args.at(-1))).toEqual(
      Array.from({ length: 3 }, () => "http://localhost:3000/api/mcp"),
    );
  });
});

describe("a message by plain curl, without the headers of a client", () => {
  it("gets a response in JSON", async () => {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    for (const accept of ["*/*", "application/json"]) {
      const headers = { "content-type": "application/x-www-form-urlencoded", accept };
      const response = await fetch(`${server.url}/api/mcp`, { method: "POST", body, headers });
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
      expect(await response.json()).toMatchObject({ jsonrpc: "2.0", id: 1, result: { tools: expect.any(Array) } });
    }
  });
});

describe("the official MCP client", () => {
  it("lists the tools, with their arguments and which of them write", async () => {
    const { tools } = await (await connected()).listTools();
    const tool = (name: string) => tools.find((each) => each.name === name);
    expect(tool("list_agents")).toMatchObject({
      annotations: { readOnlyHint: true },
      inputSchema: { type: "object", properties: { role: { type: "string" } } },
    });
    expect(tool("search_agents")).toMatchObject({
      annotations: { readOnlyHint: true },
      inputSchema: { type: "object", required: ["q"] },
    });
    expect(tool("route_intent")).toMatchObject({
      annotations: { readOnlyHint: false },
      inputSchema: { required: expect.arrayContaining(["src_did", "intent"]) },
    });
    expect(tool("route_intent")?.description).toContain("Minimum tier T1");
  });

  it("reads without a token: agents, their standing, a route, an anchor's proof, incidents", async () => {
    const client = await connected();
    const found = await call(client, "list_agents", { role: "translator", limit: 1 });
    const searched = await call(client, "search_agents", { q: "translating for courts", limit: 1 });
    expect(searched.answer).toMatchObject({ agents: [{ did: "did:demo:s2:glossa" }] });
    expect(found.answer).toMatchObject({ agents: [{ did: "did:demo:s2:glossa" }] });
    const did = "did:demo:s2:glossa";
    const said = {
      tags: expect.arrayContaining(["translation"]),
      endpoints: [{ protocol: "a2a" }, { protocol: "mcp" }],
    };
    expect((await call(client, "get_agent", { did })).answer).toMatchObject({ did, name: "Glossa", ...said });
    expect(found.answer).toMatchObject({ agents: [said] });
    expect((await call(client, "recompute_trust", { did })).answer).toMatchObject({ did });
    const previewed = await call(client, "preview_route", { intent: "Say this in English, please" });
    expect(previewed.answer).toMatchObject({ target: { did, ...said } });
    const { anchors } = await (await fetch(`${server.url}/api/memory/anchors`)).json();
    const proof = await call(client, "verify_anchor", { id: anchors[0].id });
    const [, size] = (await (await fetch(`${server.url}/checkpoint`)).text()).split("\n");
    expect(proof.answer).toMatchObject({ entry: { id: anchors[0].id }, receipt: { tree_size: Number(size) } });
    const { total } = await (await fetch(`${server.url}/api/incidents`)).json();
    expect(total).toBeGreaterThan(0);
    expect((await call(client, "list_incidents", {})).answer).toMatchObject({ total });
  });

  it("writes with a token, as its owner, and gets the endpoint's error without one", async () => {
    const did = "did:demo:s1:countersign";
    const intent = { src_did: did, intent: "Say this in English, please" };
    const refused = await call(await connected(), "route_intent", intent);
    expect(refused).toMatchObject({ isError: true, answer: { error: "Unauthorized", code: "UNAUTHORIZED" } });
    const client = await connected(operator);
    const routed = await call(client, "route_intent", intent);
    expect(routed).toMatchObject({ isError: false, answer: { target: { did: "did:demo:s2:glossa" } } });
    expect((await call(client, "verify_trust", { did })).answer).toMatchObject({ did, jws: expect.any(String) });
    const missing = await call(client, "route_intent", { src_did: did });
    expect(missing).toMatchObject({ isError: true, answer: { error: "Missing src_did/intent" } });
    expect(await call(client, "get_agent", { did: "did:demo:s1:nobody" })).toMatchObject({ isError: true });
    await expect(client.callTool({ name: "drop_tables", arguments: {} })).rejects.toThrow();
  });
});

it("every tool responds with an object, also if its arguments are wrong", async () => {
  const client = await connected(operator);
  const { tools } = await client.listTools();
  const did = "did:demo:s2:glossa";
  const { anchors } = await (await fetch(`${server.url}/api/memory/anchors`)).json();
  const calls: [string, Record<string, unknown>][] = [
    ["search", { q: "translator" }],
    ["search_agents", { q: "translator", limit: 3 }],
    ["list_agents", { limit: 3 }],
    ["get_agent", { did }],
    ["recompute_trust", { did }],
    ["preview_route", { intent: "Say this in English" }],
    ["replay_trace", { trace_id: "demo-lease" }],
    ["verify_anchor", { id: anchors[0].id }],
    ["list_incidents", { severity: "low" }],
    ["get_incident", { id: 1 }],
    ["verify_trust", { did }],
    ["route_intent", { src_did: did, intent: "summarise a contract" }],
    ["send_event", { src_did: did, intent: "summarise a contract" }],
    ["anchor_payload", { payload: { a: 1 }, did }],
    ["open_incident", { title: "A gap", severity: "LOW" }],
  ];
  expect(calls.map(([name]) => name).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
  for (const [name, given] of calls) {
    const { isError, answer } = await call(client, name, given);
    expect([isError, typeof answer], name).toEqual([false, "object"]);
  }
  for (const [name] of calls) {
    const { answer } = await call(client, name, { did: { a: 1 }, id: [1], intent: 7, limit: { a: 1 }, q: [] });
    expect(answer, name).toHaveProperty("code", expect.any(String));
  }
});

it("the list of tools is small enough for the context of a model: one line each, and short schemas", async () => {
  const response = await send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }), {
    accept: "application/json",
  });
  const text = await response.text();
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(25_000);
  for (const { name, description, inputSchema } of JSON.parse(text).result.tools) {
    expect(description.length, name).toBeLessThanOrEqual(300);
    expect(description, name).not.toContain("\n");
    for (const [field, schema] of Object.entries<object>(inputSchema.properties)) {
      expect(schema, `${name}.${field}`).toHaveProperty("type", expect.any(String));
    }
    expect(JSON.stringify(inputSchema), name).not.toMatch(/"(?:\$ref|\$defs|anyOf|pattern)"/);
  }
});

it("describes the service's purpose to a model", async () => {
  expect((await connected()).getInstructions()).toContain("federation of AI agents");
});

describe("a page of another site", () => {
  const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  it.each<[string, Record<string, string>]>([
    ["another site", { origin: "https://inspector.example" }],
    ["a sandboxed page", { origin: "null" }],
    ["its own page", { origin: "http://localhost:3000" }],
    ["no page", {}],
  ])("may call: %s", async (_, headers) => {
    const response = await send(PING, headers);
    expect([response.status, response.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  });

  it("may send the headers of an MCP client", async () => {
    const asked = "authorization, content-type, mcp-method, mcp-name, mcp-protocol-version";
    const response = await fetch(`${server.url}/api/mcp`, {
      method: "OPTIONS",
      headers: {
        ...{ origin: "https://inspector.example", "access-control-request-method": "POST" },
        "access-control-request-headers": asked,
      },
    });
    const allowed = response.headers.get("access-control-allow-headers")?.toLowerCase().split(", ");
    expect(allowed).toEqual(expect.arrayContaining(asked.split(", ")));
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
  });

  it("is rejected under the host name of another site (DNS rebinding)", async () => {
    const response = await send(PING, { "x-forwarded-host": "evil.example" });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ jsonrpc: "2.0", error: { code: -32_600 } });
  });
});

describe("invalid arguments", () => {
  it.each([
    ["absent", {}],
    ["null", { did: null }],
  ])("for a path, %s, get the endpoint's error", async (_, given) => {
    const { isError, answer } = await call(await connected(), "get_agent", given);
    expect(isError).toBe(true);
    expect(answer).toMatchObject({ code: "VALIDATION_ERROR", message: expect.stringContaining("did") });
  });

  it("for a text: an object is an error that names the argument, and null counts as absent", async () => {
    const client = await connected();
    const { answer } = await call(client, "get_agent", { did: { toString: 1 } });
    expect(answer).toMatchObject({ code: "VALIDATION_ERROR", fields: ["did"] });
    expect((await call(client, "list_agents", { q: { toString: 1 } })).answer).toMatchObject({ fields: ["q"] });
    const everyone = await (await fetch(`${server.url}/api/agents/directory`)).json();
    expect((await call(client, "list_agents", { q: null })).answer).toMatchObject({ total: everyone.total });
  });
});

it("a subscription keeps no connection open, because the lists never change", async () => {
  const of = (name: string, value: unknown) => [`io.modelcontextprotocol/${name}`, value];
  const version = "2026-07-28";
  const _meta = Object.fromEntries([of("protocolVersion", version), of("clientCapabilities", {})]);
  const params = { _meta, notifications: { toolsListChanged: true } };
  const response = await send(JSON.stringify({ jsonrpc: "2.0", id: 7, method: "subscriptions/listen", params }), {
    "mcp-protocol-version": version,
    "mcp-method": "subscriptions/listen",
  });
  expect(await response.text()).toContain('"resultType":"complete"');
});

describe("an invalid message", () => {
  const initialize = (params: object) => ({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "get_agent", arguments: {} } };
  it.each([
    ["no JSON", "{"],
    ["a batch", JSON.stringify([CALL, CALL])],
    ["an empty batch", "[]"],
    ["no JSON-RPC", '{"hello": 1}'],
    ["no version", JSON.stringify({ ...CALL, jsonrpc: undefined })],
    ["another version of it", JSON.stringify({ ...CALL, jsonrpc: "1.0" })],
    ["a method that nobody knows", JSON.stringify({ ...CALL, method: "tools/burn" })],
    ["an id of a thousand digits", JSON.stringify(CALL).replace('"id":1', `"id":${"9".repeat(1_000)}`)],
    ["an id past what a number holds", JSON.stringify(CALL).replace('"id":1', '"id":1e400')],
    ["an id that is an object", JSON.stringify({ ...CALL, id: { a: 1 } })],
    ["a method that is no text", JSON.stringify({ ...CALL, method: 7 })],
    ["a tool of every object's", JSON.stringify({ ...CALL, params: { name: "__proto__", arguments: {} } })],
    ["arguments that are a list", JSON.stringify({ ...CALL, params: { name: "get_agent", arguments: [1] } })],
    ["a protocol version that is no text", JSON.stringify(initialize({ protocolVersion: 5 }))],
    ["no protocol version", JSON.stringify(initialize({ protocolVersion: undefined }))],
    ["a cursor that is no text", JSON.stringify({ ...CALL, method: "tools/list", params: { cursor: 7 } })],
    ["nested too deep", `{"a":${"[".repeat(40)}${"]".repeat(40)}}`],
  ])("%s gets a JSON-RPC error, and the service keeps working", async (_, body) => {
    const response = await send(body);
    expect(response.status).toBeLessThan(500);
    const text = await response.text();
    const answer = JSON.parse(text.startsWith("{") ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? ""));
    expect(answer).toMatchObject({ jsonrpc: "2.0", error: { code: expect.any(Number), message: expect.any(String) } });
    expect(answer.error.message).not.toMatch(/invalid_type|\{|\[\n/);
  });

  it("gets 405 without POST, and 413 if it is too large", async () => {
    const get = await fetch(`${server.url}/api/mcp`);
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST, OPTIONS"]);
    expect((await send(" ".repeat(70_000))).status).toBe(413);
  });

  it("each message counts for the rate limit", async () => {
    const from = { "x-forwarded-for": freshAddress() };
    const ask = async () => {
      const { headers } = await send(JSON.stringify(CALL), from);
      return { left: Number(headers.get("x-ratelimit-remaining")), window: headers.get("x-ratelimit-reset") };
    };
    let [before, after] = [await ask(), await ask()];
    // If a window ended between the two requests, the next request is in the window of the second.
    if (before.window !== after.window) [before, after] = [after, await ask()];
    expect(after).toEqual({ left: before.left - 1, window: before.window });
  });
});
