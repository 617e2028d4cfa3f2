import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { eq, sql } from "drizzle-orm";
import { compactVerify, createLocalJWKSet } from "jose";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ensureSigningKey, listKeys } from "@/lib/authority/keys";
import { agents } from "@/lib/database/schema/agents";
import { mcpServers } from "@/lib/database/schema/mcp-servers";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registrationOfServerJson } from "@/lib/features/agents/manifests/mcp-server-json";
import { importAgent } from "@/lib/features/agents/service/import";
import { registerAgent } from "@/lib/features/agents/service/register";
import { setStatus } from "@/lib/features/agents/service/set-status";
import { updateAgent } from "@/lib/features/agents/service/update";
import { withdrawAgent } from "@/lib/features/agents/service/withdraw";
import { freshDid, memberFixtures } from "@/lib/features/agents/testing/fixtures";
import { publishedRecords } from "@/lib/features/agents/testing/published-records";
import { send } from "@/lib/testing/routes";
import * as contract from "../contract";
import { cursorOf } from "../rules";
import type { ServerList, ServerResponse, ServerStanding } from "../schema";
import { REGISTRY_ERROR, REGISTRY_LIST, REGISTRY_SERVER } from "../testing/registry-schema";

vi.stubEnv("PUBLIC_URL", "https://fed.example");
const database = testDatabase();
const { ctx } = memberFixtures(database);
const ajv = new Ajv2020({ strict: false });
addFormats(ajv);
const isList = ajv.compile(REGISTRY_LIST);
const isServer = ajv.compile(REGISTRY_SERVER);
const isError = ajv.compile(REGISTRY_ERROR);

const OFFICIAL = "io.modelcontextprotocol.registry/official";
const serverOf = (name: string, more: object = {}) => ({ name, description: "Does it.", version: "1.0.0", ...more });

async function imported(record: object): Promise<string> {
  const input = registrationOfServerJson(record);
  await importAgent(ctx(), input, { kind: "mcp-server-json", bytes: Buffer.from(JSON.stringify(record)) });
  return input.did;
}

async function get<T>(endpoint: Parameters<typeof send>[0], query: object = {}, params = {}) {
  const response = await send(endpoint, {
    params,
    query: String(new URLSearchParams(query as Record<string, string>)),
  });
  return { status: response.status, body: (await response.json()) as T };
}
async function list(query: object = {}): Promise<ServerList> {
  const { status, body } = await get<ServerList>(contract.listMcpServers, query);
  expect([status, isList(body), isList.errors]).toEqual([200, true, null]);
  return body;
}
const version = (name: string, query: object = {}, of = "latest") =>
  get<ServerResponse>(contract.getMcpServerVersion, query, { name, version: of });
const standingOf = ({ _meta }: ServerResponse) => _meta["example.fed/standing"] as ServerStanding;
const namesIn = ({ servers }: ServerList) => servers.map(({ server }) => server["name"]);
/** As if this many seconds had passed since everything was stored. */
const pass = (seconds: number) =>
  database()
    .update(mcpServers)
    .set({ changedAt: sql`changed_at - make_interval(secs => ${seconds})` });
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

beforeAll(() => ensureSigningKey(database(), undefined, new Date()));
beforeEach(async () => {
  await database().delete(mcpServers);
});

