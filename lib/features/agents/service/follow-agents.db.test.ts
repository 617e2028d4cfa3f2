import { eq, gt, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { describe, expect, it, onTestFinished } from "vitest";
import { openClient } from "@/lib/database/client";
import type { Database } from "@/lib/database/open";
import { forgetChanges } from "@/lib/database/recent-changes";
import { agents } from "@/lib/database/schema/agents";
import { recentChanges } from "@/lib/database/schema/system";
import { nextTransaction } from "@/lib/database/testing/next-transaction";
import { onServer } from "@/lib/database/testing/template";
import { testDatabase } from "@/lib/database/testing/test-database";
import { AgentIndex } from "@/lib/search/ranking/agent-index";
import type { AgentRecord } from "@/lib/search/ranking/record";
import { freshDid, memberFixtures } from "../testing/fixtures";
import { FollowedAgents } from "./follow-agents";
import { registerAgent } from "./register";
import { setStatus } from "./set-status";
import { withdrawAgent } from "./withdraw";

const database = testDatabase();
const { ctx, registered } = memberFixtures(database);

/** What an index was told, in place of an index. */
class Told {
  readonly records = new Map<string, AgentRecord>();
  puts = 0;

  put(record: AgentRecord): void {
    this.puts += 1;
    this.records.set(record.did, record);
  }

  remove(did: string): void {
    this.records.delete(did);
  }
}

const followed = (db: Database = database()) => new FollowedAgents(db, new Told());
const recordOf = async (process: FollowedAgents<Told>, did: string) => (await process.current()).records.get(did);

/** Another pool, as another process has one. */
async function otherDatabase(): Promise<Database> {
  const [row] = await database().execute<{ name: string }>(sql`select current_database() as name`);
  const url = new URL(process.env["TEST_DATABASE_URL"] ?? "");
  url.pathname = `/${row?.name}`;
  const client = openClient({ url: url.href });
  onTestFinished(() => client.end({ timeout: 1 }));
  return drizzle(client);
}

/** A transaction that stays open until `commit`. */
async function openTransaction(db: Database, change: (tx: Pick<Database, "execute" | "update">) => Promise<unknown>) {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  let began = () => {};
  const changed = new Promise<void>((resolve) => (began = resolve));
  const running = db.transaction(async (tx) => {
    await change(tx);
    began();
    await ended;
  });
  await changed;
  const commit = () => {
    end();
    return running;
  };
  return { commit };
}

const renamed = (did: string, name: string) => (db: Pick<Database, "update">) =>
  db.update(agents).set({ name }).where(eq(agents.did, did));

describe("an index that follows the agents", () => {
  it("contains a write of this process, and of another, when it is asked next", async () => {
    const [one, other] = [followed(), followed(onServer ? await otherDatabase() : database())];
    await other.current();
    const did = await registered();
    for (const process of [one, other])
      expect(await recordOf(process, did)).toMatchObject({ did, name: expect.any(String) });
    await registerAgent(ctx(), { did, name: "Atlas", description: "Maps." });
    for (const process of [one, other]) expect(await recordOf(process, did)).toMatchObject({ name: "Atlas" });
  });

  it("does not contain an agent that is suspended, withdrawn, deleted or only joined, and contains listed records", async () => {
    const process = followed();
    const did = await registered();
    expect(await recordOf(process, did)).toMatchObject({ isMember: true });
    await setStatus(ctx(), { did, status: "suspended", reason: "A test." });
    expect(await recordOf(process, did)).toBeUndefined();
    await setStatus(ctx(), { did, status: "active", reason: "A test." });
    expect(await recordOf(process, did)).toBeDefined();
    await withdrawAgent(ctx(), { did, withdrawn: true, reason: "A test." });
    expect(await recordOf(process, did)).toBeUndefined();

    const listed = await registered();
    const list = sql`'{"source": "a list", "url": null, "at": "2026-11-01T00:00:00Z"}'::jsonb`;
    const setListed = (value: typeof list) =>
      database().execute(
        sql`update agents set status = 'unverified', listed = ${value}, listed_on = '2026-11-01' where did = ${listed}`,
      );
    await setListed(list);
    expect(await recordOf(process, listed)).toMatchObject({ isMember: false });
    await setListed(sql`null`);
    expect(await recordOf(process, listed)).toBeUndefined();
    await registerAgent(ctx(), { did: listed, skills: ["Claimed"] });
    expect(await recordOf(process, listed)).toMatchObject({ isMember: true, skills: [{ name: "Claimed" }] });
    await database().execute(sql`delete from agents where did = ${listed}`);
    expect(await recordOf(process, listed)).toBeUndefined();
  });

  it("reads a row again only if something that it reads has changed", async () => {
    const process = followed();
    const did = await registered();
    // The first read begins with transactions that were open, so the next one may find their changes once more.
    await process.current();
    const { puts } = await process.current();
    await database().update(agents).set({ lastSeen: new Date(), revision: 9 }).where(eq(agents.did, did));
    expect((await process.current()).puts).toBe(puts);
    await renamed(did, "Once")(database());
    await process.current();
    expect((await process.current()).puts).toBe(puts + 1);
  });

  it.runIf(onServer)("misses nothing when transactions commit in another order than they began", async () => {
    const [process, db] = [followed(), await otherDatabase()];
    const [first, second, third] = [await registered(), await registered(), await registered()];
    const begunFirst = await openTransaction(db, renamed(first, "First"));
    await process.current();
    await renamed(second, "Second")(database());
    expect(await recordOf(process, second)).toMatchObject({ name: "Second" });
    const begunLater = await openTransaction(db, renamed(third, "Third"));
    const { puts } = await process.current();
    expect((await process.current()).puts).toBe(puts);
    await begunFirst.commit();
    expect(await recordOf(process, first)).toMatchObject({ name: "First" });
    await begunLater.commit();
    expect(await recordOf(process, third)).toMatchObject({ name: "Third" });
  });

  it.runIf(onServer)("misses nothing that commits while it reads all records", async () => {
    const [db, did] = [await otherDatabase(), await registered()];
    const process = followed();
    const open = await openTransaction(db, renamed(did, "Late"));
    expect(await recordOf(process, did)).not.toMatchObject({ name: "Late" });
    await open.commit();
    expect(await recordOf(process, did)).toMatchObject({ name: "Late" });
  });

  it.runIf(onServer)("writers of different agents do not wait for each other", async () => {
    const [one, other] = [await registered(), await registered()];
    const open = await openTransaction(await otherDatabase(), renamed(one, "Waits"));
    await renamed(other, "Does not wait")(database());
    await open.commit();
  });

  it("is the same after any history, and while others write and ask at once", async () => {
    const process = followed();
    const dids = Array.from({ length: 30 }, () => freshDid());
    await Promise.all(
      dids.map(async (did, at) => {
        await registered(did);
        expect(await recordOf(process, did)).toBeDefined();
        if (at % 3 === 0) await setStatus(ctx(), { did, status: "suspended", reason: "A test." });
        if (at % 2 === 0) await registerAgent(ctx(), { did, name: `Agent ${at}`, tags: ["even"] });
        const isOffered = at % 3 !== 0;
        expect((await recordOf(process, did)) !== undefined).toBe(isOffered);
      }),
    );
    const sorted = ({ records }: Told) => [...records.values()].sort((a, b) => (a.did < b.did ? -1 : 1));
    expect(sorted(await process.current())).toEqual(sorted(await followed().current()));
  });

  it("gives the same answers after any history", async () => {
    const process = new FollowedAgents(database(), new AgentIndex());
    const dids = Array.from({ length: 8 }, () => freshDid("history"));
    for (const [at, did] of dids.entries()) {
      await registered(did);
      await process.current();
      await registerAgent(ctx(), { did, description: "Forecasts weather.", tags: ["sun", "snow"].slice(0, at % 3) });
      if (at % 2 === 0) await process.current();
    }
    for (const did of dids.slice(2, 5)) await setStatus(ctx(), { did, status: "suspended", reason: "A test." });
    await process.current();
    await setStatus(ctx(), { did: dids[3] as string, status: "active", reason: "A test." });
    const [one, other] = [await process.current(), await new FollowedAgents(database(), new AgentIndex()).current()];
    expect(one.search("weather").found).toHaveLength(6);
    for (const question of ["weather", "forecast of snow", "history", "wether"]) {
      expect(one.search(question)).toEqual(other.search(question));
    }
  });

  it("answers during the first reading of very many records, with each new change", async () => {
    await database().execute(sql`
      insert into agents (did, zone, name, status, trust_tier, trust_score, trust_as_of, owner_kind, registered_at, last_seen)
      select 'did:fed:s9:many-' || n, 's9', 'Many', 'active', 'T1', 50, '2026-11-01', 'operator', now(), now()
      from generate_series(1, 1100) as n`);
    const process = followed();
    expect((await process.current()).records.size).toBeLessThan(1_000);
    const did = await registered();
    expect(await recordOf(process, did)).toBeDefined();
    await expect.poll(async () => (await process.current()).records.size).toBeGreaterThan(1_100);
    await database().execute(sql`delete from agents where zone = 's9'`);
    await expect.poll(() => recordOf(process, "did:fed:s9:many-1")).toBeUndefined();
  });

  it("continues after a failed read", async () => {
    const did = await registered();
    let isBroken = false;
    const db = new Proxy(database(), {
      get: (target, name) => {
        if (isBroken && name === "select") throw new Error("The database does not respond.");
        return Reflect.get(target, name);
      },
    });
    const process = followed(db);
    await process.current();
    await renamed(did, "Found later")(database());
    isBroken = true;
    await expect(process.current()).rejects.toThrow();
    isBroken = false;
    expect(await recordOf(process, did)).toMatchObject({ name: "Found later" });
  });

  it("reads all again after another server has taken over, and after changes that it has not read were deleted", async () => {
    const [stays, goes] = [await registered(), await registered()];
    let server = "";
    const db = new Proxy(database(), {
      get: (target, name) =>
        name !== "execute"
          ? Reflect.get(target, name)
          : async (query: SQL) =>
              (await target.execute(query)).map((row) => ({ ...row, origin: server || row["origin"] })),
    });
    const process = followed(db);
    const change = async (name: string) => {
      await renamed(stays, name)(database());
      await database().delete(recentChanges).where(gt(recentChanges.xid, 0n));
    };
    expect((await process.current()).records.has(goes)).toBe(true);
    await change("Unseen");
    expect(await recordOf(process, stays)).not.toMatchObject({ name: "Unseen" });
    server = "another";
    await setStatus(ctx(), { did: goes, status: "suspended", reason: "A test." });
    await change("After another server");
    expect(await recordOf(process, stays)).toMatchObject({ name: "After another server" });
    expect(await recordOf(process, goes)).toBeUndefined();
    await renamed(stays, "After a pause")(database());
    await forgetChanges(database(), await nextTransaction(database()));
    expect(await recordOf(process, stays)).toMatchObject({ name: "After a pause" });
  });
});
