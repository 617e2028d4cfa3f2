import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ledgerActs } from "@/lib/db/schema/ledger";
import { testDatabase } from "@/lib/db/testing/test-database";
import { appendWithin, COUNCIL_LOG } from "./append";
import { chainOlderActs } from "./upgrade";

const database = testDatabase();
const ACTS = 1_203;
/** The last migration before the chain. */
const BEFORE = "0006_relay";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "governance-migrations-"));
  await cp("drizzle", folder, { recursive: true });
  const journal = path.join(folder, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(await readFile(journal, "utf8"));
  const last = entries.findIndex(({ tag }: { tag: string }) => tag === BEFORE);
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, last + 1) }));
  await database().execute(sql`drop schema public cascade`);
  await database().execute(sql`drop schema drizzle cascade`);
  await database().execute(sql`create schema public`);
  await migrate(database(), { migrationsFolder: folder });
});
afterAll(() => rm(folder, { recursive: true }));

it("a database from before the chain keeps every act, with its id, time and words, and goes on from there", async () => {
  await database().execute(sql`
    with head as (update ledger_heads set size = ${ACTS} where log = 'council')
    insert into ledger_entries (log, seq, id, kind, actor, subject, details, created_at)
    select 'council', n, gen_random_uuid(), 'test.done', 'system', 'subject-' || n, jsonb_build_object('n', n, 'ą', 'ę'),
      '2026-01-01T00:00:00.123Z'::timestamptz + n * interval '1 second'
    from generate_series(1, ${ACTS}) as n`);
  const before = await database().execute(sql`
    select id, kind, actor, subject, details, created_at from ledger_entries order by seq`);
  await migrate(database(), { migrationsFolder: "drizzle" });
  const act = { kind: "test.done", actor: "system", subject: randomUUID(), details: {} };
  const tooEarly = database().transaction((tx) => appendWithin(tx, COUNCIL_LOG, act, new Date()));
  await expect(tooEarly).rejects.toThrow("no log named council");

  expect(await chainOlderActs(database())).toBe(ACTS);
  const after = await database().execute(sql`
    select id, kind, actor, subject, details, created_at from ledger_acts order by seq`);
  expect([...after]).toEqual([...before]);
  expect((await database().transaction((tx) => appendWithin(tx, COUNCIL_LOG, act, new Date()))).seq).toBe(ACTS + 1);
  expect(await database().$count(ledgerActs)).toBe(ACTS + 1);
  expect(await chainOlderActs(database())).toBe(0);
});
