import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { type RequestScope, runInScope, systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { databaseClient, openDatabase } from "@/lib/database/open";
import {
  listRelations,
  type Relations,
  recordStatements,
  tablesNamed,
} from "@/lib/database/testing/recorded-statements";
import { testDatabase } from "@/lib/database/testing/test-database";
import { Routes } from "@/lib/edge/routes";
import { registrationOfServerJson } from "@/lib/features/agents/manifests/mcp-server-json";
import { importAgent } from "@/lib/features/agents/service/import";
import { NamedKey } from "@/lib/features/witness/testing/foreign";
import { CACHE_TAGS } from "@/lib/http/cache-tags";
import { cursorAfter } from "@/lib/http/cursor";
import type { Endpoint } from "@/lib/http/endpoint";
import { withEscaped } from "@/lib/identity/escaped-identifier";
import { memberUrn, publisherOf } from "@/lib/interop/ard/identifier";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { ensureVectorStore } from "@/lib/search/service/store";
import { seedDemo } from "@/lib/system/demo/seed";
import { send } from "@/lib/testing/routes";
import { ROUTED_ENDPOINTS } from "./contract";
import { PUBLIC_PAGES } from "./public-pages";
import { readFrame } from "./read-for-page";

vi.mock("next/headers", () => ({
  headers: async () => new Headers({ host: "localhost" }),
  cookies: async () => new Map(),
}));
// Pages show one that is up to a minute old, as old as they may be themselves.
vi.mock("@/lib/features/status/service/smoke", async (original) => ({
  ...(await original<typeof import("@/lib/features/status/service/smoke")>()),
  recentSmoke: async () => ({ tag: "VERIFIED", reasons: [], degraded: [], checks: [] }),
}));

// With a public address there are DID documents and credentials, and documents contain signed statements.
vi.stubEnv("PUBLIC_URL", "https://federation.test");
// With witnesses, checkpoints have cosignatures.
vi.stubEnv("WITNESSES", `${new NamedKey("witness.test", 4).vkey} https://witness.test`);
testDatabase();

const cached: Endpoint[] = ROUTED_ENDPOINTS.filter(({ cache }) => cache !== undefined);
const SERVER = { name: "com.example/kept", description: "Keeps.", version: "1.0.0" };
const values: Record<string, string> = { number: "1", tag: "agents", seq: "1", entry: "0.3.0" };
let statements: string[];
let relations: Relations;
beforeAll(async () => {
  statements = recordStatements();
  const client = databaseClient();
  const ctx = systemContext(openDatabase());
  await ensureSigningKey(ctx.db, undefined, new Date());
  await ensureVectorStore(ctx, getEmbedder());
  await seedDemo(ctx);
  const one = async (text: string) => String(Object.values((await client.unsafe(text))[0] ?? {})[0]);
  values["did"] = await one("select did from agents where status = 'active'");
  values["/agents/{did}/did.json"] = withEscaped("", values["did"]);
  values["identifier"] = memberUrn(publisherOf({ PUBLIC_URL: "https://federation.test" }), values["did"]);
  values["/api/a2a/{did}/.well-known/agent-card.json"] = await one(
    "select did from agents where status = 'active' and trust_tier >= 'T2'",
  );
  values["/api/agents/{did}/card"] = await one(
    "select did from agents where capability_manifest ? 'supportedInterfaces'",
  );
  values["provider"] = await one("select provider from agents where provider <> ''");
  values["/api/memory/anchors/{id}/proof"] = await one("select id from ledger_entries");
  values["/api/memory/anchors/{id}/tlog-proof"] = values["/api/memory/anchors/{id}/proof"];
  values["/api/incident/{id}"] = await one("select id from incidents");
  values["/api/incident/{id}/export"] = await one("select incident_id from incident_exports");
  await importAgent(ctx, registrationOfServerJson(SERVER), {
    kind: "mcp-server-json",
    bytes: Buffer.from(JSON.stringify(SERVER)),
  });
  values["/api/council/audits/{id}"] = await one("select id from audits");
  values["/audits/{id}"] = values["/api/council/audits/{id}"] ?? "";
  values["name"] = SERVER.name;
  values["version"] = SERVER.version;
  Object.assign(values, { log: "anchors", level: "0", index: "000.p/1" });
  values["hash"] = await one("select hash from ledger_entries where log = 'anchors'");
  values["/anchors/{id}"] = values["/api/memory/anchors/{id}/proof"] ?? "";
  values["/incidents/{id}"] = values["/api/incident/{id}/export"] ?? "";
  values["trace_id"] = await one("select trace_id from relay_traces");
  relations = await listRelations();
});

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
/** Each parameter takes one of these. */
const words = () => [
  values["did"] ?? "",
  "1",
  "only",
  "name",
  "start",
  "dev",
  "MAJOR",
  tomorrow(),
  "review",
  "anchors",
  "active",
  "OPEN",
  "HIGH",
  "T1",
  "PASS",
  "mcp",
  "verified",
  "yes",
  "none",
  "provider",
  "displayName",
  "tags = 'law'",
  cursorAfter(1),
  "true",
  "",
  new Date().toISOString(),
];

/** The tables of a request. A process also records the use of its keys, once a minute. */
const tablesOfRequest = () =>
  tablesNamed(
    statements.filter((text) => !text.includes("key_uses")),
    relations,
  );

/** The tables that an endpoint's statements name after FROM or JOIN, with any one of its query parameters. */
async function tablesReadBy(endpoint: Endpoint): Promise<string[]> {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, values[endpoint.path] ?? values[name] ?? ""]));
  const always: Record<string, string> = endpoint.path === "/api/memory/consistency" ? { from: "1" } : {};
  const headers = { host: "localhost" };
  statements.length = 0;
  const whole = await send(endpoint, { params, headers, query: String(new URLSearchParams(always)) });
  expect(whole.status).toBe(200);
  for (const name of Object.keys(endpoint.query?.shape ?? {})) {
    // A parameter that takes a word of nobody's takes any, so a few of them are enough.
    const query = String(new URLSearchParams({ ...always, [name]: "any words of nobody" }));
    const isText = (await send(endpoint, { params, headers, query })).status === 200;
    const asked = (isText ? words().slice(0, 3) : words()).map((word) =>
      String(new URLSearchParams({ ...always, [name]: word })),
    );
    const statuses = await Promise.all(
      asked.map(async (query) => (await send(endpoint, { params, headers, query })).status),
    );
    expect(statuses, name).toContain(200);
  }
  return tablesOfRequest();
}

