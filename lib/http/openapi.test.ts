import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { GET } from "@/app/openapi.json/route";
import { describePermission } from "@/lib/identity/permissions";
import { DOCUMENTED_ENDPOINTS, ENDPOINTS, isExtension } from "@/lib/portal/contract";
import { errorsOf } from "./endpoint";
import { UNKNOWN_TEXT } from "./json-schema";

interface Operation {
  operationId: string;
  description: string;
  tags: string[];
  security: object[];
  parameters?: { name: string; in: string; required: boolean; schema: object; example?: unknown }[];
  requestBody?: object;
  responses: Record<string, { description: string; headers: object }>;
}
interface Document {
  openapi: string;
  info: { version: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses: Record<string, Operation["responses"][string]> };
}

/** What generators of clients, such as orval, add to the name of an operation for its types. */
const SUFFIXES = ["Result", "Params", "Body", "Headers", "Response", "Error", "QueryResult", "MutationResult"];

/** Reads the description as it is served. */
async function readDescription(headers: Record<string, string> = {}): Promise<Document> {
  const host = { "x-forwarded-host": "203.0.113.7", "x-forwarded-proto": "https" };
  const request = new Request("http://203.0.113.7/openapi.json", { headers: { ...host, ...headers } });
  const response = await GET(request, { params: Promise.resolve({}) });
  return (await response.json()) as Document;
}

/** Reads the description, with the shared responses in each operation that refers to them. */
async function describeService(headers: Record<string, string> = {}): Promise<Document> {
  const description = await readDescription(headers);
  for (const { responses } of Object.values(description.paths).flatMap((operations) => Object.values(operations))) {
    for (const [status, declared] of Object.entries(responses)) {
      if (!("$ref" in declared)) continue;
      const shared = description.components.responses[String(declared.$ref).replace("#/components/responses/", "")];
      if (shared === undefined) throw new Error(`There is no ${declared.$ref}.`);
      responses[status] = shared;
    }
  }
  return description;
}

