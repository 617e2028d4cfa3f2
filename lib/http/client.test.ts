import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { ApiError, type CallInput, call, pathOf } from "./client";
import { BYTES, endpointsOf } from "./endpoint";
import { pageQuery } from "./page";

const Thing = z.object({ id: z.string(), size: z.number() });
const things = endpointsOf("things");
const base = { summary: "For the tests", responses: { 200: Thing } } as const;
const getThing = things.get("/things/{id}", {
  ...base,
  operationId: "getThing",
  params: z.object({ id: z.string() }),
});
const listThings = things.get("/things", {
  ...base,
  operationId: "listThings",
  query: z.object({ q: z.string().optional(), ...pageQuery({ defaultLimit: 50, maximumLimit: 200 }) }),
});
const makeThing = things.post("/things", {
  ...base,
  operationId: "makeThing",
  body: z.object({ size: z.number(), label: z.string().default("") }),
  responses: { 201: Thing, 200: Thing },
});
const changeThing = things.patch("/things/{id}", {
  ...base,
  operationId: "changeThing",
  params: z.object({ id: z.string() }),
  headers: z.object({ "if-match": z.string().optional() }),
  body: z.object({ size: z.number() }),
});

const getPart = things.get("/things/{id}/parts/{path}", {
  ...base,
  operationId: "getPart",
  params: z.object({ id: z.string(), path: z.string() }),
  rest: "path",
  mediaType: BYTES,
  responses: { 200: z.instanceof(Uint8Array) },
});

let server: Server;
let baseUrl: string;
let received: { method?: string | undefined; url?: string | undefined; headers: IncomingHttpHeaders; body: string };
let answer: { status: number; body: string | Uint8Array; headers?: Record<string, string> };

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received = { method: request.method, url: request.url, headers: request.headers, body };
    response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const answerWith = (status: number, body: unknown, headers = {}) => {
  answer = {
    status,
    body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
    headers,
  };
};

describe("pathOf", () => {
  it("keeps the slashes of a parameter that takes the rest of the path", () => {
    expect(pathOf(getPart, { params: { id: "a/b", path: "x001/067.p/1 2" } })).toBe(
      "/things/a%2Fb/parts/x001/067.p/1%202",
    );
  });

  it("fills parameters in, encoded, so that none can leave its segment", () => {
    expect(pathOf(getThing, { params: { id: "did:fed:s1:a/../b?c#d e" } })).toBe(
      "/things/did%3Afed%3As1%3Aa%2F..%2Fb%3Fc%23d%20e",
    );
  });

  it("leaves absent and empty filters out", () => {
    expect(pathOf(listThings, { query: { q: "", limit: undefined } })).toBe("/things");
    expect(pathOf(listThings, { query: { q: "a&b=c", limit: 5 } })).toBe("/things?q=a%26b%3Dc&limit=5");
  });
});

