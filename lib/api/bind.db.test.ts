import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Context, systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import * as agents from "@/lib/features/agents/contract";
import { notFound, operatorOnly } from "@/lib/foundation/errors";
import { type Endpoint, endpointsOf } from "@/lib/http/endpoint";
import { authorize } from "@/lib/identity/permissions";
import { ORIGIN, send } from "@/lib/testing/routes";
import { bind, reply, route } from "./bind";

const database = testDatabase();
const SECRET = "password=hunter2";
const DID = "did:fed:s1:binder";

let operator: string;
let agent: string;
beforeAll(async () => {
  const ctx = systemContext(database());
  operator = (await issueCredential(ctx, { kind: "operator", label: "" })).token;
  agent = (await issueCredential(ctx, { kind: "agent", did: DID, label: "" })).token;
});

const Thing = z.object({ id: z.string() });
const things = endpointsOf("things");
const readThing = things.get("/things", {
  operationId: "readThing",
  summary: "A public read",
  query: z.object({ q: z.string().optional() }),
  responses: { 200: Thing },
});
const writeThing = things.post("/things", {
  operationId: "writeThing",
  summary: "An operator's write",
  permission: "agent.grant_tier",
  body: z.object({ did: z.string() }),
  responses: { 201: Thing },
});

interface Call {
  token?: string;
  body?: BodyInit;
  headers?: Record<string, string>;
  query?: string;
}

/** Calls a verb that is bound to an endpoint just for the test. */
async function callBound<E extends Endpoint>(
  bound: E,
  verb: Parameters<typeof bind<E>>[1],
  { token, body, headers = {}, query = "" }: Call = {},
) {
  const authorization = token === undefined ? undefined : { authorization: `Bearer ${token}` };
  const request = new Request(`${ORIGIN}/things${query}`, {
    method: bound.method,
    headers: { ...authorization, ...headers },
    ...(body === undefined ? {} : { body, duplex: "half" }),
  });
  const response = await bind(bound, verb).handler(request, { params: Promise.resolve({}) });
  return { response, status: response.status, answer: await response.json() };
}

const unreached = () => {
  throw new Error("the verb was reached");
};
const forbid = async (ctx: Context) => {
  authorize(ctx.caller, "agent.grant_tier");
  throw notFound();
};

describe("the order of errors", () => {
  it("returns 401 before it reads a byte of the body", async () => {
    let reads = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      reads += 1;
      controller.enqueue(new TextEncoder().encode("not JSON"));
      controller.close();
    };
    const unread = () => new ReadableStream({ pull }, { highWaterMark: 0 });
    expect((await callBound(writeThing, unreached, { body: unread() })).status).toBe(401);
    const unknown = { token: `x${randomUUID()}`, body: unread() };
    expect((await callBound(writeThing, unreached, unknown)).status).toBe(401);
    expect(reads).toBe(0);
    expect((await callBound(writeThing, unreached, { token: operator, body: unread() })).status).toBe(400);
    expect(reads).toBe(1);
  });

  it("says how to get in with a 401", async () => {
    const { response, answer } = await callBound(writeThing, unreached);
    expect(answer).toEqual({ error: "Unauthorized", code: "UNAUTHORIZED", message: expect.stringContaining("/join") });
    expect(response.headers.get("www-authenticate")).toMatch(/^Bearer /);
  });

  it.each([
    ["415", { body: "<did/>", headers: { "content-type": "application/xml" } }, 415],
    ["413", { body: "x".repeat(65_537) }, 413],
    ["400", { body: "{}" }, 400],
  ])("returns %s before 403", async (_, call, status) => {
    expect((await callBound(writeThing, forbid, { token: agent, ...call })).status).toBe(status);
  });

  it("returns 403 before 404", async () => {
    const body = JSON.stringify({ did: "did:fed:s1:nobody" });
    expect((await callBound(writeThing, forbid, { token: agent, body })).status).toBe(403);
    expect((await callBound(writeThing, forbid, { token: operator, body })).status).toBe(404);
  });

  it("is the same on a real route", async () => {
    const params = { did: "did:fed:s1:nobody" };
    const body = { tier: "T1", reason: "for the tests" };
    const status = async (sent: object) => (await send(agents.grantTier, { params, ...sent })).status;
    expect(await status({ body: "not JSON" })).toBe(401);
    expect(await status({ token: agent, body: "not JSON" })).toBe(400);
    expect(await status({ token: agent, body })).toBe(403);
    expect(await status({ token: operator, body })).toBe(404);
  });
});

