import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { onServer } from "@/lib/database/testing/template";
import { card, newFederation } from "../http/federation";
import { ROOMY } from "../http/relay-client";
import { type RunningServer, startServer } from "../http/start-server";
import { startTwoInstances, type TwoInstances } from "../http/two-instances";
import { send } from "../http/visitor";

const PATH = "/api/agents/directory?limit=1";
const HEARD_MILLISECONDS = 250;

const read = (server: RunningServer) => send(server.url + PATH);
const join = (server: RunningServer, headers: Record<string, string>) =>
  send(`${server.url}/api/agent/join`, {
    method: "POST",
    headers,
    body: { did: `did:test:s1:cache-${randomUUID()}`, name: "Cached", zone: "s1" },
  });

describe.runIf(onServer)("the caches of two instances on one server", () => {
  let one: RunningServer;
  let two: RunningServer;
  let headers: Record<string, string>;
  let databaseUrl: string;
  let cleanUp: TwoInstances["cleanUp"];
  beforeAll(async () => {
    ({ one, two, headers, databaseUrl, cleanUp } = await startTwoInstances());
  });
  afterAll(() => cleanUp());

  it("no read is stale on the instance of the write, or elsewhere 250 ms after its response", async () => {
    /** The number of acknowledged agents over time, the newest last. */
    const acknowledged = [{ total: 0, at: performance.now() }];
    const totalBefore = (instant: number) => acknowledged.findLast(({ at }) => at <= instant)?.total ?? 0;
    let isOver = false;
    const seen = { hits: 0, reads: 0, stale: [] as object[] };
    const readersOf = (server: RunningServer, lateMilliseconds: number) =>
      Array.from({ length: 4 }, async () => {
        while (!isOver) {
          const begun = performance.now();
          const answer = await read(server);
          const { total } = answer.json();
          seen.reads += 1;
          if (answer.headers["x-cache"] === "hit") seen.hits += 1;
          const least = totalBefore(begun - lateMilliseconds);
          if (total < least) seen.stale.push({ at: server.port, total, least });
        }
      });
    const readers = [...readersOf(one, 0), ...readersOf(two, HEARD_MILLISECONDS)];
    for (let total = 1; total <= 60; total += 1) {
      expect((await join(one, headers)).status).toBe(201);
      acknowledged.push({ total, at: performance.now() });
      await sleep(total % 3 === 0 ? 60 : 5);
    }
    isOver = true;
    await Promise.all(readers);
    expect(seen.stale).toEqual([]);
    expect(seen.hits).toBeGreaterThan(seen.reads / 4);
  });

  it("an instance that lost its listening connection serves nothing cached before, and then listens again", async () => {
    await read(two);
    const sql = (await import("postgres")).default(databaseUrl, { max: 1 });
    onTestFinished(() => sql.end());
    const { total } = (await read(two)).json();
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
    await expect.poll(() => join(one, headers).then(({ status }) => status)).toBe(201);
    await sleep(HEARD_MILLISECONDS);
    expect((await read(two)).json().total).toBe(total + 1);
    await expect.poll(async () => (await read(two)).headers["x-cache"]).toBe("hit");
  });
});

describe.skipIf(onServer)("the cache with another process on the embedded engine", () => {
  it("shows the writes of the process, and goes on", async () => {
    const federation = await newFederation();
    const server = await startServer({ dataDir: federation.directory, env: { ...ROOMY, ...federation.env } });
    onTestFinished(async () => {
      await server.cleanUp();
      await federation.cleanUp();
    });
    await read(server);
    expect((await read(server)).headers["x-cache"]).toBe("hit");
    const before = (await read(server)).json().total;
    const { code } = await federation.run(await federation.list("cards.jsonl", [card(1)]));
    expect(code).toBe(0);
    await sleep(HEARD_MILLISECONDS);
    expect((await read(server)).json().total).toBe(before + 1);
    await expect.poll(async () => (await read(server)).headers["x-cache"]).toBe("hit");
  });
});
