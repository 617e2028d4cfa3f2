import { existsSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { runInScope, systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { type Endpoint, errorsOf, MARKDOWN, type Method, wireError } from "@/lib/http/endpoint";
import { ErrorBody } from "@/lib/http/errors";
import { loadRoute, ORIGIN, routeFiles, send } from "@/lib/testing/routes";
import { ENDPOINTS, isExtension, OPERATIONS, PAGES, ROUTED_ENDPOINTS, TAGS } from "./contract";
import { pagePathOf } from "./markdown/address";

const database = testDatabase();

interface ContractRow {
  method: Method;
  path: string;
  success: number[];
  /** The errors with a text in the contract, as `status text`. */
  errors?: string[];
  /** Needs no credentials. */
  open?: true;
}
const read = (path: string, ...errors: string[]): ContractRow => ({
  ...{ method: "GET", path, success: [200], errors },
  open: true,
});
const write = (path: string, success: number[], ...errors: string[]): ContractRow => ({
  ...{ method: "POST", path, success, errors },
});

/** The contract's endpoints, row by row, with their error texts; its page is in PAGES. */
const CONTRACT: ContractRow[] = [
  read("/health"),
  read("/metrics"),
  read("/api/system/smoke"),
  read("/.well-known/agent.json"),
  read("/openapi.json"),
  read("/llms.txt"),
  read("/evidence/manifest.json"),
  read("/api/leaderboard"),
  read("/api/council/status"),
  read("/api/evidence/verify", "404 Document not found"),
  read("/api/incidents"),
  read("/api/incident/{id}", "404 Not found"),
  read("/api/rfc/status"),
  read("/api/memory/anchors"),
  read("/api/relay/status"),
  read("/api/relay/drift"),
  read("/api/relay/replay/{trace_id}", "404 Trace not found"),
  read("/api/vectorstore/health", "503 Vector store unavailable"),
  read("/releases.json"),
  read("/api/agents/directory", "500 DB error"),
  write("/api/agent/join", [201, 200], "400 Missing did", "500 DB error"),
  write("/api/agent/register", [201], "400 Missing did", "500 DB error"),
  write("/api/relay/send", [201], "400 MVSS invalid", "503 Relay frozen"),
  write("/api/relay/route", [200], "400 Missing src_did/intent", "403 Trust too low", "503 Relay frozen"),
  write("/api/memory/anchor", [201], "400 Validation error", "503 Memory frozen"),
  write("/api/memory/query", [200], "400 Validation error"),
  write("/api/trust/verify", [200], "400 Missing did", "404 Agent not found"),
  write("/api/council/audit", [201], "400 Validation error"),
  write("/api/incident/open", [201], "400 Missing title/severity", "500 DB error"),
];

/**
 * Route files that no contract declares: the 404 of the API, the markdown alternates of all pages, and the redirects of a
 * sign-in.
 */
const UNDECLARED = [
  ...["/api/[[...unknown]]", "/.well-known/{unknown}", "/markdown"],
  ...["/console/sign-in/openid", "/console/sign-in/openid/callback"],
];

const find = (path: string, method: string) => ENDPOINTS.find((each) => each.path === path && each.method === method);
function served(row: ContractRow): Endpoint {
  const endpoint = find(row.path, row.method);
  if (!endpoint) throw new Error(`nothing serves ${row.method} ${row.path}`);
  return endpoint;
}
const named = (rows: ContractRow[]) => rows.map((row) => [`${row.method} ${row.path}`, row] as const);

describe("ENDPOINTS and the route files", () => {
  it("have the same paths, in both directions", () => {
    const declared = new Set(ROUTED_ENDPOINTS.map(({ path }) => path as string));
    const files = [...routeFiles().keys()].filter((path) => !UNDECLARED.includes(path));
    expect(files.toSorted()).toEqual([...declared].toSorted());
  });

  it("have the same last parameters that take the rest of a path", () => {
    const files = [...routeFiles()].filter(([path, file]) => /\[\.\.\.\w+\]/.test(file) && !UNDECLARED.includes(path));
    const declared = ROUTED_ENDPOINTS.filter(({ rest }) => rest !== undefined);
    expect(files.map(([path]) => path)).toEqual(declared.map(({ path }) => path));
    for (const { path, rest } of declared) expect(path.endsWith(`/{${rest}}`), path).toBe(true);
  });

  it("have the same methods, in both directions: the others are a 405 that allows exactly the declared ones", async () => {
    for (const [path, file] of routeFiles()) {
      if (UNDECLARED.includes(path)) continue;
      const module = await loadRoute(file);
      const declared = ROUTED_ENDPOINTS.filter((each) => each.path === path).flatMap(({ method }) =>
        method === "GET" ? ["GET", "HEAD"] : [method],
      );
      expect(Object.keys(module).toSorted(), file).toEqual(["DELETE", "GET", "PATCH", "POST", "PUT"]);
      const refused = await module.PUT?.(new Request(ORIGIN), { params: Promise.resolve({}) });
      expect(refused?.status, file).toBe(405);
      expect(refused?.headers.get("allow")?.split(", ").toSorted(), file).toEqual([...declared, "OPTIONS"].toSorted());
    }
  });

  it("are bound to each other: every route runs the very endpoint that is declared at its path", async () => {
    for (const endpoint of ENDPOINTS) {
      const scope = { requestId: "r-1", address: "", event: {} };
      await runInScope(scope, () => send(endpoint, { params: { did: "did:fed:s1:nobody", id: "x" } }));
      expect(scope.event, endpoint.operationId).toMatchObject({ route: endpoint.path });
    }
  });

  it("name every operation once, under a tag of the list", () => {
    expect(Object.values(OPERATIONS).map(({ operationId }) => operationId)).toEqual(Object.keys(OPERATIONS));
    for (const { tag } of ENDPOINTS) expect(TAGS.map(({ name }) => name)).toContain(tag);
  });

  it("let nothing be written without a permission", () => {
    for (const endpoint of ENDPOINTS.filter(({ method }) => method !== "GET")) {
      expect(endpoint.permission, endpoint.operationId).toBeDefined();
    }
  });
});

describe("the contract", () => {
  it("is served, every row of it", () => {
    expect(CONTRACT.filter(({ path, method }) => !find(path, method))).toEqual([]);
  });

  it("and its additions are distinguished", () => {
    const contracted = new Set(CONTRACT.map(({ method, path }) => `${method} ${path}`));
    for (const each of ENDPOINTS) {
      expect(isExtension(each), each.path).toBe(!contracted.has(`${each.method} ${each.path}`));
    }
  });

  it("has one page, which is described but is no route; the reference is a page in addition to it", () => {
    const pages = PAGES.filter(({ mediaType }) => mediaType !== MARKDOWN);
    expect(pages.map((page) => [page.method, page.path, isExtension(page)])).toEqual([
      ["GET", "/docs", true],
      ["GET", "/changelog", false],
    ]);
    for (const { path } of pages) expect(existsSync(`app/(portal)${path}/page.tsx`)).toBe(true);
  });

  it("knows the page of every markdown alternate", () => {
    for (const { path } of PAGES.filter(({ mediaType }) => mediaType === MARKDOWN)) {
      const page = pagePathOf(path).replaceAll("{", "[").replaceAll("}", "]");
      expect(existsSync(`app/(portal)${page}/page.tsx`), path).toBe(true);
    }
  });

  it.each(named(CONTRACT))("%s requires a token exactly if the contract does", (_, row) => {
    expect(served(row).permission === undefined).toBe(row.open === true);
  });

  it.each(named(CONTRACT))("%s succeeds with the contract's statuses", (_, row) => {
    expect(Object.keys(served(row).responses).map(Number).toSorted()).toEqual(row.success.toSorted());
  });

  it.each(named(CONTRACT))("%s has every error text of the contract", (_, row) => {
    const texts = [...errorsOf(served(row)).values()].map(({ status, error }) => `${status} ${error}`);
    expect(texts).toEqual(expect.arrayContaining(row.errors ?? []));
  });
});

describe("on the wire", () => {
  const DID = "did:fed:s1:wire";
  let token: string;
  beforeAll(async () => {
    token = (await issueCredential(systemContext(database()), { kind: "operator", label: "" })).token;
  });
  const answerOf = async (response: Response) => ({
    status: response.status,
    ...ErrorBody.parse(await response.json()),
  });

  it.each(named(CONTRACT.filter(({ open }) => !open)))(
    "%s without a token, or with a wrong one, is 401",
    async (_, row) => {
      for (const sent of [{}, { token: "no-token-that-was-ever-issued" }, { token: `${token}x` }]) {
        expect(await answerOf(await send(served(row), { ...sent, body: { did: DID } }))).toMatchObject({
          status: 401,
          error: "Unauthorized",
          code: "UNAUTHORIZED",
        });
      }
    },
  );

  const absent = [{}, { did: "" }, { did: null }, { did: 7 }, { did: [DID] }, { DID }, [], null, "", [{ did: DID }]];
  it.each(["/api/agent/join", "/api/agent/register", "/api/trust/verify"])("%s: absent did", async (path) => {
    for (const body of absent) {
      const response = await send(
        { method: "POST", path: path as `/${string}` },
        { token, body: JSON.stringify(body) },
      );
      expect(await answerOf(response), JSON.stringify(body)).toMatchObject({
        status: 400,
        error: "Missing did",
        code: "MISSING_DID",
      });
    }
  });

  const malformed = [
    "did:fed:S1:a",
    "did:fed:s1",
    "did:fed:s1:",
    "did:fed:s1:ą",
    " did:fed:s1:a",
    `did:fed:s1:${"a".repeat(255)}`,
  ];
  it.each(["/api/agent/join", "/api/agent/register"])("%s: a did that is none", async (path) => {
    for (const did of malformed) {
      const response = await send({ method: "POST", path: path as `/${string}` }, { token, body: { did } });
      expect(await answerOf(response), did).toMatchObject({ status: 400, error: "Invalid did", code: "INVALID_DID" });
    }
  });

  it("/api/trust/verify: an unknown did, and one that is none", async () => {
    for (const did of ["did:fed:s1:nobody", ...malformed]) {
      const response = await send({ method: "POST", path: "/api/trust/verify" }, { token, body: { did } });
      expect(await answerOf(response), did).toMatchObject({ status: 404, error: "Agent not found", code: "NOT_FOUND" });
    }
  });

  it("join is 201, then 200; register is 201 each time", async () => {
    const post = async (path: `/${string}`) =>
      (await send({ method: "POST", path }, { token, body: { did: DID } })).status;
    expect([await post("/api/agent/join"), await post("/api/agent/join")]).toEqual([201, 200]);
    expect([await post("/api/agent/register"), await post("/api/agent/register")]).toEqual([201, 201]);
  });

  it.each(ENDPOINTS.filter(({ body }) => body).map((endpoint) => [endpoint.operationId, endpoint] as const))(
    "%s rejects invalid JSON with its own text for an invalid body",
    async (_, endpoint) => {
      const { status, error, code } = wireError(endpoint, "invalid");
      const answer = await answerOf(await send(endpoint, { token, params: { did: DID, id: DID }, body: "{" }));
      expect(answer).toEqual({ status, error, code, message: "The body must be JSON." });
    },
  );

  it("nothing is at an unknown path, and the response to every method is JSON", async () => {
    const module = await loadRoute(routeFiles().get("/api/[[...unknown]]") ?? "");
    expect(Object.keys(module).toSorted()).toEqual(["DELETE", "GET", "PATCH", "POST", "PUT"]);
    for (const handler of Object.values(module)) {
      const answer = await answerOf(await handler(new Request(ORIGIN), { params: Promise.resolve({}) }));
      expect(answer).toMatchObject({ status: 404, error: "Not found", code: "NOT_FOUND" });
    }
  });
});
