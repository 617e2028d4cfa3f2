import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Description, type Generated, RequestGenerator } from "./generated-requests";
import { type RunningServer, startServer } from "./start-server";
import { TRUST_LOOPBACK } from "./visitor";

/** The number of requests. The long form sends more, and others each time. */
const REQUESTS = Number(process.env["GENERATED_REQUESTS"] ?? 300);
/** Its requests get every kind of response. */
const SEED = process.env["GENERATED_REQUESTS"] === undefined ? 7 : undefined;
const AT_ONCE = 8;

let server: RunningServer;
let description: Description;
let generator: RequestGenerator;
let ajv: Ajv2020;

const json = async <T>(path: string, init: RequestInit = {}) =>
  (await (await fetch(server.url + path, init)).json()) as T;

beforeAll(async () => {
  server = await startServer({ env: { ...TRUST_LOOPBACK, SEED_DEMO: "1", RATE_LIMIT_REQUESTS: "1000000" } });
  const operator = await server.operatorToken();
  const authorization = `Bearer ${operator}`;
  const issue = (body: object) =>
    json<{ id: string; token: string }>("/api/access/credentials", {
      method: "POST",
      headers: { authorization },
      body: JSON.stringify(body),
    });
  description = await json<Description>("/openapi.json");
  const dids = ["did:demo:s2:glossa", "did:demo:s1:countersign", "did:fed:s1:new-1", "did:fed:s1:new-2"];
  const [agent, provider] = await Promise.all([
    issue({ kind: "agent", did: dids[0] }),
    issue({ kind: "provider", organisation: "Lattice Works" }),
  ]);
  const { anchors } = await json<{ anchors: { id: string }[] }>("/api/memory/anchors?limit=3");
  const known = {
    ...{ did: dids, reporter: dids, auditor: dids, reviewer: dids, affected: dids },
    id: [...anchors.map(({ id }) => id), "1", "2", agent.id],
    ...{ trace_id: ["demo-lease", "t-1"], number: ["1", "8", "12"], tag: ["relay", "agents"] },
  };
  generator = new RequestGenerator(description, known, [operator, operator, agent.token, provider.token]);
  ajv = new Ajv2020({ strict: false });
  addFormats(ajv);
  ajv.addSchema(description, "openapi");
});
afterAll(() => server.cleanUp());

const validators = new Map<string, ValidateFunction>();
/** Returns a validator for one part of the description. @param pointer the keys of the part */
function validatorOf(pointer: readonly string[]): ValidateFunction {
  const path = pointer.map((key) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
  const known = validators.get(path) ?? ajv.compile({ $ref: `openapi#/${path}` });
  validators.set(path, known);
  return known;
}

/** Returns the difference between a response and the description; undefined for none. */
async function faultOf(sent: Generated, response: Response): Promise<string | undefined> {
  const { template, method, operation } = sent;
  const status = String(response.status);
  const own = operation.responses[status];
  const shared = own && "$ref" in own ? String(own.$ref).replace("#/components/responses/", "") : undefined;
  const place =
    shared === undefined
      ? ["paths", template, method.toLowerCase(), "responses", status]
      : ["components", "responses", shared];
  const declared = own && "$ref" in own ? description.components.responses[shared ?? ""] : own;
  if (!declared) return `status ${status} is not declared: ${(await response.text()).slice(0, 200)}`;
  for (const name of Object.keys(declared.headers)) {
    const value = response.headers.get(name);
    const check = validatorOf(["components", "headers", name, "schema"]);
    const typed = value !== null && /^\d+$/.test(value) ? Number(value) : value;
    const isText = name === "x-request-id" || name === "ETag" || name === "WWW-Authenticate";
    if (value === null || !check(isText ? value : typed)) return `${status}: header ${name} is ${value}`;
  }
  const type = response.headers.get("content-type");
  if (!declared.content) return type === null ? undefined : `${status}: a body of type ${type} is not declared`;
  const media = Object.keys(declared.content).find((each) => each.split(";")[0] === type?.split(";")[0]);
  if (media === undefined) return `${status}: media type ${type} is not declared`;
  if (media === "text/event-stream") return void (await response.body?.cancel());
  const text = await response.text();
  if (!/json/.test(media)) return undefined;
  const validate = validatorOf([...place, "content", media, "schema"]);
  if (validate(JSON.parse(text))) return undefined;
  return `${status}: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 300)}`;
}

async function send({ method, path, query, token, body }: Generated): Promise<Response> {
  return fetch(`${server.url}${path}${query ? `?${query}` : ""}`, {
    method,
    redirect: "manual",
    headers: {
      ...(token === "" ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

it("every response matches its description in /openapi.json", async () => {
  const seed = SEED ?? Math.floor(Math.random() * 2 ** 31);
  const requests = fc.sample(generator.requests(), { numRuns: REQUESTS, seed });
  const faults = new Map<string, string>();
  const met = new Map<string, number>();
  const work = requests.values();
  const worker = async () => {
    for (const request of work) {
      const response = await send(request);
      met.set(String(response.status), (met.get(String(response.status)) ?? 0) + 1);
      const fault = await faultOf(request, response);
      const { operation, method, path, query, body } = request;
      if (fault)
        faults.set(
          `${operation.operationId} ${fault}`.slice(0, 120),
          `${fault}\n  ${method} ${path}?${query} ${JSON.stringify(body)}`,
        );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  expect([...faults].map(([name, fault]) => `${name.split(" ")[0]}: ${fault}`).join("\n"), `seed ${seed}`).toBe("");
  // A run with few kinds of responses would prove little.
  for (const status of ["200", "201", "400", "401", "403", "404", "409"])
    expect(met.get(status), status).toBeGreaterThan(0);
}, 600_000);
