import { once } from "node:events";
import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openClient } from "@/lib/db/client";
import { type PrivateCluster, startPrivateCluster } from "@/lib/db/testing/private-cluster";
import { onServer } from "@/lib/db/testing/template";
import { createTestDatabase } from "@/lib/db/testing/test-database";
import { ensureSigningKey } from "@/lib/trust/service/keys";
import { crashRounds, report, startAppender, type Victim } from "../testing/crash-rounds";

const ROUNDS = 5;
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

  it.each([2, 4])(
    "%d processes of 64 callers never fork: the size is the number of acknowledgements, without a gap",
    async (processes) => {
      const { address, drop } = await createTestDatabase();
      if (!("url" in address)) throw new Error("this is not the server");
      const client = openClient(address);
      await ensureSigningKey(drizzle(client), undefined, new Date());
      await client.end();
      const acknowledged = new Map<string, string>();
      const running = Array.from({ length: processes }, () => startAppender(address.url, ["64", "500"], acknowledged));
      await Promise.all(running.map((child) => once(child, "close")));
      const left = await report(address.url, 0, acknowledged);
      expect(left).toMatchObject({ acknowledged: processes * 500, stored: processes * 500, lost: 0, fault: null });
      await drop();
    },
    120_000,
  );
});