describe("an endpoint whose responses are kept", () => {
  it.each(cached.map((each) => [each.path, each] as const))(
    "%s declares every table that it reads",
    async (_, endpoint) => {
      const { cache } = endpoint;
      const tags: readonly string[] = cache === undefined || cache === "build" ? [] : cache.tags;
      const undeclared = (await tablesReadBy(endpoint)).filter((table) => !tags.includes(table));
      expect(undeclared).toEqual([]);
      expect(statements.length > 0).toBe(tags.length > 0);
    },
  );

  it("is a plain read that needs no permission and reads no header", () => {
    // A copy is sent to every caller, whatever its token.
    for (const { method, kind = "protocol", permission, optionalToken, headers } of cached) {
      expect([method, kind, permission, optionalToken, headers]).toEqual([
        "GET",
        "protocol",
        undefined,
        undefined,
        undefined,
      ]);
    }
  });

  it("or a page reads each announced table", () => {
    const pages = PUBLIC_PAGES.flatMap(({ cache }) => ("tags" in cache ? cache.tags : []));
    const read = new Set([...cached.flatMap(({ cache }) => (cache === "build" ? [] : (cache?.tags ?? []))), ...pages]);
    expect([...read].sort()).toEqual([...CACHE_TAGS]);
  });
});

type Props = { params: Promise<Record<string, string>>; searchParams: Promise<Record<string, string>> };
interface Page {
  default: (props: Props) => unknown;
  generateMetadata?: (props: Props, above: Promise<object>) => unknown;
}

const ROOT = "app/(portal)";
/** The files of the portal's pages by the paths that they are declared by. */
const FILES = new Map(
  readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /(?:^|\/)page\.tsx$/.test(file) && !file.startsWith("[...unknown]"))
    .map((file) => [`/${file.replace(/\/?page\.tsx$/, "").replaceAll(/\[(\w+)\]/g, "{$1}")}`, file]),
);
const keptPages = PUBLIC_PAGES.flatMap(({ path, parameters = [], cache }) =>
  "tags" in cache ? [{ path, parameters, tags: cache.tags as readonly string[] }] : [],
);

/** Each parameter of a page takes one of these. */
const pageWords = () => [
  "",
  values["did"] ?? "",
  values["hash"] ?? "",
  "1",
  "only",
  "name",
  "council",
  "OPEN",
  "T1",
  "PASS",
  "used",
  "mcp",
  "provider",
];

/** Renders a page and its frame, as far as they read. @returns the status that the page sets, and whether it may be stored */
async function render(path: string, query: Record<string, string>) {
  const page: Page = await import(`../../${ROOT}/${FILES.get(path)}`);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, values[path] ?? values[name] ?? ""]));
  const props = { params: Promise.resolve(params), searchParams: Promise.resolve(query) };
  const scope: RequestScope = { requestId: "", address: "", event: {}, path };
  await runInScope(scope, async () => {
    await readFrame();
    await page.generateMetadata?.(props, Promise.resolve({}));
    await page.default(props);
  }).catch((error: Error) => {
    if (error.message !== "NEXT_REDIRECT") throw error;
  });
  expect(scope.isPartial).toBeUndefined();
  return { status: scope.status, isStored: !scope.isUnannounced };
}

describe("a public page", () => {
  it("is declared, and stored or with a reason", () => {
    expect(PUBLIC_PAGES.map(({ path }) => path).sort()).toEqual([...FILES.keys()].sort());
    for (const { cache } of PUBLIC_PAGES) if ("never" in cache) expect(cache.never).toMatch(/\.$/);
  });

  it("is not cached if it depends on the vectors, and otherwise is", async () => {
    expect(await render("/agents", { q: "glossa" })).toMatchObject({ isStored: false });
    expect(await render("/agents", { q: " ", zone: "S1" })).toMatchObject({ isStored: true });
  });

  it("is cached only if everyone may see it", () => {
    const routes = new Routes(keptPages);
    for (const path of ["/join", "/join/status/x", "/console", "/console/agents", "/owner", "/search"]) {
      expect(routes.find(path), path).toBeNull();
    }
  });

  it.each(keptPages.map((page) => [page.path, page] as const))(
    "%s declares every table that it reads",
    async (path, page) => {
      const noted = async (query: Record<string, string>) => {
        statements.length = 0;
        const { status, isStored } = await render(path, query);
        return { status, tables: isStored ? tablesOfRequest() : [] };
      };
      const plain = await noted({});
      expect(plain.status).toBeUndefined();
      const read = new Set(plain.tables);
      for (const name of page.parameters) {
        for (const word of pageWords()) for (const table of (await noted({ [name]: word })).tables) read.add(table);
      }
      expect([...read].filter((table) => !page.tags.includes(table))).toEqual([]);
    },
  );
});
