import { afterEach, describe, expect, it } from "vitest";
import { onServer } from "@/lib/database/testing/template";
import { card, type Federation, newFederation } from "../http/federation";
import { type RunningServer, startServer } from "../http/start-server";
import { send } from "../http/visitor";

const cleanUps: (() => Promise<void>)[] = [];

async function federation(options?: { empty: boolean }): Promise<Federation> {
  const one = await newFederation(options);
  cleanUps.push(one.cleanUp);
  return one;
}

/** Starts a server on the federation's database. */
async function serve({ directory, env }: Federation): Promise<RunningServer> {
  const server = await startServer({ dataDir: directory, env });
  cleanUps.push(() => server.stop("SIGKILL").then(() => {}));
  return server;
}

/** Reads the directory from the federation's server. */
async function directoryOf(server: RunningServer, query = "limit=200") {
  return (await send(`${server.url}/api/agents/directory?${query}`)).json();
}

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

describe("several concurrent commands", () => {
  it("imports of one list into an empty database all succeed, and each agent exists once", async () => {
    const fed = await federation({ empty: true });
    const file = await fed.list(
      "cards.jsonl",
      Array.from({ length: 30 }, (_, index) => card(index)),
    );
    const runs = await Promise.all([1, 2, 3].map(() => fed.run(file)));
    for (const { code, errors } of runs) expect([code, errors]).toEqual([0, ""]);
    expect((await fed.run(file)).output).toBe("0 registered, 0 updated, 30 unchanged, 0 refused\n");
    const server = await serve(fed);
    // Beside other tests, PostgreSQL may have no connection left for a while. Then a read returns 503.
    await expect.poll(() => directoryOf(server)).toMatchObject({ total: 30 });
    await expect.poll(async () => (await send(`${server.url}/readyz`)).status).toBe(200);
  });

  it("the next import completes a killed one", async () => {
    const fed = await federation();
    const file = await fed.list(
      "cards.jsonl",
      Array.from({ length: 150 }, (_, index) => card(index)),
    );
    const killed = fed.start(file);
    const agents = async () => (await fed.query("select count(*)::int as agents from agents"))[0]?.["agents"];
    await expect.poll(() => agents().catch(() => 0)).toBeGreaterThan(0);
    killed.kill("SIGKILL");
    expect((await killed.finished).code).toBeNull();
    const { totals, finished } = await fed.report(file);
    expect(finished).toBe(true);
    expect(totals.registered + totals.unchanged).toBe(150);
    expect(Math.min(totals.registered, totals.unchanged)).toBeGreaterThan(0);
    expect((await fed.run(file)).output).toBe("0 registered, 0 updated, 150 unchanged, 0 refused\n");
  });

  it.skipIf(onServer)(
    "an import continues by itself when the server ends",
    async () => {
      const fed = await federation();
      const file = await fed.list(
        "cards.jsonl",
        Array.from({ length: 150 }, (_, index) => card(index)),
      );
      const server = await serve(fed);
      const running = fed.start(file);
      await expect.poll(async () => (await directoryOf(server)).total).toBeGreaterThan(0);
      await server.stop("SIGTERM");
      const { code, errors } = await running.finished;
      expect([code, errors]).toEqual([0, ""]);
      expect((await fed.run(file)).output).toBe("0 registered, 0 updated, 150 unchanged, 0 refused\n");
    },
    90_000,
  );
});
