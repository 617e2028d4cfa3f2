import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeToken } from "@/lib/access/rules";
import * as agents from "@/lib/agents/contract";
import { openClient } from "@/lib/db/client";
import { closeDatabase } from "@/lib/db/open";
import * as system from "@/lib/system/contract";
import { lifecycle } from "@/lib/system/lifecycle";
import * as vectors from "@/lib/vectors/contract";
import { ENDPOINTS } from "./contract";
import { send } from "./routes.fixture";

beforeAll(() => {
  const nowhere = openClient({ url: "postgres://postgres@127.0.0.1:1/none" });
  (globalThis as { fgsDatabaseClient?: unknown }).fgsDatabaseClient = nowhere;
  lifecycle().prepared = true;
});
afterAll(closeDatabase);

const DB_ERROR = { error: "DB error", code: "DB_ERROR" };
const guarded = ENDPOINTS.filter(({ permission }) => permission !== undefined);

describe("while the database is down", () => {
  it.each(guarded.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    "%s answers a token that cannot be checked with 500 `DB error`, never with 401",
    async (_, endpoint) => {
      const params = { did: "did:fed:s1:atlas", id: "did:fed:s1:atlas" };
      const response = await send(endpoint, { token: makeToken("operator"), params });
      expect({ status: response.status, body: await response.json() }).toEqual({ status: 500, body: DB_ERROR });
    },
  );

  it("a request without a token, or with one that could never be right, is still a 401", async () => {
    expect((await send(agents.joinAgent)).status).toBe(401);
    expect((await send(agents.joinAgent, { token: makeToken("agent").slice(0, -1) })).status).toBe(401);
  });

  it("the directory is 500 `DB error`", async () => {
    const response = await send(agents.listDirectory);
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 500, body: DB_ERROR });
  });

  it("the vector store's health is 503 `Vector store unavailable`", async () => {
    const response = await send(vectors.getVectorStoreHealth);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      error: "Vector store unavailable",
      code: "VECTOR_STORE_UNAVAILABLE",
    });
  });

  it("health is 200 and says so, readiness is 503", async () => {
    const health = await send(system.getHealth);
    expect(health.status).toBe(200);
    expect(await health.json()).toMatchObject({ status: "degraded", database: "error", version: "0.3.0" });
    const readiness = await send(system.checkReadiness);
    expect(readiness.status).toBe(503);
    expect(await readiness.json()).toMatchObject({ error: "Not ready", code: "NOT_READY" });
  });
});
