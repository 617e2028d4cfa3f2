import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FaultyProxy, startFaultyProxy } from "@/lib/database/testing/faulty-proxy";
import { newServerDatabase, onServer, type ServerDatabase } from "@/lib/database/testing/template";
import { type RunningServer, startServer } from "../http/start-server";
import { type Answer, bearer, TRUST_LOOPBACK, visitorOf } from "../http/visitor";

const OPERATOR = "operator-of-the-fault-tests";

describe.runIf(onServer)("a database that fails", () => {
  let database: ServerDatabase | undefined;
  let proxy: FaultyProxy;
  let server: RunningServer;
  let joined = 0;
  const acknowledged: string[] = [];
  beforeAll(async () => {
    database = await newServerDatabase();
    proxy = await startFaultyProxy(database?.url ?? "", 5432);
    await proxy.refuse();
    server = await startServer({
      env: { ...TRUST_LOOPBACK, DATABASE_URL: proxy.url, OPERATOR_TOKEN: OPERATOR, DATABASE_TIMEOUT_SECONDS: "2" },
    });
  });
  afterAll(async () => {
    await server.cleanUp();
    await proxy.refuse();
    await database?.drop();
  });

  const ask = (path: string) => visitorOf(server.url)(path);
  async function join(): Promise<Answer> {
    joined += 1;
    const did = `did:test:s1:n${joined}`;
    const answer = await visitorOf(server.url)("/api/agent/join", {
      method: "POST",
      headers: bearer(OPERATOR),
      body: { did },
    });
    if (answer.status === 201) acknowledged.push(did);
    return answer;
  }

  async function expectDown(): Promise<void> {
    const paths = [
      "/health",
      "/api/system/smoke",
      "/api/agents/directory",
      "/agents",
      "/agents/did:test:s1:n1",
      "/leaderboard",
      "/",
    ];
    const answers = await Promise.all([join(), ...paths.map(ask)]);
    const [write, health, smoke, directory, ...pages] = answers;
    expect(health?.status).toBe(200);
    expect(health?.json()).toMatchObject({ status: "degraded", database: "error" });
    expect(smoke?.json()).toMatchObject({ tag: "BLOCKED" });
    // Its last check of the database may be a second old.
    await expect.poll(async () => (await ask("/readyz")).status).toBe(503);
    for (const answer of [directory, write]) {
      expect(answer?.status).toBe(500);
      expect(answer?.json()).toEqual({ error: "DB error", code: "DB_ERROR" });
    }
    for (const page of pages) {
      expect(page.status).toBe(503);
      expect(page.body).toContain("The registry is temporarily unavailable");
      expect(page.body).toContain(page.headers["x-request-id"]);
      expect(page.body).toMatch(/http-?equiv="refresh"/i);
    }
    // Without the database, these lack only the banner.
    for (const path of ["/changelog", "/docs", "/status"]) expect((await ask(path)).status, path).toBe(200);
    for (const answer of answers) {
      expect(answer.headers["x-ratelimit-limit"]).toBe("100");
    }
    expect((await ask("/livez")).status).toBe(200);
  }

  /** Expects that everything works soon, and keeps working. */
  async function expectRecovery(): Promise<void> {
    const read = async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask("/api/agents/directory")));
      return new Set([(await ask("/readyz")).status, ...answers.map(({ status }) => status)]);
    };
    await expect.poll(read, { interval: 200 }).toEqual(new Set([200]));
    const joins = await Promise.all(Array.from({ length: 5 }, join));
    expect([await read(), joins.map(({ status }) => status)]).toEqual([new Set([200]), Array(5).fill(201)]);
    await expect.poll(async () => (await ask("/health")).json()).toMatchObject({ status: "ok", database: "ok" });
    // The first check reads all documents of evidence, which on a busy machine may exceed a check's deadline.
    await expect
      .poll(async () => (await ask("/api/system/smoke")).json(), { interval: 200 })
      .toMatchObject({ tag: "VERIFIED", reasons: [] });
    for (const page of ["/", "/agents", "/leaderboard"]) expect((await ask(page)).status).toBe(200);
  }

  it("is down at the start: the service responds, and is ready soon after the database returns", async () => {
    await expectDown();
    await proxy.resume();
    await expectRecovery();
  });

  it("stops later: the same", async () => {
    await proxy.refuse();
    await expectDown();
    await proxy.resume();
    await expectRecovery();
  });

  it("loses its connections for a moment: no request waits for long", async () => {
    await proxy.refuse();
    await proxy.resume();
    await expectRecovery();
  });

  it("hangs with open connections: responses come within the deadlines, and lost connections are replaced", async () => {
    proxy.swallow();
    // Also with a token, which cannot be looked up now.
    const smoke = await visitorOf(server.url)("/api/system/smoke", { headers: bearer(OPERATOR) });
    expect(smoke.json()).toMatchObject({ tag: "BLOCKED", reasons: expect.arrayContaining([expect.any(String)]) });
    const metrics = await ask("/metrics");
    expect(metrics.body).toContain('smoke_check_passed{check="database"} 0');
    expect(metrics.body).not.toContain("federation_agents{");
    await Promise.all([expectDown(), ...Array.from({ length: 20 }, join)]);
    await expectDown();
    await proxy.resume();
    await expectRecovery();
  });

  it("has lost no acknowledged write", async () => {
    const { agents } = (await ask("/api/agents/directory?limit=200")).json();
    expect(acknowledged.length).toBeGreaterThanOrEqual(20);
    expect(agents.map(({ did }: { did: string }) => did)).toEqual(expect.arrayContaining(acknowledged));
  });

  it("fails for one list: the home page shows an error for it, and shows the others", async () => {
    const admin = postgres(database?.url ?? "", { max: 1 });
    await admin`alter table relay_counts rename to out_of_reach`;
    // The page with an intent is rendered again.
    const page = await visitorOf(server.url)("/?intent=review");
    await admin`alter table out_of_reach rename to relay_counts`;
    await admin.end();
    expect(page.status).toBe(503);
    expect(page.body.match(/>Temporarily unavailable</g)).toHaveLength(1);
    expect(page.body).toContain("Most used in 30 days");
    expect((await ask("/")).status).toBe(200);
  });

  it("reveals nothing to clients, and neither its password nor a token in the log", () => {
    expect(server.output()).not.toContain(OPERATOR);
    expect(server.output()).not.toMatch(/unhandled|uncaught/i);
  });
});
