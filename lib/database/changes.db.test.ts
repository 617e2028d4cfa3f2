import { sql } from "drizzle-orm";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemContext } from "@/lib/authority/context";
import { CACHE_TAGS } from "@/lib/http/cache-tags";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { ensureVectorStore } from "@/lib/search/service/store";
import { isCaughtUp, setConnectionCount, setOldProcesses, watchChanges } from "./bus";
import { openClient } from "./client";
import { databaseClient } from "./open";
import { type Changed, type ChangeRow, findOldProcesses, forgetChanges, RecentChanges } from "./recent-changes";
import { recentChanges } from "./schema/system";
import { nextTransaction } from "./testing/next-transaction";
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

/** Follows the changes without the bus. */
function followTables(onChanges: (changed: Changed) => unknown, change = (row: ChangeRow) => row): RecentChanges {
  return new RecentChanges({
    ask: async (text, parameters) => (await databaseClient().unsafe<ChangeRow[]>(text, parameters)).map(change),
    follows: "tables",
    onChanges: (changed) => void onChanges(changed),
  });
}

/** The pool of another process. */
async function otherClient() {
  const [row] = await database().execute<{ name: string }>(sql`select current_database() as name`);
  const url = new URL(process.env["TEST_DATABASE_URL"] ?? "");
  url.pathname = `/${row?.name}`;
  const other = openClient({ url: url.href });
  onTestFinished(() => other.end({ timeout: 1 }));
  return other;
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
    "a write of another process is known, also after the connection that listens is lost",
    async () => {
      const heard = await watch();
      const other = await otherClient();
      const heardSoon = async () => ((await isCaughtUp()) ? heard : undefined);
      const change = () => other.unsafe("update freezes set reason = 'other' where subsystem = 'relay'");
      await change();
      await expect.poll(heardSoon).toEqual(["freezes"]);
      await change();
      await other.unsafe(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen %' and pid <> pg_backend_pid()",
      );
      await expect.poll(heardSoon).toEqual(["freezes", "freezes"]);
    },
  );

  it.runIf(onServer)("a transaction is heard when it commits, also after later ones", async () => {
    const heard = await watch();
    const other = await otherClient();
    let end = () => {};
    const isEnded = new Promise<void>((resolve) => (end = resolve));
    let begin = () => {};
    const hasBegun = new Promise<void>((resolve) => (begin = resolve));
    const late = other.begin(async (tx) => {
      await tx.unsafe("delete from audits where false");
      begin();
      await isEnded;
    });
    await hasBegun;
    await database().execute(freeze);
    expect(heard).toEqual(["freezes"]);
    end();
    await late;
    await database().execute(freeze);
    expect(heard.toSorted()).toEqual(["audits", "freezes", "freezes"]);
  });

  it("more changes than one read takes are all heard", async () => {
    const heard: string[] = [];
    const changes = followTables((changed) => heard.push(...changed));
    await changes.read();
    heard.length = 0;
    await database().execute(sql`insert into ${recentChanges} (xid, name, did)
      select pg_current_xact_id()::text::bigint, 'n' || n, '' from generate_series(1, 2500) as n`);
    await changes.read();
    expect(new Set(heard).size).toBe(2_500);
  });

  it("anything may have changed if changes were deleted before they were read, or another server answers", async () => {
    const heard: (string | number)[] = [];
    let origin: string | undefined;
    const changes = followTables(
      (changed) => heard.push(changed === "all" ? "all" : changed.size),
      (row) => ({ ...row, origin: origin ?? row.origin }),
    );
    await changes.read();
    await changes.read();
    expect(heard).toEqual(["all", 0]);
    // A horizon that this reader has not passed, as after a pause.
    const horizon = await forgetChanges(database(), "0");
    await database().execute(freeze);
    await database().execute(freeze);
    await changes.read();
    await forgetChanges(database(), horizon);
    await changes.read();
    expect(heard).toEqual(["all", 0, 1, 0]);
    await database().execute(freeze);
    await database().execute(freeze);
    await forgetChanges(database(), await nextTransaction(database()));
    await changes.read();
    expect(heard.at(-1)).toBe("all");
    const lastRead = async () => {
      await changes.read();
      return heard.at(-1);
    };
    // Open transactions of other databases are older than what was deleted.
    await expect.poll(lastRead).toBe(0);
    origin = "another server";
    expect(await lastRead()).toBe("all");
    expect(await lastRead()).toBe(0);
  });

  it("rows that a restored backup brought from another server are deleted", async () => {
    await database().execute(
      sql`insert into ${recentChanges} (xid, name) values (9000000000, 'agents'), (9000000000, '')`,
    );
    await forgetChanges(database(), "0");
    const rows = await database().select().from(recentChanges).orderBy(recentChanges.xid, recentChanges.name);
    expect(rows.at(0)).toMatchObject({ name: "" });
    expect(rows.filter(({ xid }) => xid >= 9_000_000_000n)).toEqual([]);
  });

  it.runIf(onServer)(
    "processes of 0.3.0 are notified: by sessions of the old name, and by this one if they are there",
    async () => {
      const old = await otherClient();
      const payloads: string[] = [];
      await old.unsafe("set application_name = 'governance'");
      await old.notifications.start({
        channels: ["changes"],
        onNotification: (_, table) => payloads.push(table),
        onChange: () => {},
      });
      await database().execute(freeze);
      await old.begin(async (tx) => {
        await tx.unsafe("set local application_name = 'governance'");
        await tx.unsafe("delete from audits where false");
      });
      await expect.poll(() => payloads).toEqual(["audits"]);
      await watch();
      const tables = await findOldProcesses(database());
      expect(tables).toContain("rfcs");
      setOldProcesses(tables);
      onTestFinished(() => setOldProcesses([]));
      await database().execute(freeze);
      await expect.poll(() => payloads).toEqual(expect.arrayContaining(tables));
      const { length } = payloads;
      await database().execute(freeze);
      await expect.poll(() => payloads.slice(length)).toContain("freezes");
    },
  );

  it.skipIf(onServer)("while another process is connected to the embedded engine, its changes are read", async () => {
    const heard = await watch();
    // Not through the client, so as another process does.
    const client = databaseClient();
    setConnectionCount(2);
    await client.unsafe("select 1 as one; update freezes set reason = 'other' where subsystem = 'relay'");
    expect(heard).toEqual([]);
    const heardSoon = async () => ((await isCaughtUp()) ? heard : undefined);
    await expect.poll(heardSoon).toEqual(["freezes"]);
    await client.unsafe("select 1 as one; update freezes set reason = 'last' where subsystem = 'relay'");
    setConnectionCount(1);
    await expect.poll(heardSoon).toEqual(["freezes", "freezes"]);
  });
});