describe("GET /v0.1/servers", () => {
  const records = [...publishedRecords().values()]
    .map((bytes) => JSON.parse(bytes.toString()) as Record<string, unknown>)
    .filter((record) => typeof record["name"] === "string" && /^[^/\s]+\/[^/\s]+$/.test(record["name"]));
  beforeAll(() => expect(records.length).toBeGreaterThan(20));

  it("lists what publishers wrote, byte for byte as JSON, in the shape that the registry's API asks for", async () => {
    for (const record of records) await imported(record);
    const { servers, metadata } = await list({ limit: 100 });
    const written = new Map(servers.map(({ server }) => [server["name"], JSON.stringify(server)]));
    const listed = records.filter(({ name }) => written.has(name));
    expect(listed.length).toBeGreaterThan(15);
    for (const record of listed) expect(written.get(record["name"])).toBe(JSON.stringify(record));
    expect(metadata).toMatchObject({ count: servers.length });
    expect(metadata).not.toHaveProperty("nextCursor");
    expect(namesIn({ servers, metadata })).toEqual([...written.keys()].sort());
  });

  it("leaves out what no client of a registry could read", async () => {
    await imported(serverOf("com.example/good"));
    await imported(serverOf("com.example/long", { description: "x".repeat(101) }));
    await imported(serverOf("com.example/silent", { description: "" }));
    await imported(serverOf("com.example/odd", { remotes: [{ type: "carrier-pigeon", url: "https://example.com/" }] }));
    expect(namesIn(await list())).toEqual(["com.example/good"]);
  });

  it("pages through all by name, each once, and ends", async () => {
    const names = Array.from({ length: 7 }, (_, at) => `com.example/${at % 2 ? "p" : "P"}age-${at}`);
    for (const name of names) await imported(serverOf(name));
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await list({ limit: 2, ...(cursor ? { cursor } : {}) });
      seen.push(...namesIn(page));
      cursor = page.metadata.nextCursor;
    } while (cursor && seen.length < 20);
    expect(seen).toEqual(names);
  });

  it("finds a part of the name, an exact version, and nothing for what no name can have", async () => {
    await imported(serverOf("com.example/a_b"));
    await imported(serverOf("com.example/axb", { version: "2.0.0" }));
    expect(namesIn(await list({ search: "A_B" }))).toEqual(["com.example/a_b"]);
    expect(namesIn(await list({ version: "2.0.0" }))).toEqual(["com.example/axb"]);
    expect(namesIn(await list({ version: "latest" }))).toHaveLength(2);
    for (const search of ["%", "\0", "x".repeat(5_000)]) expect(namesIn(await list({ search }))).toEqual([]);
  });

  it("rejects invalid input with the registry's error", async () => {
    const wrong = [{ cursor: "nonsense" }, { updated_since: "yesterday" }, { include_deleted: "perhaps" }];
    const forged = btoa(JSON.stringify(["v1", Date.now(), "a\0", "b"]));
    const farAway = btoa(JSON.stringify(["v1", 8_640_000_000_000_000, "a", "b"]));
    for (const query of [...wrong, { cursor: forged }, { cursor: farAway }, { cursor: "A".repeat(9_000) }]) {
      const { status, body } = await get(contract.listMcpServers, query);
      expect([status, isError(body)], JSON.stringify(query).slice(0, 80)).toEqual([400, true]);
    }
  });

  it("takes a cursor of another list without failing", async () => {
    await imported(serverOf("com.example/one"));
    await pass(60);
    for (const key of ["no date", "+275760-09-13T00:00:00Z"]) {
      const cursor = btoa(JSON.stringify(["v1", Date.UTC(9999, 0), key, "did:x"]));
      expect(namesIn(await list({ cursor, updated_since: ago(600) }))).toEqual([]);
    }
  });
});

