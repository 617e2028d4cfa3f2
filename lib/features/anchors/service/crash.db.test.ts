import { once } from "node:events";
import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ensureSigningKey } from "@/lib/authority/keys";
import { openClient } from "@/lib/database/client";
import { type PrivateCluster, startPrivateCluster } from "@/lib/database/testing/private-cluster";
import { onServer } from "@/lib/database/testing/template";
import { createTestDatabase } from "@/lib/database/testing/test-database";
import { type Appender, crashRounds, report, startAppender, type Victim } from "../testing/crash-rounds";

/** How often each victim is killed; more often in the long form. */
const ROUNDS = Number(process.env["ROUNDS"] ?? 1);
/** Long, because each append must be acknowledged, and a busy machine is slow. */
const TIMEOUT_SECONDS = 60;
let cluster: PrivateCluster | null = null;
beforeAll(async () => {
  if (onServer) cluster = await startPrivateCluster();
});
afterAll(() => cluster?.stop());

describe.runIf(onServer)("on PostgreSQL", () => {
  it("of a node, a backend and the server killed in mid-append, nothing acknowledged is lost, and the chain is whole", async (context) => {
    if (!cluster) return context.skip("PostgreSQL's programs are not installed");
    const order: Victim[] = ["node", "backend", "postmaster"];
    const victims = Array.from({ length: ROUNDS * order.length }, (_, round) => order[round % 3] ?? "node");
    const left = await crashRounds(cluster, victims);
    expect(left).toMatchObject({ lost: 0, fault: null });
    expect(left.acknowledged).toBeGreaterThan(ROUNDS * 3 * 16);
    expect(left.stored).toBeGreaterThanOrEqual(left.acknowledged);
  }, 300_000);
});

describe.runIf(onServer)("several processes on one PostgreSQL", () => {
  const acknowledged = new Map<string, string>();
  let copy: Awaited<ReturnType<typeof createTestDatabase>>;
  let url = "";
  let appenders: Appender[] = [];
  beforeAll(async () => {
    copy = await createTestDatabase();
    if (!("url" in copy.address)) throw new Error("this is not the server");
    url = copy.address.url;
    const client = openClient(copy.address);
    await ensureSigningKey(drizzle(client), undefined, new Date());
    await client.end();
    appenders = Array.from({ length: 4 }, () => startAppender(url, acknowledged, TIMEOUT_SECONDS));
    await Promise.all(appenders.map((appender) => appender.append(0, 0)));
  });
  afterAll(async () => {
    await Promise.all(
      appenders.map(({ child }) => {
        child.stdin?.end();
        return child.exitCode ?? once(child, "close");
      }),
    );
    await copy.drop();
  });

  const grid = [
    { processes: 1, callers: 256 },
    { processes: 2, callers: 64 },
    { processes: 4, callers: 1 },
    { processes: 4, callers: 64 },
  ];
  it.each(grid)(
    "$processes processes of $callers callers: as many entries as acknowledgements, without a gap, and one chain",
    async ({ processes, callers }) => {
      const appends = 64 + 2 * callers;
      const size = acknowledged.size + processes * appends;
      await Promise.all(appenders.slice(0, processes).map((appender) => appender.append(callers, appends)));
      expect(await report(url, 0, acknowledged)).toMatchObject({
        acknowledged: size,
        stored: size,
        lost: 0,
        fault: null,
      });
    },
  );
});
