import { eq, ilike, sql } from "drizzle-orm";
import { pgTable, text } from "drizzle-orm/pg-core";
import { drizzle } from "drizzle-orm/postgres-js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openClient } from "./client";
import { keepPrepared } from "./keep-prepared";
import type { Pooling } from "./pooler";
import { onServer } from "./testing/template";
import { createTestDatabase } from "./testing/test-database";

const notes = pgTable("notes", { key: text("key").notNull(), note: text("note").notNull() });
const KEYS = ["one", "two", "three"];
const noteOf = (key: string) => ({ note: `the note of ${key}` });

let copy: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  copy = await createTestDatabase();
  const client = openClient(copy.address);
  await client.unsafe("create table notes (key text, note text)");
  await client.end();
});
afterAll(() => copy.drop());

function open(pooling: Pooling = "none") {
  const client = openClient(copy.address, { responseMilliseconds: 30_000, pooling });
  onTestFinished(() => client.end({ timeout: 1 }));
  return { client, db: drizzle(client) };
}

/** A statement that reads one note, and the shapes for which it was generated. */
function counted() {
  const made: string[] = [];
  const select = keepPrepared((db, shape) => {
    made.push(shape);
    const where = eq(notes.key, sql.placeholder("key"));
    return db.select({ note: notes.note }).from(notes).where(where).prepare("note");
  });
  return { made, select };
}

describe("a kept statement", () => {
  it("is generated once for a shape, and sent by the database of the call", () => {
    const { made, select } = counted();
    const [one, other] = [open().db, open().db];
    for (const db of [one, other, one, other]) for (const shape of ["a", "b"]) select(db, shape);
    expect(made).toEqual(["a", "b"]);
  });

  it("is one of few, however many shapes there are", () => {
    const { made, select } = counted();
    const { db } = open();
    for (let shape = 0; shape <= 256; shape += 1) select(db, String(shape));
    select(db, "256");
    expect(made).toHaveLength(257);
    select(db, "0");
    expect(made).toHaveLength(258);
  });

  it("gives each of many callers at once its own row, and a transaction what it wrote", async () => {
    const { select } = counted();
    const { db } = open();
    const sees = await db.transaction(async (tx) => {
      await tx.insert(notes).values(KEYS.map((key) => ({ key, ...noteOf(key) })));
      return select(tx, "").execute({ key: "one" });
    });
    expect(sees).toEqual([noteOf("one")]);
    const asked = Array.from({ length: 60 }, (_, index) => KEYS[index % 3] ?? "");
    const read = await Promise.all(asked.map((key) => select(db, "").execute({ key })));
    expect(read).toEqual(asked.map((key) => [noteOf(key)]));
  });

  it.runIf(onServer)("with a pattern has no name, so each pattern gets its own plan", async () => {
    const { db } = open();
    await db.transaction(async (tx) => {
      const found = await tx.select({ note: notes.note }).from(notes).where(ilike(notes.key, "z%"));
      const named = await tx.execute(sql`select 1 from pg_prepared_statements where statement like '% ilike %'`);
      expect([found, named]).toMatchObject([[], []]);
    });
  });

  it.runIf(onServer).each([
    ["none", 1],
    ["transaction", 0],
  ] as const)("has a name on the server only where no pooler is between: %s", async (pooling, names) => {
    const { select } = counted();
    const { client, db } = open(pooling);
    await db.transaction(async (tx) => {
      for (const key of KEYS) await select(tx, "").execute({ key });
      const named = await tx.execute(sql`select 1 from pg_prepared_statements where statement like '%from "notes"%'`);
      expect(named).toHaveLength(names);
    });
    expect(await client.pooling()).toBe(pooling);
  });
});
