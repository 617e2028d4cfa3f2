import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { onServer } from "@/lib/database/testing/template";
import { notify, notifyEverywhere, subscribe, TOPIC_CHANNEL } from "./bus";
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
    /** Notifies as another process does. */
    const ringElsewhere = (topic: string) => database().execute(sql`select pg_notify(${TOPIC_CHANNEL}, ${topic})`);

    it("notifies every process, once for many calls at the same time", async () => {
      const kept = heard("kept");
      await expect
        .poll(async () => {
          await ringElsewhere("kept");
          return kept();
        })
        .toBeGreaterThan(0);
      const [row] = await database().execute<{ name: string }>(sql`select current_database() as name`);
      const url = new URL(process.env["TEST_DATABASE_URL"] ?? "");
      url.pathname = `/${row?.name}`;
      const other = openClient({ url: url.href });
      onTestFinished(() => other.end({ timeout: 1 }));
      const payloads: string[] = [];
      await other.notifications.start({
        channels: [TOPIC_CHANNEL],
        onNotification: (_, topic) => payloads.push(topic),
        onChange: () => {},
      });
      for (const topic of ["one", "two", "one"]) notifyEverywhere(topic);
      await expect.poll(() => payloads.length).toBeGreaterThan(1);
      notifyEverywhere("three");
      await expect.poll(() => payloads).toEqual(["one", "two", "three"]);
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
