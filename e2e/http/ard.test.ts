import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { JsonRpcError } from "@/lib/features/status/schema";
import {
  ConformingEntry,
  ConformingError,
  ConformingFacets,
  ConformingList,
  ConformingManifest,
  ConformingSearch,
} from "@/lib/interop/ard/testing/conformance";
import { sharedServer } from "./shared-servers";
import { type RunningServer, startServer } from "./start-server";
import { freshAddress, send, sendRaw, TRUST_LOOPBACK, visitorOf } from "./visitor";

const PATHS = ["/.well-known/ard.json", "/.well-known/ai-catalog.json"];
const GLOSSA = "urn:air:fed.example:agent:did_3ademo_3as2_3aglossa";

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({
    env: { ...TRUST_LOOPBACK, SEED_DEMO: "1", RATE_LIMIT_REQUESTS: "100000", PUBLIC_URL: "https://fed.example" },
  });
});
afterAll(() => server.cleanUp());

const ask = (path: string, init: Parameters<ReturnType<typeof visitorOf>>[1] = {}) => visitorOf(server.url)(path, init);
const post = (path: string, body: string | object) => ask(path, { method: "POST", body });
const errorOf = ({ status, body }: { status: number; body: string }) => {
  const { errorCode, code } = ConformingError.parse(JSON.parse(body));
  return `${status} ${errorCode} ${code}`;
};

describe("a crawler of ARD", () => {
  it("finds the manifest by a page and by its headers", async () => {
    for (const path of ["/", "/agents/did:demo:s2:glossa", "/docs"]) {
      const page = await ask(path);
      expect(page.headers["link"], path).toContain('</.well-known/ard.json>; rel="ard"');
      const head = page.body.split("</head>")[0];
      expect(head).toContain('<link rel="ard" href="/.well-known/ard.json"/>');
      expect(head).toContain('<link rel="ai-catalog" href="/.well-known/ai-catalog.json"/>');
    }
  });

  it("reads the same manifest at both addresses, valid in v0.9 and v0.91", async () => {
    const read = () => Promise.all(PATHS.map(async (path) => (await ask(path)).body));
    // Statements have the time of the minute.
    const [first, second] = await read();
    const [ard, catalog] = first === second ? [first, second] : await read();
    expect(ard).toBe(catalog);
    const manifest = JSON.parse(ard ?? "");
    expect(ConformingManifest.safeParse(manifest).error).toBeUndefined();
    expect(Buffer.byteLength(ard ?? "")).toBeLessThanOrEqual(512_000);
    expect(manifest.entries.length).toBeGreaterThan(20);
    for (const entry of manifest.entries)
      expect(entry.representativeQueries?.length, entry.identifier).toBeGreaterThan(1);
  });

  it("gets a response from every address of the manifest", async () => {
    const { entries } = JSON.parse((await ask(PATHS[0] ?? "")).body);
    const urls: string[] = entries.flatMap(({ url }: { url?: string }) => url ?? []);
    for (const url of urls.filter((each) => !each.endsWith("/api/ard/"))) {
      expect((await ask(new URL(url).pathname)).status, url).toBe(200);
    }
  });
});

/** The requests of ARD's conformance tool (v0.91), with its bodies. */
describe("a client of an ARD registry", () => {
  let base: string;
  beforeAll(async () => {
    const { entries } = JSON.parse((await ask(PATHS[0] ?? "")).body);
    const registry = entries.find(({ type }: { type: string }) => type === "application/ai-registry+json");
    base = new URL(registry.url).pathname.replace(/\/$/, "");
  });

  it("lists", async () => {
    const list = await ask(`${base}/agents`);
    expect([list.status, ConformingList.safeParse(list.json()).error]).toEqual([200, undefined]);
    expect(list.json().items).toHaveLength(20);
  });

  it("searches", async () => {
    const text = "weather forecast tools";
    const filter = { type: ["application/mcp-server-card+json"] };
    const found = await post(`${base}/search`, { query: { text, filter }, federation: "none", pageSize: 2 });
    expect([found.status, ConformingSearch.safeParse(found.json()).error]).toEqual([200, undefined]);
    const named = await post(`${base}/search`, { query: { text: "something that translates contracts" } });
    expect(named.json().results.length).toBeGreaterThan(0);
    expect(named.headers["cache-control"]).toBe("no-store");
  });

  it("looks up an identifier, with or without encoded colons, and revalidates it by its ETag", async () => {
    for (const segment of [GLOSSA, encodeURIComponent(GLOSSA)]) {
      const entry = await ask(`${base}/agents/${segment}`);
      expect([entry.status, ConformingEntry.safeParse(entry.json()).error]).toEqual([200, undefined]);
      expect(entry.json()).toMatchObject({ identifier: GLOSSA, displayName: "Glossa" });
      for (const ofSearch of ["score", "source"]) expect(entry.json()).not.toHaveProperty(ofSearch);
      const { etag = "" } = entry.headers;
      expect((await ask(`${base}/agents/${segment}`, { headers: { "if-none-match": etag } })).status).toBe(304);
    }
  });

  it("gets errors for an unknown and for an invalid identifier", async () => {
    const asked = async (identifier: string) => errorOf(await ask(`${base}/agents/${encodeURIComponent(identifier)}`));
    expect(await asked("urn:air:ard-conformance.invalid:probe:not-found")).toBe("404 NOT_FOUND NOT_FOUND");
    expect(await asked("not-a-valid-ard-urn")).toBe("400 INVALID_ARGUMENT INVALID_IDENTIFIER");
  });

  it("explores", async () => {
    const asked = { query: { text: "weather" }, resultType: { facets: [{ field: "type" }] } };
    const counts = await post(`${base}/explore`, asked);
    expect([counts.status, ConformingFacets.safeParse(counts.json()).error]).toEqual([200, undefined]);
  });

  it("needs no token, and an invalid one has no effect", async () => {
    const headers = { authorization: "Bearer no-token-that-was-ever-issued" };
    const body = { query: { text: "translate" }, pageSize: 1 };
    expect((await ask(`${base}/search`, { method: "POST", body, headers })).status).toBe(200);
  });
});

