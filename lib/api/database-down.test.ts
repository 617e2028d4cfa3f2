import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RequestScope, runInScope, systemContext } from "@/lib/authority/context";
import { makeToken } from "@/lib/authority/tokens";
import { openClient } from "@/lib/database/client";
import { closeDatabase, openDatabase, setDatabaseClient } from "@/lib/database/open";
import { lifecycle } from "@/lib/edge/lifecycle";
import * as agents from "@/lib/features/agents/contract";
import * as directory from "@/lib/features/directory/contract";
import * as incidents from "@/lib/features/incidents/contract";
import * as system from "@/lib/features/status/contract";
import { ServiceStatus } from "@/lib/features/status/schema";
import { trySmokeCheck } from "@/lib/features/status/service/smoke";
import { ENDPOINTS } from "@/lib/portal/contract";
import * as vectors from "@/lib/search/contract";
import { send } from "@/lib/testing/routes";

beforeAll(() => {
  setDatabaseClient(openClient({ url: "postgres://postgres@127.0.0.1:1/none" }));
  lifecycle.prepared = true;
});
afterAll(closeDatabase);

const DB_ERROR = { error: "DB error", code: "DB_ERROR" };
const guarded = ENDPOINTS.filter(({ permission }) => permission !== undefined);

describe("while the database is down", () => {
  it.each(guarded.map((endpoint) => [endpoint.operationId, endpoint] as const))(
    "%s returns 500 `DB error` for a token that cannot be checked, never 401",
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
    const response = await send(directory.listDirectory);
    expect({ status: response.status, body: await response.json() }).toEqual({ status: 500, body: DB_ERROR });
  });

  it("the incidents are 200: none, zeros, and `db_error`", async () => {
    const response = await send(incidents.listIncidents);
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 200,
      body: {
        incidents: [],
        by_severity: { LOW: 0, MAJOR: 0, CRITICAL: 0 },
        by_status: { OPEN: 0, FROZEN: 0, RESOLVED: 0, EXPORTED: 0 },
        total: 0,
        db_error: true,
        generated_at: expect.any(String),
      },
    });
  });

  it("the status is 200: this instance's own check, no history, `db_error`, and it is not cached", async () => {
    const scope: RequestScope = { requestId: "", address: "", event: {} };
    const response = await runInScope(scope, () => send(system.getServiceStatus));
    const status = ServiceStatus.parse(await response.json());
    expect([response.status, status.db_error, status.coverage, scope.isPartial]).toEqual([200, true, null, true]);
    expect(status.notices[0]).toMatchObject({ kind: "outage", text: expect.stringContaining("Not working: API") });
    expect(status.components[0]).toMatchObject({ name: "api", state: "failing", availability: null, days: [] });
  });

  it("the vector store's health is 503 `Vector store unavailable`", async () => {
    const response = await send(vectors.getVectorStoreHealth);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      error: "Vector store unavailable",
      code: "VECTOR_STORE_UNAVAILABLE",
    });
  });

  it("smoke is 200 and BLOCKED, and names what it could not try", async () => {
    const response = await send(system.runSmoke);
    expect(response.status).toBe(200);
    const { tag, reasons } = await response.json();
    const named = reasons.map((reason: string) => reason.split(":")[0]);
    // Files take longer than a check may on a busy machine.
    expect({ tag, named: named.filter((name: string) => name !== "evidence") }).toEqual({
      tag: "BLOCKED",
      named: ["database", "migrations", "ledger"],
    });
    expect(await trySmokeCheck(systemContext(openDatabase()), "evidence", 30_000)).toMatchObject({ ok: true });
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
