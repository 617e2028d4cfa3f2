import { describe, expect, it } from "vitest";
import { z } from "zod";
import { systemContext } from "@/lib/authority/context";
import { testDatabase } from "@/lib/database/testing/test-database";
import { issueCredential } from "@/lib/features/access/service/credentials";
import { notFound } from "@/lib/foundation/errors";
import { endpointsOf } from "@/lib/http/endpoint";
import { ardShape, type Protocol } from "@/lib/http/protocol";
import { ORIGIN } from "@/lib/testing/routes";
import { type Binding, bind, reply, route } from "./bind";

const database = testDatabase();
const things = endpointsOf("things");
const Thing = z.object({ id: z.string() });
const PROTOCOL: Protocol = { base: "/things", shape: ardShape, errorBody: z.object(), ownHostsOnly: true };
const readOther = things.get("/things", {
  operationId: "readOther",
  summary: "A read by another protocol",
  kind: "protocol",
  protocol: PROTOCOL,
  query: z.object({ n: z.coerce.number().optional() }),
  responses: { 200: Thing },
});
const endThing = things.delete("/things", {
  operationId: "endThing",
  summary: "An end",
  permission: "agent.grant_tier",
  responses: { 200: Thing },
});

const shown = async () => reply(200, { id: "a" });
const none = { params: Promise.resolve({}) };

async function ask({ handler }: Binding, headers: Record<string, string>, query = "") {
  const response = await handler(new Request(`${ORIGIN}/things${query}`, { headers }), none);
  return { status: response.status, answer: await response.json() };
}

describe("an endpoint of another protocol", () => {
  it("has its protocol's error bodies: for input, for what a verb throws, for failures, for other methods", async () => {
    const own = { host: "localhost" };
    const throwing = (thrown: Error) =>
      bind(readOther, async () => {
        throw thrown;
      });
    expect((await ask(throwing(notFound()), own)).answer).toEqual({
      ...{ error: "Not found", code: "NOT_FOUND", message: "Not found.", errorCode: "NOT_FOUND" },
    });
    const failed = await ask(throwing(new Error("secret")), own);
    expect(failed).toMatchObject({ status: 500, answer: { code: "INTERNAL_ERROR", errorCode: "INTERNAL_ERROR" } });
    const malformed = await ask(bind(readOther, shown), own, "?n=x");
    expect(malformed).toMatchObject({ status: 400, answer: { fields: ["n"], errorCode: "INVALID_ARGUMENT" } });
    const refused = await route(bind(readOther, shown)).PUT(new Request(ORIGIN), none);
    expect(await refused.json()).toMatchObject({ code: "METHOD_NOT_ALLOWED", errorCode: "METHOD_NOT_ALLOWED" });
  });

  it("is available only under this service's hosts, if its protocol says so", async () => {
    const bound = bind(readOther, shown);
    for (const host of ["localhost", "localhost:81", "127.0.0.1", "[::1]:3000"]) {
      expect((await ask(bound, { host })).status, host).toBe(200);
    }
    for (const host of ["evil.example", "localhost.evil.example", ""]) {
      const { status, answer } = await ask(bound, { host });
      expect([status, answer.code, answer.errorCode], host).toEqual([403, "FORBIDDEN", "FORBIDDEN"]);
    }
    const behind = { host: "localhost", "x-forwarded-host": "evil.example" };
    expect((await ask(bound, behind)).status).toBe(403);
    const open = bind({ ...readOther, protocol: { ...PROTOCOL, ownHostsOnly: undefined } } as never, shown as never);
    expect((await ask(open, { host: "evil.example" })).status).toBe(200);
  });
});

it("DELETE is bound as any other method", async () => {
  const { token } = await issueCredential(systemContext(database()), { kind: "operator", label: "" });
  const routes = route(bind(endThing, async () => reply(200, { id: "gone" })));
  const headers = { authorization: `Bearer ${token}` };
  const response = await routes.DELETE(new Request(`${ORIGIN}/things`, { method: "DELETE", headers }), none);
  expect([response.status, await response.json()]).toEqual([200, { id: "gone" }]);
  const refused = await routes.GET(new Request(ORIGIN), none);
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "DELETE, OPTIONS"]);
});