describe("an error response of the edge", () => {
  it("has ARD's form on ARD's paths", async () => {
    expect(errorOf(await ask("/api/ard/nothing"))).toBe("404 NOT_FOUND NOT_FOUND");
    expect(errorOf(await ask("/api/ard/"))).toBe("404 NOT_FOUND NOT_FOUND");
    const other = await ask("/api/ard/search", { method: "DELETE" });
    expect([errorOf(other), other.headers["allow"]]).toEqual([
      "405 METHOD_NOT_ALLOWED METHOD_NOT_ALLOWED",
      "POST, OPTIONS",
    ]);
    const written = await ask(PATHS[0] ?? "", { method: "POST", body: "{}" });
    expect(errorOf(written)).toBe("405 METHOD_NOT_ALLOWED METHOD_NOT_ALLOWED");
    expect(errorOf(await ask("/api/ard/agents/%zz"))).toBe("400 INVALID_ARGUMENT MALFORMED_REQUEST");
    const long = await sendRaw(
      server.port,
      "POST /api/ard/search HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 70000\r\n\r\n",
    );
    expect(errorOf(long)).toBe("413 BODY_TOO_LARGE BODY_TOO_LARGE");
    expect(errorOf(await post("/api/ard/search", "{"))).toBe("400 INVALID_ARGUMENT VALIDATION_ERROR");
    expect(errorOf(await post("/api/ard/search", {}))).toBe("400 INVALID_ARGUMENT VALIDATION_ERROR");
    const xml = { method: "POST", body: "<a/>", headers: { "content-type": "application/xml" } };
    expect(errorOf(await ask("/api/ard/search", xml))).toBe("415 UNSUPPORTED_MEDIA_TYPE UNSUPPORTED_MEDIA_TYPE");
  });

  it("has ARD's form also for a rate-limited caller", async () => {
    const counting = await sharedServer("counting");
    const address = freshAddress();
    const url = `${counting.url}/api/ard/agents/urn:air:x:y`;
    const answers = [];
    for (let n = 0; n < 101; n += 1) answers.push(await send(url, { headers: { "x-forwarded-for": address } }));
    const last = answers.at(-1);
    expect(last && errorOf(last)).toBe("429 RATE_LIMIT_EXCEEDED RATE_LIMITED");
    expect(Number(last?.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("is a JSON-RPC error on the path of MCP", async () => {
    const refused = async (init: Parameters<typeof ask>[1]) => {
      const { status, body } = await ask("/api/mcp", init);
      const { error, id } = JsonRpcError.parse(JSON.parse(body));
      return [status, id, error.code];
    };
    expect(await refused({ method: "PUT", body: "{}" })).toEqual([405, null, -32_600]);
    expect(await refused({ method: "POST", body: "x".repeat(70_000) })).toEqual([413, null, -32_600]);
    expect(await refused({ method: "POST", headers: { host: "a b" } })).toEqual([400, null, -32_600]);
    expect(await refused({ method: "POST", body: "{" })).toEqual([400, null, -32_700]);
  });

  it("has the usual form on every other path", async () => {
    for (const path of ["/api/nothing", "/.well-known/nothing", "/api/ardent"]) {
      const { status, json } = await ask(path);
      expect([status, json().code, json().errorCode], path).toEqual([404, "NOT_FOUND", undefined]);
    }
  });

  it("is sent for a request with another host, also if the response is cached", async () => {
    for (const path of [...PATHS, "/api/ard/agents", `/api/ard/agents/${GLOSSA}`]) {
      expect((await ask(path)).status, path).toBe(200);
      expect(errorOf(await ask(path, { headers: { host: "evil.example" } })), path).toBe("403 FORBIDDEN FORBIDDEN");
      expect((await ask(path, { headers: { host: "fed.example" } })).status, path).toBe(200);
    }
    const body = { query: { text: "x" } };
    const strange = await ask("/api/ard/search", { method: "POST", body, headers: { host: "evil.example" } });
    expect(errorOf(strange)).toBe("403 FORBIDDEN FORBIDDEN");
  });
});

it("without a public address, entries have no trust manifests", async () => {
  const { url } = await sharedServer("demo");
  const manifest = await (await fetch(`${url}${PATHS[0]}`)).json();
  expect(ConformingManifest.safeParse(manifest).error).toBeUndefined();
  expect(manifest.host).not.toHaveProperty("identifier");
  expect(JSON.stringify(manifest)).not.toContain("trustManifest");
  const [, registry] = manifest.entries;
  expect(registry).toMatchObject({ identifier: "urn:air:localhost:registry:agents", url: `${url}/api/ard/` });
});

it("a page of another site may send A2A's headers, DELETE and conditional requests", async () => {
  const { status, headers } = await ask("/api/ard/search", { method: "OPTIONS" });
  expect(status).toBe(204);
  const allowed = String(headers["access-control-allow-headers"]).toLowerCase().split(", ");
  expect(allowed).toEqual(
    expect.arrayContaining([
      "a2a-version",
      "a2a-extensions",
      "last-event-id",
      "if-match",
      "if-none-match",
      "authorization",
    ]),
  );
  expect(String(headers["access-control-allow-methods"]).split(", ")).toContain("DELETE");
});