describe("who is listed", () => {
  it("is not who registered a server.json without proof of its namespace, nor who took one over", async () => {
    const did = freshDid();
    await registerAgent(ctx(), { did, capability_manifest: serverOf("com.example/claimed") });
    const imported_ = await imported(serverOf("com.example/taken"));
    await database().update(agents).set({ ownerKind: "agent" }).where(eq(agents.did, imported_));
    expect(namesIn(await list({ include_deleted: "true" }))).toEqual([]);
  });

  it("is the member that proved control of exactly the host of the namespace", async () => {
    const own = freshDid();
    await registerAgent(ctx(), { did: own, capability_manifest: serverOf("com.example/own") });
    const below = freshDid();
    await registerAgent(ctx(), { did: below, capability_manifest: serverOf("com.example/below") });
    await pass(60);
    await database()
      .update(agents)
      .set({ domains: ["example.com"] })
      .where(eq(agents.did, own));
    await database()
      .update(agents)
      .set({ domains: ["shop.example.com"] })
      .where(eq(agents.did, below));
    expect(namesIn(await list())).toEqual(["com.example/own"]);
    await pass(30);
    expect(namesIn(await list({ updated_since: ago(45) }))).toEqual(["com.example/own"]);
  });

  it("is the first by registration if two have one name; case is ignored", async () => {
    const first = await imported(serverOf("com.example/name"));
    const second = await imported(serverOf("com.example/NAME"));
    expect(first).not.toBe(second);
    expect(namesIn(await list())).toEqual(["com.example/name"]);
    expect((await version("COM.example/Name")).body.server).toMatchObject({ name: "com.example/name" });
    await withdrawAgent(ctx(), { did: first, withdrawn: true, reason: "" });
    expect(namesIn(await list())).toEqual(["com.example/NAME"]);
  });

  it("is nobody if the record is made from something else since, until an import reads it again", async () => {
    const record = serverOf("com.example/patched");
    const did = await imported(record);
    await updateAgent(ctx(), { did, patch: { role: "another" }, ifMatch: undefined });
    expect(namesIn(await list())).toEqual(["com.example/patched"]);
    await updateAgent(ctx(), { did, patch: { capability_manifest: { version: "2" } }, ifMatch: undefined });
    expect(namesIn(await list())).toEqual([]);
    await imported(record);
    expect(namesIn(await list())).toEqual(["com.example/patched"]);
  });

  it.each(["suspended", "withdrawn"] as const)(
    "is shown as deleted if it is %s, with nothing to install",
    async (state) => {
      const name = `com.example/${state}`;
      const did = await imported(serverOf(name, { remotes: [{ type: "sse", url: "https://example.com/" }] }));
      if (state === "suspended") await setStatus(ctx(), { did, status: state, reason: "Why." });
      else await withdrawAgent(ctx(), { did, withdrawn: true, reason: "" });
      expect(namesIn(await list())).toEqual([]);
      expect((await version(name)).status).toBe(404);
      const [gone] = (await list({ include_deleted: "true" })).servers;
      expect(gone?.server).toEqual(serverOf(name));
      expect(gone && standingOf(gone).status).toBe("deleted");
      expect((await version(name, { include_deleted: "true" })).status).toBe(200);
    },
  );
});

describe("the data about a server", () => {
  it("is under this service's own key; another registry's data only as it was received", async () => {
    const meta = { status: "active", publishedAt: "2026-01-02T03:04:05Z", isLatest: true };
    const did = await imported({ server: serverOf("com.example/told"), _meta: { [OFFICIAL]: meta } });
    const forged = { _meta: { [OFFICIAL]: meta } };
    await imported(serverOf("com.example/forged", forged));
    await imported({ server: serverOf("com.example/vague"), _meta: { [OFFICIAL]: { status: "perhaps" } } });
    const told = (await version("com.example/told")).body;
    expect([isServer(told), told._meta[OFFICIAL]]).toEqual([true, meta]);
    const listed = { verified: false, listed_from: { source: "the MCP Registry" } };
    expect(standingOf(told)).toMatchObject({ did, status: "active", trust_tier: "T0", ...listed });
    for (const name of ["com.example/forged", "com.example/vague"]) {
      expect(Object.keys((await version(name)).body._meta), name).toEqual(["example.fed/standing"]);
    }
  });
});

describe("the signed statement of a server's standing", () => {
  it("is with it, and the published keys verify it", async () => {
    const did = await imported(serverOf("com.example/signed"));
    const keys = createLocalJWKSet(await listKeys(ctx()));
    for (const { _meta } of [(await version("com.example/signed")).body, ...(await list()).servers]) {
      const { statement = "" } = standingOf({ _meta, server: {} });
      const { payload } = await compactVerify(statement, keys);
      expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({ did, trust_tier: "T0", verified: false });
    }
  });
});

