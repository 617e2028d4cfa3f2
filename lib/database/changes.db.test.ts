import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { CACHE_TAGS } from "@/lib/http/cache-tags";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { ensureVectorStore } from "@/lib/search/service/store";
import { isCaughtUp, setConnectionCount, watchChanges } from "./bus";
import { openClient } from "./client";
import { databaseClient } from "./open";
import { onServer } from "./testing/template";
import { testDatabase } from "./testing/test-database";

const database = testDatabase();

/** The notifications so far: names of tables, and `lost`. */
async function watch(): Promise<string[]> {
  const heard: string[] = [];
  watchChanges({ onChange: (table) => heard.push(table), onLost: () => heard.push("lost") });
  await expect.poll(isCaughtUp).toBe(true);
  heard.length = 0;
  return heard;
}

const freeze = sql`update freezes set reason = 'audit' where subsystem = 'relay'`;

describe("announced changes", () => {
  it("exactly the announced tables have the trigger", async () => {
    const store = await ensureVectorStore(systemContext(database()), getEmbedder());
    const rows = await database().execute<{ name: string }>(
      sql`select tgrelid::regclass::text as name from pg_trigger where tgname = 'announce_change' order by 1`,
    );
    const tags = CACHE_TAGS.filter((name) => store || name !== "skill_vectors");
    expect(rows.map(({ name }) => name)).toEqual(tags);
  });

  it("a write of this process is heard before it resolves, also through a trigger or a function", async () => {
    const heard = await watch();
    for (let time = 0; time < 20; time += 1) {
      heard.length = 0;
      await database().execute(freeze);
      expect(heard).toEqual(["freezes"]);
      await database().transaction((tx) => tx.execute(freeze));
      expect(heard).toEqual(["freezes", "freezes"]);
    }
    heard.length = 0;
    await database().transaction((tx) => tx.execute(sql`select ledger_open('another')`));
    expect(heard).toEqual(["ledger_heads"]);
  });

  it("a write that is rolled back, and a read, are not heard", async () => {
    const heard = await watch();
    const failing = database().transaction(async (tx) => {
      await tx.execute(freeze);
      throw new Error("rolled back");
    });
    await failing.catch(() => {});
    await database().execute(sql`select * from freezes`);
    expect(heard).toEqual([]);
  });

  it.runIf(onServer)(
    "a write of another process is heard soon, and one that ends the listener's connection loses nothing",
    async () => {
      const heard = await watch();
      const [row] = await database().execute<{ name: string }>(sql`select current_database() as name`);
      const url = new URL(process.env["TEST_DATABASE_URL"] ?? "");
      url.pathname = `/${row?.name}`;
      const other = openClient({ url: url.href });
      onTestFinished(() => other.end({ timeout: 1 }));
      await other.unsafe("update freezes set reason = 'other' where subsystem = 'relay'");
      expect(await databaseClient().notifications.caughtUp()).toBe(true);
      expect(heard).toEqual(["freezes"]);
      await other.unsafe(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like '%select 1%' and pid <> pg_backend_pid()",
      );
      await expect.poll(() => heard).toContain("lost");
      await expect.poll(isCaughtUp).toBe(true);
      heard.length = 0;
      await database().execute(freeze);
      expect(heard).toContain("freezes");
    },
  );

  it.skipIf(onServer)("while another process is connected to the embedded engine nothing is relied on", async () => {
    const heard = await watch();
    setConnectionCount(2);
    expect([await isCaughtUp(), heard]).toEqual([false, ["lost"]]);
    setConnectionCount(1);
    expect([await isCaughtUp(), heard]).toEqual([true, ["lost", "lost"]]);
  });
});
