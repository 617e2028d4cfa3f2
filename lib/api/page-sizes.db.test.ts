import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { ensureSigningKey } from "@/lib/authority/keys";
import { agents } from "@/lib/database/schema/agents";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registrationOfServerJson } from "@/lib/features/agents/manifests/mcp-server-json";
import { importAgent } from "@/lib/features/agents/service/import";
import { agentRow } from "@/lib/features/agents/testing/agent-row";
import { memberFixtures } from "@/lib/features/agents/testing/fixtures";
import * as memory from "@/lib/features/anchors/contract";
import * as council from "@/lib/features/council/contract";
import * as directory from "@/lib/features/directory/contract";
import * as relay from "@/lib/features/relay/contract";
import { callMcp } from "@/lib/features/status/contract";
import { MAX_PAGE_BYTES } from "@/lib/http/page-bytes";
import * as ard from "@/lib/interop/ard/contract";
import * as registry from "@/lib/interop/registry/contract";
import { type Sent, send } from "@/lib/testing/routes";

const database = testDatabase();
const { ctx, operatorToken, registered } = memberFixtures(database);

const HEADERS = { host: "localhost:3000", "content-type": "application/json" };
const AGENTS = 200;
const LARGE = 25;
const text = "Weather forecasts. ".repeat(3_000);
/** A page may exceed its size by its last row. */
const MOST_BYTES = MAX_PAGE_BYTES + 70_000;
let token = "";

async function ask(endpoint: Parameters<typeof send>[0], sent: Sent) {
  const response = await send(endpoint, { token, headers: HEADERS, ...sent });
  const body = await response.text();
  expect(response.status, body.slice(0, 300)).toBe(200);
  return { bytes: Buffer.byteLength(body), body: JSON.parse(body) };
}

beforeAll(async () => {
  await ensureSigningKey(database(), undefined, new Date());
  token = await operatorToken();
  const labels = Array.from({ length: 60 }, () => text.slice(0, 150));
  const capabilityManifest = { texts: [text.slice(0, 15_000), text.slice(0, 15_000), text.slice(0, 15_000)] };
  const long = { capabilities: labels, description: text.slice(0, 4_000), capabilityManifest };
  const rows = Array.from({ length: AGENTS }, (_, n) =>
    agentRow({
      ...{ did: `did:fed:s1:weather-${n}`, name: `Weather ${n}`, ...long },
      endpoints: [{ protocol: "a2a", url: `https://weather-${n}.example/` }],
    }),
  );
  await database().insert(agents).values(rows);
});

describe("a page of many large rows has about a megabyte at most", () => {
  it("in the directory, the search, ARD and their MCP tools", async () => {
    const listed = await ask(directory.listDirectory, { query: "limit=200" });
    expect(listed.body.agents).toHaveLength(200);
    const found = await ask(directory.searchAgents, { query: "q=weather+forecasts&limit=200" });
    expect(found.body.agents).toHaveLength(200);
    const entries = await ask(ard.listArd, { query: "pageSize=100" });
    expect(entries.body.items).toHaveLength(100);
    for (const { bytes } of [listed, entries]) expect(bytes).toBeLessThan(MOST_BYTES);
    // Each found agent also has the words and passages that it meets.
    expect(found.bytes).toBeLessThan(2 * MOST_BYTES);
    const call = { name: "list_agents", arguments: { limit: 200 } };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: call };
    // A tool's result is there twice: as text and as structured content.
    expect((await ask(callMcp, { body: message })).bytes).toBeLessThan(2.5 * MOST_BYTES);
  });

  it("in the registry of MCP servers, whose next page continues", async () => {
    for (let n = 0; n < LARGE; n += 1) {
      const name = `com.example/large-${n}`;
      const server = {
        name,
        description: "Large.",
        version: "1.0.0",
        _meta: { "com.example/x": { text: text.slice(0, 50_000).match(/.{1,15000}/g) } },
      };
      await importAgent(ctx(), registrationOfServerJson(server), {
        kind: "mcp-server-json",
        bytes: Buffer.from(JSON.stringify(server)),
      });
    }
    const seen: string[] = [];
    for (let cursor = ""; ; ) {
      const { bytes, body } = await ask(registry.listMcpServers, {
        query: `limit=100${cursor && `&cursor=${cursor}`}`,
      });
      expect(bytes).toBeLessThan(MOST_BYTES);
      seen.push(...body.servers.map(({ server }: { server: { name: string } }) => server.name));
      cursor = body.metadata.nextCursor ?? "";
      if (cursor === "") break;
    }
    expect([seen.length, new Set(seen).size]).toEqual([LARGE, LARGE]);
  });

  it("in the audits, whose `limit` says how many there are", async () => {
    const did = await registered();
    for (let n = 0; n < LARGE; n += 1) {
      const findings = Array.from({ length: 15 }, () => text.slice(0, 4_000));
      await send(council.recordAudit, { token, body: { did, verdict: "pass", findings } });
    }
    const seen: string[] = [];
    for (let offset = 0, total = 1; offset < total; ) {
      const { bytes, body } = await ask(council.listAudits, { query: `limit=200&offset=${offset}&did=${did}` });
      expect(bytes).toBeLessThan(MOST_BYTES);
      expect(body.limit).toBeLessThan(offset === 0 ? LARGE : 201);
      seen.push(...body.audits.map(({ id }: { id: string }) => id));
      ({ total } = body);
      offset += body.limit;
    }
    expect([seen.length, new Set(seen).size]).toEqual([LARGE, LARGE]);
    expect((await ask(council.listPublicActs, { query: "limit=200" })).bytes).toBeLessThan(MOST_BYTES);
  });

  it("in an inbox, whose cursor continues", async () => {
    const did = `did:fed:s1:${randomUUID()}`;
    for (let n = 0; n < LARGE; n += 1) {
      await send(relay.sendEvent, {
        token,
        body: { src_did: "did:fed:s1:weather-1", dst_did: did, intent: "hello", payload: { text } },
      });
    }
    const seen: number[] = [];
    for (let after = 0; ; ) {
      const { bytes, body } = await ask(relay.readInbox, { query: `did=${did}&limit=200&after=${after}` });
      expect(bytes).toBeLessThan(MOST_BYTES);
      if (body.events.length === 0) break;
      seen.push(...body.events.map(({ cursor }: { cursor: number }) => cursor));
      after = body.cursor;
    }
    expect(seen).toEqual(Array.from({ length: LARGE }, (_, n) => n + 1));
  });

  it("in a query of the memory, which says how many anchors are left out", async () => {
    for (let n = 0; n < LARGE; n += 1)
      await send(memory.anchorPayload, { token, body: { payload: { n, text }, kind: "large" } });
    const { bytes, body } = await ask(memory.queryAnchors, { body: { kind: "large", limit: 500 } });
    expect(bytes).toBeLessThan(MOST_BYTES);
    expect(body.count).toBe(body.anchors.length);
    expect(body.count + body.left_out).toBe(LARGE);
  });
});
