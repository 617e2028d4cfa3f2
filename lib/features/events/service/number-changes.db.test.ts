import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/postgres-js";
import { describe, expect, it, onTestFinished } from "vitest";
import { openClient } from "@/lib/database/client";
import type { Database } from "@/lib/database/open";
import { onServer } from "@/lib/database/testing/template";
import { testDatabase } from "@/lib/database/testing/test-database";
import { recordChange } from "../record-change";
import { onNumbered } from "./follow-changes";
import { numberChanges, startNumbering } from "./number-changes";
import { readChanges, readHead } from "./read-changes";

const database = testDatabase();

const record = (db: Database, subject: string, n = 0) =>
  db.transaction((tx) => recordChange(tx, { kind: "freeze.set", subject, dids: [], data: { n } }));

async function numberAll(): Promise<void> {
  while ((await numberChanges(database())) !== 0);
}

const all = () => readChanges(database(), { after: 0, limit: 100_000 });

/** Opens another client of the same database, like another instance. */
async function anotherInstance(): Promise<Database> {
  const [row] = await database().execute<{ name: string }>(sql`select current_database() as name`);
  const url = new URL(process.env["TEST_DATABASE_URL"] ?? "");
  url.pathname = `/${row?.name}`;
  const client = openClient({ url: url.href });
  onTestFinished(async () => void (await client.end({ timeout: 1 })));
  return drizzle(client);
}

describe("number_changes", () => {
  it("numbers committed changes from 1 without gaps; changes rolled back or without a number cannot be read", async () => {
    await record(database(), "a");
    const failing = database().transaction(async (tx) => {
      await recordChange(tx, { kind: "freeze.set", subject: "rolled back", dids: [], data: {} });
      throw new Error("rolled back");
    });
    await failing.catch(() => {});
    await record(database(), "b");
    expect(await all()).toEqual([]);
    expect(await numberChanges(database())).toBe(2);
    expect(await numberChanges(database())).toBe(0);
    expect((await all()).map(({ seq, subject }) => [seq, subject])).toEqual([
      [1, "a"],
      [2, "b"],
    ]);
    expect(await readHead(database())).toMatchObject({ head: 2, oldest: 1 });
  });

  it("numbers the changes of concurrent writers without gaps or duplicates, each subject in order", async () => {
    const before = (await readHead(database())).head;
    const numbering = onServer ? [database(), await anotherInstance()] : [database()];
    let isDone = false;
    const numberers = numbering.map(async (db) => {
      while (!isDone) await numberChanges(db);
    });
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < 25; n += 1) await record(database(), `writer:${writer}`, n);
    });
    await Promise.all(writers);
    isDone = true;
    await Promise.all(numberers);
    await numberAll();
    const published = await readChanges(database(), { after: before, limit: 10_000 });
    expect(published.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, index) => before + index + 1));
    for (let writer = 0; writer < 8; writer += 1) {
      const own = published.filter(({ subject }) => subject === `writer:${writer}`);
      expect(own.map(({ data }) => data["n"])).toEqual(Array.from({ length: 25 }, (_, n) => n));
    }
  });

  it.runIf(onServer)("gives a change that is committed late a later number, and misses none", async () => {
    const before = (await readHead(database())).head;
    const other = await anotherInstance();
    await other.transaction(async (tx) => {
      await recordChange(tx, { kind: "freeze.set", subject: "late", dids: [], data: {} });
      await record(database(), "early");
      await numberAll();
    });
    await numberAll();
    const published = await readChanges(database(), { after: before, limit: 10 });
    expect(published.map(({ seq, subject }) => [seq - before, subject])).toEqual([
      [1, "early"],
      [2, "late"],
    ]);
  });

  it.runIf(onServer)("lets one instance number at a time", async () => {
    const other = await anotherInstance();
    await record(database(), "a");
    await other.transaction(async (tx) => {
      await tx.execute(sql`select number_changes(10)`);
      expect(await numberChanges(database())).toBe(-1);
    });
    expect(await numberChanges(database())).toBe(0);
  });
});

describe("startNumbering", () => {
  it("numbers new changes soon, and notifies followers", async () => {
    let wakes = 0;
    const unfollow = onNumbered(() => (wakes += 1));
    const stop = startNumbering(() => true);
    onTestFinished(() => {
      unfollow();
      stop();
    });
    await sleep(50);
    const { head } = await readHead(database());
    await record(database(), "a");
    await expect.poll(async () => (await readHead(database())).head).toBe(head + 1);
    await expect.poll(() => wakes).toBeGreaterThan(0);
  });
});