describe("an answer", () => {
  it("goes through its schema, so an undeclared column cannot leak", async () => {
    const row = { id: "t1", token_hash: SECRET };
    const { status, answer } = await callBound(readThing, async () => reply(200, row));
    expect({ status, answer }).toEqual({ status: 200, answer: { id: "t1" } });
  });

  it("has no undeclared field at any depth", async () => {
    const Part = z.object({ id: z.string() });
    const deep = things.get("/things", {
      operationId: "readDeepThing",
      summary: "A public read",
      responses: {
        200: Part.extend({ one: Part, maybe: Part.optional(), none: Part.nullable(), many: z.array(Part) }),
      },
    });
    const part = { id: "p1", token_hash: SECRET, further: { token_hash: SECRET } };
    const row = { ...part, one: part, maybe: part, none: part, many: [part, part] };
    const { status, answer } = await callBound(deep, async () => reply(200, row));
    const id = { id: "p1" };
    expect({ status, answer }).toEqual({
      status: 200,
      answer: { ...id, one: id, maybe: id, none: id, many: [id, id] },
    });
  });

  it("has no object where a text is declared", async () => {
    const row = { id: { token_hash: SECRET } } as unknown as { id: string };
    const { status, answer } = await callBound(readThing, async () => reply(200, row));
    expect({ status, answer }).toEqual({ status: 500, answer: { error: "Internal error", code: "INTERNAL_ERROR" } });
  });

  it("that does not match its schema is a 500, not a partial response", async () => {
    const wrong = { id: 7, token_hash: SECRET } as unknown as { id: string };
    const { status, answer } = await callBound(readThing, async () => reply(200, wrong));
    expect({ status, answer }).toEqual({ status: 500, answer: { error: "Internal error", code: "INTERNAL_ERROR" } });
  });

  it("is not cacheable, neither a success nor an error", async () => {
    const fine = await callBound(readThing, async () => reply(200, { id: "t1" }));
    const refused = await callBound(writeThing, unreached);
    for (const { response } of [fine, refused]) expect(response.headers.get("cache-control")).toBe("no-store");
  });
});

describe("an unknown error", () => {
  class Odd extends Error {
    override readonly cause = new Error(SECRET);
  }
  it.each([
    ["an Error", new Error(SECRET)],
    ["an error with a cause", new Odd(SECRET)],
    ["a string", SECRET],
    ["undefined", undefined],
    ["a ZodError of the verb's own", new z.ZodError([{ code: "custom", path: [], message: SECRET, input: SECRET }])],
  ])("is a 500 that leaks nothing: %s", async (_, thrown) => {
    const { status, answer } = await callBound(readThing, async () => {
      throw thrown;
    });
    expect({ status, answer }).toEqual({ status: 500, answer: { error: "Internal error", code: "INTERNAL_ERROR" } });
  });

  it("of the database is `DB error` if a token is checked, and leaks no SQL", async () => {
    const failing = async (ctx: Context) => {
      await ctx.db.execute(`select '${SECRET}' from nowhere`);
      return reply(201, { id: "t1" });
    };
    const body = JSON.stringify({ did: DID });
    const { status, answer } = await callBound(writeThing, failing, { token: operator, body });
    expect({ status, answer }).toEqual({ status: 500, answer: { error: "DB error", code: "DB_ERROR" } });
  });
});

describe("an error response", () => {
  it("is known by its class", async () => {
    const throwing = (thrown: Error) => async () => {
      throw thrown;
    };
    expect(await callBound(readThing, throwing(operatorOnly()))).toMatchObject({
      status: 403,
      answer: { error: "Forbidden", code: "OPERATOR_ONLY", message: "Only an operator may do this." },
    });
    const namesake = Object.assign(new Error("secret"), { name: "ServiceError", kind: "operatorOnly" });
    expect(await callBound(readThing, throwing(namesake))).toMatchObject({
      status: 500,
      answer: { error: "Internal error", code: "INTERNAL_ERROR" },
    });
  });
});

describe("input", () => {
  it("takes the first of a repeated query parameter", async () => {
    const echo = async (_: Context, { query }: { query: { q?: string | undefined } }) =>
      reply(200, { id: query.q ?? "" });
    expect((await callBound(readThing, echo, { query: "?q=first&q=second&undeclared=1" })).answer).toEqual({
      id: "first",
    });
  });

  it("describes faults in words, without repeating the input", async () => {
    const body = JSON.stringify({ tier: SECRET, reason: 7 });
    const response = await send(agents.grantTier, { params: { did: DID }, token: operator, body });
    const { error, message } = await response.json();
    expect({ status: response.status, error }).toEqual({ status: 400, error: "Validation error" });
    expect(message).toMatch(/tier/);
    expect(message).not.toMatch(/hunter2|✖|→/);
  });

  it.each([
    [undefined, /^`did` is required\.$/],
    [null, /^`did` is required\.$/],
    ["", /^`did` is required\.$/],
    [0, /^`did` must be /],
    [false, /^`did` must be /],
  ])("names the fault of a required field with the value %j", async (did, message) => {
    const response = await send(agents.joinAgent, { token: operator, body: JSON.stringify({ did }) });
    expect(await response.json()).toMatchObject({ error: "Missing did", message: expect.stringMatching(message) });
  });
});

describe("a path's other methods", () => {
  const { GET, POST, PUT, PATCH, DELETE } = route(
    bind(readThing, unreached),
    bind({ ...readThing, method: "POST" } as const, unreached),
  );
  const readOnly = route(bind(readThing, unreached));

  it("are rejected as JSON, with an Allow header that lists the supported ones", async () => {
    for (const handler of [readOnly.POST, readOnly.PUT, readOnly.PATCH, readOnly.DELETE]) {
      const response = await handler(new Request(ORIGIN), { params: Promise.resolve({}) });
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD, OPTIONS");
      expect(await response.json()).toMatchObject({ error: "Method not allowed", code: "METHOD_NOT_ALLOWED" });
    }
    const both = await PUT(new Request(ORIGIN), { params: Promise.resolve({}) });
    expect(both.headers.get("allow")).toBe("GET, HEAD, POST, OPTIONS");
    expect(new Set([GET, POST, PUT, PATCH, DELETE]).size).toBe(3);
  });

  it("are rejected without a token, too", async () => {
    const response = await send(agents.joinAgent, { method: "DELETE" });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("POST, OPTIONS");
  });
});
