import { randomBytes, randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { ledgerActs, ledgerEntries, ledgerHeads } from "@/lib/database/schema/ledger";
import { testDatabase } from "@/lib/database/testing/test-database";
import { appendWithin, COUNCIL_LOG, type LedgerRecord } from "./append";

const database = testDatabase();
const NOON = Date.parse("2040-01-01T12:00:00.000Z");
const at = (milliseconds = 0) => new Date(NOON + milliseconds);

const act = (some: Partial<LedgerRecord> = {}): LedgerRecord => ({
  kind: "test.done",
  actor: "system",
  subject: randomUUID(),
  details: {},
  ...some,
});
const append = (record = act(), when = at(), log = COUNCIL_LOG) =>
  database().transaction((tx) => appendWithin(tx, log, record, when));

async function head() {
  const [row] = await database().select().from(ledgerHeads).where(eq(ledgerHeads.log, COUNCIL_LOG));
  return row;
}
const entries = () =>
  database().select().from(ledgerEntries).where(eq(ledgerEntries.log, COUNCIL_LOG)).orderBy(ledgerEntries.seq);

describe("appendWithin", () => {
  it("gives thirty concurrent appends the numbers 1 to 30, none twice and none left out", async () => {
    const appended = await Promise.all(Array.from({ length: 30 }, (_, i) => append(act(), at(i % 7))));
    const numbers = appended.map(({ seq }) => seq);
    const gapless = Array.from({ length: 30 }, (_, i) => i + 1);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(gapless);
    expect((await entries()).map(({ seq }) => seq)).toEqual(gapless);
    expect((await head())?.size).toBe(30);
  });

  it("leaves nothing of a transaction that is rolled back, not even a gap", async () => {
    const before = await head();
    const subject = randomUUID();
    const failing = database().transaction(async (tx) => {
      await appendWithin(tx, COUNCIL_LOG, act({ subject }), at(1_000));
      throw new Error("the act itself failed");
    });
    await expect(failing).rejects.toThrow("the act itself failed");
    expect(await database().$count(ledgerActs, eq(ledgerActs.subject, subject))).toBe(0);
    expect(await head()).toEqual(before);
    expect((await append()).seq).toBe((before?.size ?? 0) + 1);
  });

  it("keeps the record as it was given", async () => {
    const details = { reason: 'ąę 🙂 "quoted"; drop table', nested: { list: [1, 2.5, null, true] } };
    const record = act({ actor: "did:fed:s1:atlas", details });
    const { seq } = await append(record, at(5_000));
    const [stored] = await database().select().from(ledgerActs).where(eq(ledgerActs.seq, seq));
    expect(stored).toMatchObject({ ...record, createdAt: at(5_000) });
  });

  it("never lets time decrease along the log, even if clocks differ", async () => {
    const later = await append(act(), at(60_000));
    const earlier = await append(act(), at(0));
    const instants = (await entries()).map(({ createdAt }) => createdAt.getTime());
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    expect(earlier.seq).toBe(later.seq + 1);
  });

  it("rejects a log that does not exist", async () => {
    await expect(append(act(), at(), "elsewhere")).rejects.toThrow("no log named elsewhere");
  });
});

describe("a stored entry", () => {
  beforeAll(() => append());

  it.each([
    ["an UPDATE", sql`update ledger_entries set scope = 'PRIVATE'`],
    ["an UPDATE of nothing", sql`update ledger_entries set scope = scope where false`],
    ["a DELETE", sql`delete from ledger_entries`],
    ["a TRUNCATE", sql`truncate ledger_entries`],
    ["a TRUNCATE that cascades from the heads", sql`truncate ledger_heads cascade`],
  ])("survives %s, which the database itself rejects", async (_, statement) => {
    const before = await entries();
    const failure = await database()
      .execute(statement)
      .catch((error) => error);
    expect(String(failure.cause)).toContain("ledger entries are append-only");
    expect(await entries()).toEqual(before);
  });

  it("keeps its log's head from being deleted", async () => {
    await expect(database().delete(ledgerHeads).where(eq(ledgerHeads.log, COUNCIL_LOG))).rejects.toThrow();
    expect(await head()).toBeDefined();
  });

  it.each([
    { what: "behind the last", after: 0, behind: 0, refused: null },
    { what: "with a gap before it", after: 1, behind: 0, refused: "ledger_entries_predecessor" },
    { what: "behind an entry that has a successor", after: 0, behind: 1, refused: "ledger_entries_predecessor" },
    { what: "under a number that is taken", after: -1, behind: 1, refused: "ledger_entries_log_seq_pk" },
  ])("takes an entry only at its end: $what", async ({ after, behind, refused }) => {
    await append();
    const all = await entries();
    const last = all.at(-1);
    const { hash } = all.at(-1 - behind) ?? {};
    if (!last || !hash) throw new Error("the log is too short");
    const { prevSeq: _, ...row } = last;
    const added = { ...row, seq: last.seq + 1 + after, id: randomUUID(), hash: randomBytes(32), prevHash: hash };
    // Rolled back in any case.
    const attempt = database().transaction(async (tx) => {
      await tx.insert(ledgerEntries).values(added);
      tx.rollback();
    });
    const failure = await attempt.catch((error) => error);
    expect(failure.cause?.constraint_name ?? null).toBe(refused);
  });
});
