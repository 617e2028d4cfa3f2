import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressesWith, bodiesWith, pathWith } from "@/lib/api/testing/every-string";
import { hasPgvector } from "@/lib/database/testing/template";
import type { Endpoint } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import { withEscaped } from "@/lib/identity/escaped-identifier";
import { OPERATIONS } from "@/lib/portal/contract";
import { PUBLIC_PAGES } from "@/lib/portal/public-pages";
import { type RunningServer, startServer } from "../http/start-server";
import { bearer, freshAddress, TRUST_LOOPBACK } from "../http/visitor";
import { fieldsOf, manifestsOf } from "./hostile-manifests";

/** Names of members that every object inherits: one of a function and one of an object; in the long form also others. */
const INHERITED = [
  "constructor",
  "__proto__",
  ...(process.env["HOSTILE"] === undefined ? [] : ["toString", "valueOf", "hasOwnProperty"]),
];
const AT_ONCE = 8;

/** All operations but those that always answer that they are not supported. */
const ENDPOINTS = (Object.values(OPERATIONS) as readonly Endpoint[]).filter(
  ({ responses }) => Object.keys(responses).length > 0,
);
const MCP = OPERATIONS.callMcp.path;
/** Tasks are listed only with a token. */
const A2A = "/api/a2a/";
const INTERNAL_ERROR = DEFAULT_ERRORS.internal.code;

const ENVIRONMENT = {
  ...TRUST_LOOPBACK,
  ...{ RATE_LIMIT_REQUESTS: "1000000", SECURITY_CONTACT: "mailto:security@registry.example" },
  PUBLIC_URL: "https://registry.example",
};
const OWN_HOST = { "x-forwarded-host": "registry.example", "x-forwarded-proto": "https", "a2a-version": "1.0" };

let server: RunningServer;
let operator: Record<string, string>;
beforeAll(async () => {
  // Not a shared server, because the requests change whatever they can.
  server = await startServer({ env: ENVIRONMENT });
  operator = bearer(await server.operatorToken());
});
afterAll(() => server.cleanUp());

interface Request {
  method: string;
  path: string;
  body?: unknown;
  /** Whether it is sent with the operator's token. Without a token, each request counts as another caller. */
  isSigned?: boolean;
}

async function send({ method, path, body, isSigned }: Request): Promise<Response> {
  const headers = { ...OWN_HOST, ...(isSigned ? operator : { "x-forwarded-for": freshAddress() }) };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return fetch(server.url + path, { method, headers, redirect: "manual", ...sent });
}

