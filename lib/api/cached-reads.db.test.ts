import { beforeAll, describe, expect, it, vi } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { ensureSigningKey } from "@/lib/authority/keys";
import { databaseClient, openDatabase } from "@/lib/database/open";
import {
  listRelations,
  type Relations,
  recordStatements,
  tablesNamed,
} from "@/lib/database/testing/recorded-statements";
import { testDatabase } from "@/lib/database/testing/test-database";
import { registrationOfServerJson } from "@/lib/features/agents/manifests/mcp-server-json";
import { importAgent } from "@/lib/features/agents/service/import";
import { CACHE_TAGS } from "@/lib/http/cache-tags";
import { cursorAfter } from "@/lib/http/cursor";
import type { Endpoint } from "@/lib/http/endpoint";
import { withEscaped } from "@/lib/identity/escaped-identifier";
import { memberUrn, publisherOf } from "@/lib/interop/ard/identifier";
import { ROUTED_ENDPOINTS } from "@/lib/portal/contract";
import { PUBLIC_PAGES } from "@/lib/portal/public-pages";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { ensureVectorStore } from "@/lib/search/service/store";
import { seedDemo } from "@/lib/system/demo/seed";
import { send } from "@/lib/testing/routes";

// With a public address there are DID documents and credentials, and documents contain signed statements.
vi.stubEnv("PUBLIC_URL", "https://federation.test");
testDatabase();

const cached: Endpoint[] = ROUTED_ENDPOINTS.filter(({ cache }) => cache !== undefined);
const SERVER = { name: "com.example/kept", description: "Keeps.", version: "1.0.0" };
const values: Record<string, string> = { number: "1" };
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
  values["/api/incident/{id}"] = await one("select id from incidents");
  values["/api/incident/{id}/export"] = await one("select incident_id from incident_exports");
  await importAgent(ctx, registrationOfServerJson(SERVER), {
    kind: "mcp-server-json",
    bytes: Buffer.from(JSON.stringify(SERVER)),
  });
  values["name"] = SERVER.name;
  values["version"] = SERVER.version;
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
  return tablesNamed(statements, relations);
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