describe("the description", () => {
  it("is OpenAPI 3.1.0, and of version 0.3.0 itself", async () => {
    const { openapi, info } = await describeService();
    expect({ openapi, version: info.version }).toEqual({ openapi: "3.1.0", version: "0.3.0" });
  });

  it("has less than a megabyte, so the edge keeps it", async () => {
    const response = await GET(new Request("http://localhost/openapi.json"), { params: Promise.resolve({}) });
    expect((await response.arrayBuffer()).byteLength).toBeLessThan(800_000);
  });

  it("has no error and no warning by redocly's recommended rules", async () => {
    const directory = await mkdtemp(path.join(tmpdir(), "openapi-"));
    const file = path.join(directory, "openapi.json");
    await writeFile(file, JSON.stringify(await readDescription()));
    try {
      // A DID is never `tasks`.
      const ambiguous = /no-ambiguous-paths.+`\/api\/a2a\/.+`\/api\/a2a\//;
      expect((await lint(file)).filter((problem) => !ambiguous.test(problem))).toEqual([]);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it("has every endpoint at its method and path, and no other", async () => {
    const { paths } = await describeService();
    const listed = Object.entries(paths).flatMap(([at, operations]) =>
      Object.entries(operations).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${at}`),
    );
    expect(listed.toSorted()).toEqual(
      DOCUMENTED_ENDPOINTS.map((e) => `${e.operationId} ${e.method} ${e.path}`).toSorted(),
    );
  });

  it("leaves out the leaderboard, which is public and auxiliary", async () => {
    expect(Object.keys((await describeService()).paths)).not.toContain("/api/leaderboard");
    expect(ENDPOINTS.map(({ path: served }) => served)).toContain("/api/leaderboard");
  });

  it("declares reads without credentials, all others with a bearer token and its tier", async () => {
    const { paths } = await describeService();
    for (const { path: at, method, permission, optionalToken } of DOCUMENTED_ENDPOINTS) {
      const operation = paths[at]?.[method.toLowerCase()];
      expect(operation?.security, at).toEqual([
        ...(permission || optionalToken ? [{ bearer: [] }] : []),
        ...(optionalToken ? [{}] : []),
      ]);
      if (permission) expect(operation?.description, at).toContain(describePermission(permission));
    }
  });

  it("lists every error response with its text and code", async () => {
    const { paths } = await describeService();
    for (const endpoint of DOCUMENTED_ENDPOINTS) {
      const responses = paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.responses ?? {};
      for (const { status, error, code } of errorsOf(endpoint).values()) {
        expect(responses[status]?.description, `${endpoint.operationId} ${status}`).toContain(`\`${error}\` (${code})`);
      }
    }
  });

  it("names the rate limit's headers on every answer, and Retry-After on a 429 and every failure that passes", async () => {
    const { paths } = await describeService();
    for (const operation of Object.values(paths).flatMap((operations) => Object.values(operations))) {
      for (const [status, { headers }] of Object.entries(operation.responses)) {
        const names = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "x-request-id"];
        expect(Object.keys(headers)).toEqual(expect.arrayContaining(names));
        expect("Retry-After" in headers, status).toBe(/^(429|5..)$/.test(status));
      }
    }
  });

  it("types path and query parameters, with defaults and bounds", async () => {
    const { paths } = await describeService();
    const directory = paths["/api/agents/directory"]?.["get"]?.parameters ?? [];
    const contracted = ["zone", "model", "role", "status", "q", "limit", "offset"];
    expect(directory.map(({ name }) => name)).toEqual(expect.arrayContaining(contracted));
    expect(directory.every((parameter) => parameter.in === "query" && !parameter.required)).toBe(true);
    const limit = directory.find(({ name }) => name === "limit");
    expect(limit?.schema).toEqual({ type: "integer", minimum: 1, maximum: 200, default: 50 });
    const required = Object.entries(paths).flatMap(([at, operations]) =>
      Object.values(operations).flatMap(({ parameters = [] }) =>
        parameters.flatMap((each) => (each.in === "query" && each.required ? [`${at}?${each.name}`] : [])),
      ),
    );
    expect(required).toEqual(expect.arrayContaining(["/api/relay/preview?intent", "/api/memory/consistency?from"]));
    const patch = paths["/api/agent/{did}"]?.["patch"]?.parameters;
    expect(patch).toMatchObject([{ name: "did" }, { name: "if-match", in: "header", required: false }]);
    expect(paths["/api/agents/{did}"]?.["get"]?.parameters).toMatchObject([
      { name: "did", in: "path", required: true },
    ]);
  });

  it("has an example for each parameter, which is valid", async () => {
    const document = await describeService();
    const ajv = new Ajv2020({ strict: false });
    addFormats(ajv);
    ajv.addSchema(document, "openapi");
    const faults: string[] = [];
    for (const [at, operations] of Object.entries(document.paths)) {
      for (const [method, { operationId, parameters = [] }] of Object.entries(operations)) {
        for (const [index, { name, example }] of parameters.entries()) {
          const escaped = encodeURIComponent(at.replaceAll("/", "~1"));
          const isValid = ajv.validate(
            { $ref: `openapi#/paths/${escaped}/${method}/parameters/${index}/schema` },
            example,
          );
          const isGiven = example !== undefined && example !== "" && example !== UNKNOWN_TEXT;
          if (!isGiven || !isValid) faults.push(`${operationId} ${name}: ${example}`);
        }
      }
    }
    expect(faults).toEqual([]);
  });

  it("has no two names that differ only in case, also among the names that generators make of operations", async () => {
    const { paths, components } = await describeService();
    const operations = Object.values(paths).flatMap((each) => Object.values(each).map((one) => one.operationId));
    const made = operations.flatMap((id) => [id, ...SUFFIXES.map((suffix) => id + suffix)]);
    const names = [...Object.keys(components.schemas), ...made].map((name) => name.toLowerCase());
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("names the codes that an error may have: all of them in one schema, its own at each status", async () => {
    const { paths, components } = await describeService();
    const { code } = (components.schemas["Error"] as { properties: { code: { enum: string[] } } }).properties;
    const declared = DOCUMENTED_ENDPOINTS.flatMap((endpoint) =>
      [...errorsOf(endpoint).values()].map((wire) => wire.code),
    );
    expect(code.enum).toEqual(expect.arrayContaining([...new Set(declared)]));
    const refused = JSON.stringify(paths["/api/agent/join"]?.["post"]?.responses["400"]);
    expect(refused).toContain('{"code":{"enum":["MALFORMED_REQUEST","VALIDATION_ERROR","MISSING_DID","INVALID_DID"]}}');
  });

  it("tells what a feed, an export and a message of MCP hold", async () => {
    const { paths } = await describeService();
    const success = (at: string, method = "get") => JSON.stringify(paths[at]?.[method]?.responses["200"]);
    expect(success("/incidents.json")).toContain("#/components/schemas/JsonFeed");
    expect(success("/api/incident/{id}/export")).toContain("#/components/schemas/SealedIncident");
    const mcp = paths["/api/mcp"]?.["post"]?.responses ?? {};
    expect(JSON.stringify(mcp["400"])).toContain("#/components/schemas/JsonRpcError");
    expect(mcp["202"]).not.toHaveProperty("content");
  });

  it("tags what the interface does not have as beyond it", async () => {
    const { paths, tags } = await describeService();
    for (const each of DOCUMENTED_ENDPOINTS) {
      const operation = paths[each.path]?.[each.method.toLowerCase()];
      expect(operation?.tags.includes("beyond"), each.path).toBe(isExtension(each));
    }
    const used = Object.values(paths).flatMap((operations) => Object.values(operations).flatMap((o) => o.tags));
    expect(tags.map(({ name }) => name).toSorted()).toEqual([...new Set(used)].toSorted());
  });

  it("resolves every reference within itself", async () => {
    const document = await describeService();
    for (const [, pointer = ""] of JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer.split("/").reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], document);
      expect(target, pointer).toBeDefined();
    }
  });

  it("gives the address that the client used", async () => {
    expect((await describeService()).servers).toEqual([{ url: "https://203.0.113.7" }]);
  });
});

/** Returns redocly's findings, one line per problem. It runs without network requests. */
function lint(file: string): Promise<string[]> {
  const cli = path.resolve("node_modules/.bin/redocly");
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", NO_COLOR: "1" };
  return new Promise((resolve, reject) => {
    execFile(cli, ["lint", file, "--extends=recommended", "--format=json"], { env }, (error, stdout, stderr) => {
      try {
        const { problems } = JSON.parse(stdout) as {
          problems: { ruleId: string; message: string; severity: string }[];
        };
        resolve(problems.map(({ severity, ruleId, message }) => `${severity} ${ruleId}: ${message}`));
      } catch {
        reject(new Error(`redocly did not answer: ${error?.message} ${stderr}`));
      }
    });
  });
}