describe("a server's versions", () => {
  it("are the stored one, by name, by `latest` and by its number", async () => {
    await imported(serverOf("com.example/one"));
    const versions = await get<ServerList>(contract.listMcpServerVersions, {}, { name: "com.example/one" });
    expect([isList(versions.body), namesIn(versions.body)]).toEqual([true, ["com.example/one"]]);
    expect((await version("com.example/one", {}, "1.0.0")).body).toEqual((await version("com.example/one")).body);
  });

  it("are not found for another name or number", async () => {
    await imported(serverOf("com.example/one"));
    for (const [name, of] of [
      ["com.example/two", "latest"],
      ["com.example/one", "2.0.0"],
      ["\0", "\0"],
    ] as const) {
      const { status, body } = await version(name, {}, of);
      expect([status, isError(body), body]).toMatchObject([404, true, { error: "Server not found" }]);
    }
  });
});

describe("a follower that asks for what changed", () => {
  it("gets a change once it is published, and tombstones", async () => {
    const did = await imported(serverOf("com.example/leaves"));
    expect(namesIn(await list({ updated_since: ago(3_600) }))).toEqual([]);
    await pass(60);
    const { servers, metadata } = await list({ updated_since: ago(3_600) });
    expect(servers.map((each) => standingOf(each).status)).toEqual(["active"]);
    await withdrawAgent(ctx(), { did, withdrawn: true, reason: "" });
    expect(namesIn(await list({ updated_since: metadata.as_of }))).toEqual([]);
    await pass(21);
    const later = await list({ updated_since: metadata.as_of });
    expect(later.servers.map((each) => standingOf(each).status)).toEqual(["deleted"]);
  });

  it.each(["as_of", "the latest updated_at", "its own clock"])(
    "misses no late commit if it goes on from %s",
    async (from) => {
      await imported(serverOf("com.example/early"));
      await pass(100);
      await imported(serverOf("com.example/just-now"));
      const startedAt = ago(0);
      const { servers, metadata } = await list();
      const times = servers.map((each) => standingOf(each).updated_at).sort();
      const since = { as_of: metadata.as_of, "the latest updated_at": times.at(-1), "its own clock": startedAt }[from];
      // Stored before the list was read, committed after.
      const late = await imported(serverOf("com.example/late"));
      await database()
        .update(mcpServers)
        .set({ changedAt: sql`clock_timestamp() - interval '15 seconds'` })
        .where(eq(mcpServers.did, late));
      const elapsed = 30;
      await pass(elapsed);
      const next = await list({ updated_since: new Date(Date.parse(since ?? "") - elapsed * 1_000).toISOString() });
      expect(namesIn(next)).toContain("com.example/late");
      expect(namesIn(next)).not.toContain("com.example/early");
    },
  );

  it("reads a list of changes that ends although servers go on changing", async () => {
    for (const at of [1, 2, 3]) await imported(serverOf(`com.example/busy-${at}`));
    await pass(60);
    const asOf = new Date(Date.parse(ago(300)));
    const cursor = cursorOf({ asOf, key: ago(400), did: "" });
    expect((await list({ updated_since: ago(600) })).servers).toHaveLength(3);
    const page = await list({ updated_since: ago(600), cursor });
    expect([page.servers, page.metadata.as_of]).toEqual([[], asOf.toISOString()]);
  });

  it("reads a list of names whose last page says nothing newer than its first", async () => {
    await imported(serverOf("com.example/changed-meanwhile"));
    const asOf = new Date(Date.parse(ago(300)));
    const { servers } = await list({ cursor: cursorOf({ asOf, key: "", did: "" }) });
    expect(servers.map((each) => standingOf(each).updated_at)).toEqual([asOf.toISOString()]);
  });

  it("gets no change if only the standing changed", async () => {
    const did = await imported(serverOf("com.example/rated"));
    await pass(60);
    await database().update(agents).set({ trustScore: 77 }).where(eq(agents.did, did));
    await pass(21);
    expect(namesIn(await list({ updated_since: ago(40) }))).toEqual([]);
  });
});