describe("call", () => {
  it("sends method, path, token and body, and gives back what the schema says", async () => {
    answerWith(201, { id: "t1", size: 3, secret: "undeclared" });
    const thing = await call(makeThing, { body: { size: 3 } }, { baseUrl, token: "fgs_token" });
    expect(thing).toEqual({ id: "t1", size: 3 });
    expect(received).toMatchObject({ method: "POST", url: "/things", body: '{"size":3}' });
    expect(received.headers).toMatchObject({ authorization: "Bearer fgs_token", "content-type": "application/json" });
  });

  it("gives back bytes unchanged", async () => {
    const bytes = Uint8Array.of(0, 255, 10, 128);
    answerWith(200, bytes);
    expect(await call(getPart, { params: { id: "a", path: "b/c" } }, { baseUrl })).toEqual(bytes);
    expect(received.url).toBe("/things/a/parts/b/c");
  });

  it("sends the headers that the endpoint declares", async () => {
    answer = { status: 200, body: JSON.stringify({ id: "a", size: 2 }) };
    const input = { params: { id: "a" }, headers: { "if-match": '"r3"' }, body: { size: 2 } };
    await call(changeThing, input, { baseUrl });
    expect(received).toMatchObject({ method: "PATCH", url: "/things/a", headers: { "if-match": '"r3"' } });
  });

  it("sends neither token nor body where none is given", async () => {
    answerWith(200, { id: "t1", size: 3 });
    await call(getThing, { params: { id: "t1" } }, { baseUrl });
    expect(received.headers).not.toHaveProperty("authorization");
    expect(received.headers).not.toHaveProperty("content-type");
    expect(received.body).toBe("");
  });

  const errorOf = () => call(getThing, { params: { id: "t1" } }, { baseUrl }).catch((error: unknown) => error);

  it("throws an error response as ApiError with status, text, code and request id", async () => {
    const body = { error: "Forbidden", message: "Only an operator may do this.", code: "OPERATOR_ONLY" };
    answerWith(403, body, { "x-request-id": "r-1" });
    const error = await errorOf();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      status: 403,
      code: "OPERATOR_ONLY",
      requestId: "r-1",
      message: "Forbidden: Only an operator may do this.",
    });
    answerWith(400, { error: "Missing did", fields: ["did"] });
    expect(await errorOf()).toMatchObject({ status: 400, fields: ["did"] });
    answerWith(404, { error: "Not found" });
    expect(await errorOf()).toMatchObject({ status: 404, code: undefined, requestId: undefined, message: "Not found" });
  });

  it("tells when to try again, where the service does", async () => {
    answerWith(429, { error: "Too many requests" }, { "retry-after": "7" });
    expect(await errorOf()).toMatchObject({ status: 429, retryAfterSeconds: 7 });
    answerWith(503, "", { "retry-after": "Wed, 21 Oct 2026 07:28:00 GMT" });
    expect(await errorOf()).toMatchObject({ retryAfterSeconds: undefined });
  });

  it("throws ApiError even where the error response is not ours: a proxy's page, or nothing", async () => {
    answerWith(502, "<html>Bad gateway</html>");
    expect(await errorOf()).toMatchObject({ name: "ApiError", status: 502, message: "Bad Gateway" });
    answerWith(504, "");
    expect(await errorOf()).toMatchObject({ name: "ApiError", status: 504 });
  });

  it("does not pass an answer off as a thing that is none", async () => {
    answerWith(200, { id: "t1", size: "large" });
    expect(await errorOf()).toBeInstanceOf(z.ZodError);
    answerWith(200, "not JSON");
    expect(await errorOf()).toBeInstanceOf(z.ZodError);
  });

  it("passes an abort on", async () => {
    const signal = AbortSignal.abort();
    await expect(call(getThing, { params: { id: "t1" } }, { baseUrl, signal })).rejects.toHaveProperty(
      "name",
      "AbortError",
    );
  });

  it("passes on that the connection broke or was aborted during the body", async () => {
    const cut = createServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" }).write('{"id":');
      setTimeout(() => response.destroy(), 50);
    });
    await new Promise<void>((resolve) => cut.listen(0, "127.0.0.1", resolve));
    const at = `http://127.0.0.1:${(cut.address() as AddressInfo).port}`;
    await expect(call(getThing, { params: { id: "t1" } }, { baseUrl: at })).rejects.toBeInstanceOf(TypeError);
    await new Promise((resolve) => cut.close(resolve));
  });

  it("is typed by the declaration: what goes in, and what comes out", () => {
    expectTypeOf<CallInput<typeof getThing>["params"]>().toEqualTypeOf<{ id: string }>();
    expectTypeOf<CallInput<typeof makeThing>["body"]>().toEqualTypeOf<{ size: number; label?: string | undefined }>();
    expectTypeOf(call<typeof makeThing>).returns.resolves.toEqualTypeOf<{ id: string; size: number }>();
    // @ts-expect-error a call without its parameter does not compile
    expect(() => pathOf(getThing, {})).not.toThrow();
  });
});
