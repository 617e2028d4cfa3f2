import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { onServer } from "@/lib/database/testing/template";
import { notify, notifyOnCommit, subscribe } from "./bus";
import { openClient } from "./client";
import { databaseClient, setDatabaseClient } from "./open";
import { startFaultyProxy } from "./testing/faulty-proxy";
import { testDatabase } from "./testing/test-database";

const database = testDatabase();

function heard(topic: string): () => number {
  let calls = 0;
  onTestFinished(subscribe(topic, () => (calls += 1)));
  return () => calls;
}

describe("the bus", () => {
  it("notifies all subscribers of a topic, no others, and none that has gone", () => {
    const [one, two, other] = [heard("a"), heard("a"), heard("b")];
    let gone = 0;
    subscribe("a", () => (gone += 1))();
    notify("a");
    expect([one(), two(), other(), gone]).toEqual([1, 1, 0, 0]);
  });

  describe.runIf(onServer)("on a server", () => {
    const ringElsewhere = (topic: string, fails = false) =>
      database()
        .transaction(async (tx) => {
          await tx.execute(sql`select ${notifyOnCommit(sql`${topic}`)}`);
          if (fails) throw new Error("rolled back");
        })
        .catch(() => {});

    it("notifies every process when a transaction commits, and not when it is rolled back", async () => {
      const kept = heard("kept");
      await expect
        .poll(async () => {
          await ringElsewhere("kept");
          return kept();
        })
        .toBeGreaterThan(0);
      const lost = heard("lost");
      await ringElsewhere("lost", true);
      const before = kept();
      await ringElsewhere("kept");
      await expect.poll(kept).toBe(before + 1);
      expect(lost()).toBe(0);
    });

    it("after a lost connection it notifies everyone, and listens again", async () => {
      const own = databaseClient();
      const url = new URL(process.env["TEST_DATABASE_URL"] ?? "");
      const [row] = await database().execute<{ name: string }>(sql`select current_database() as name`);
      url.pathname = `/${row?.name}`;
      const proxy = await startFaultyProxy(url.href, 5432);
      await proxy.refuse();
      const client = openClient({ url: proxy.url });
      setDatabaseClient(client);
      onTestFinished(async () => {
        setDatabaseClient(own);
        await client.end({ timeout: 1 });
      });
      const calls = heard("behind");
      for (let outage = 0; outage < 2; outage += 1) {
        const before = calls();
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        expect(calls()).toBe(before);
        await proxy.resume();
        await expect.poll(calls).toBeGreaterThan(before);
        const back = calls();
        await ringElsewhere("behind");
        await expect.poll(calls).toBeGreaterThan(back);
        await proxy.refuse();
      }
    });
  });
});