/** Sends requests, a few at a time. @returns those with other statuses, as `status method path body` */
async function faultsOf(requests: readonly Request[], isExpected: (status: number) => boolean): Promise<string[]> {
  const faults: string[] = [];
  const work = requests.values();
  const worker = async () => {
    for (const request of work) {
      const response = await send(request);
      // An error of a tool has the status 200.
      const isWrong = request.path === MCP && (await response.text()).includes(INTERNAL_ERROR);
      if (request.path !== MCP) await response.body?.cancel();
      const { method, path, body } = request;
      if (isWrong || !isExpected(response.status)) {
        faults.push(`${response.status} ${method} ${path} ${JSON.stringify(body)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return faults.sort();
}

/** Returns the requests to an operation that have a text in one place. */
function requestsWith(text: string, endpoint: Endpoint): Request[] {
  const { method, permission } = endpoint;
  // A frozen part would answer 503, and a message waits for its answer.
  const harmless = endpoint === OPERATIONS.setFreeze ? { frozen: false } : {};
  const quick = endpoint.path.startsWith(A2A) ? { configuration: { returnImmediately: true } } : {};
  const requests = [
    ...addressesWith(endpoint, text).map((path) => ({ path })),
    ...bodiesWith(endpoint, text).map((body) => ({
      path: pathWith(endpoint, {}),
      body: { ...quick, ...body, ...harmless },
    })),
  ];
  return requests.map((request) => ({ ...request, method, isSigned: permission !== undefined }));
}

/** Returns the calls of every tool that have a text in one argument. */
async function callsWith(text: string): Promise<Request[]> {
  const call = (method: string, params: object): Request => {
    return { method: "POST", path: MCP, body: { jsonrpc: "2.0", id: 1, method, params }, isSigned: true };
  };
  const { result } = await (await send(call("tools/list", {}))).json();
  const tools: { name: string; inputSchema: { properties: object } }[] = result.tools;
  return tools.flatMap(({ name, inputSchema }) =>
    [...Object.keys(inputSchema.properties), text].map((argument) =>
      call("tools/call", { name, arguments: { [argument]: text } }),
    ),
  );
}

/** Returns requests for a page that have a text in one parameter, in all, and in one that no page has. */
function visitsTo({ path, parameters = [] }: (typeof PUBLIC_PAGES)[number]): Request[] {
  const visit = (text: string, names: readonly string[]): Request => {
    const query = new URLSearchParams(names.map((name) => [name, text]));
    return { method: "GET", path: `${path.replaceAll(/\{\w+\}/g, text)}?${query}` };
  };
  return [
    ...parameters.flatMap((name) => INHERITED.map((text) => visit(text, [name]))),
    ...INHERITED.map((text) => visit(text, [...parameters, "q", "did", "intent", text])),
  ];
}

/** What an operation needs for a success, in addition to its example. */
const QUERIES: ReadonlyMap<unknown, Record<string, string>> = new Map<unknown, Record<string, string>>([
  [OPERATIONS.proveConsistency, { log: "council", from: "1", to: "1" }],
  [OPERATIONS.readInbox, { did: "did:fed:s1:constructor-0" }],
  [OPERATIONS.streamInbox, { did: "did:fed:s1:constructor-0" }],
]);
/** Every page and every operation that reads one record, or a list. */
type Read = Pick<Endpoint, "path" | "example" | "permission">;
const READS: readonly Read[] = [...PUBLIC_PAGES, ...ENDPOINTS.filter(({ method }) => method === "GET")];

function readOf(read: Read, params: Record<string, string>): Request {
  const query = Object.entries({ ...read.example?.query, ...QUERIES.get(read) }).map(([name, value]) => [
    name,
    `${value}`,
  ]);
  const path = `${pathWith(read, params)}?${new URLSearchParams(query)}`;
  return { method: "GET", path, isSigned: read.permission !== undefined || path.startsWith(A2A) };
}

describe("the name of a member that every object inherits", () => {
  const agents = INHERITED.flatMap((name) =>
    manifestsOf(name).map((capability_manifest, n) => ({
      did: `did:fed:s1:${name.replaceAll("_", "")}-${n}`,
      ...{ ...fieldsOf(name), capability_manifest, trust_tier: "T2" },
    })),
  );
  beforeAll(async () => {
    for (const body of agents) {
      const response = await send({ method: "POST", path: OPERATIONS.registerAgent.path, body, isSigned: true });
      expect([response.status, response.ok || (await response.text())]).toEqual([201, true]);
    }
  });

  it("as every text of an agent is shown by every page, list, twin and feed", async () => {
    // Without pgvector, the vector store correctly answers 503.
    const reads = hasPgvector ? READS : READS.filter((read) => read !== OPERATIONS.getVectorStoreHealth);
    const lists = reads.filter(({ path }) => !path.includes("{")).map((read) => readOf(read, {}));
    const profiles = READS.filter(({ path }) => /^[^{]*\{(?:did|provider)\}[^{]*$/.test(path));
    const shown = agents.flatMap(({ did, provider }, n) =>
      profiles
        // Only the second of three has a card.
        .filter((read) => read !== OPERATIONS.getAgentCard || n % 3 === 1)
        .map((read) =>
          readOf(read, { provider, did: read === OPERATIONS.getAgentDidDocument ? withEscaped("", did) : did }),
        ),
    );
    expect(await faultsOf([...lists, ...shown], (status) => status === 200)).toEqual([]);
  });

  it("is a plain unknown value in every text that an operation, a tool or a page declares", async () => {
    const requests = INHERITED.flatMap((name) => ENDPOINTS.flatMap((endpoint) => requestsWith(name, endpoint)));
    const calls = (await Promise.all(INHERITED.map(callsWith))).flat();
    const all = [...requests, ...calls, ...PUBLIC_PAGES.flatMap(visitsTo)];
    expect(await faultsOf(all, (status) => status < 500)).toEqual([]);
  });
});
