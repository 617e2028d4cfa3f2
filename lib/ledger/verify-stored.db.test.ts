import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { Transaction } from "@/lib/database/open";
import { testDatabase } from "@/lib/database/testing/test-database";
import { ANCHOR_LOG, appendLocked, appendWithin, COUNCIL_LOG } from "./append";
import { fromHex, toHex } from "./bytes";
import { lockHead, readHead } from "./head";
import { createDraft } from "./link";
import { nodeHash } from "./merkle";
import { sha256 } from "./sha256";
import { type VerifyOptions, verifyStoredLog } from "./verify-stored";

const database = testDatabase();
const ENTRIES = 515;
const AT = Date.parse("2026-01-01T00:00:00.000Z");

const append = (tx: Transaction, count: number, from = 0) =>
  lockHead(tx, ANCHOR_LOG).then((head) =>
    appendLocked(
      tx,
      head,
      Array.from({ length: count }, (_, n) =>
        createDraft(
          { did: "did:fed:s1:atlas", kind: "note", scope: "PUBLIC", payload: { n: from + n, text: "ąę" } },
          new Date(AT + from + n),
        ),
      ),
    ),
  );

beforeAll(async () => {
  for (let from = 0; from < ENTRIES; from += 103) await database().transaction((tx) => append(tx, 103, from));
  for (let count = 0; count < 10; count += 1) {
    const act = { kind: "test.done", actor: "system", subject: randomUUID(), details: { count } };
    await database().transaction((tx) => appendWithin(tx, COUNCIL_LOG, act, new Date(AT)));
  }
});

const ROLLED_BACK = new Error("rolled back");
/** Those of ledger_entries that are not generated. */
const COLUMNS = sql.raw("log, seq, id, hash, prev_hash, scope, validation_status, created_at, payload_commitment");
const TABLES = ["ledger_heads", "ledger_entries", "ledger_payloads", "ledger_nodes"];

/** Pages that end with the entry that is tampered with, in front of it, and behind it. */
const PAGE_SIZES = [299, 300, 301];

/** Returns the verifier's result after an intruder with all rights has changed the tables, for several page sizes. */
async function afterTampering(statements: SQL[], options?: VerifyOptions, log = ANCHOR_LOG) {
  let verdict: Awaited<ReturnType<typeof verifyStoredLog>> | undefined;
  const work = database().transaction(async (tx) => {
    for (const table of TABLES) await tx.execute(sql.raw(`alter table ${table} disable trigger all`));
    for (const statement of statements) await tx.execute(statement);
    verdict = await verifyStoredLog(tx, log, options);
    for (const pageEntries of PAGE_SIZES) {
      expect(await verifyStoredLog(tx, log, { ...options, pageEntries })).toEqual(verdict);
    }
    throw ROLLED_BACK;
  });
  await work.catch((error) => {
    if (error !== ROLLED_BACK) throw error;
  });
  return verdict;
}

const flipped = (column: string) => sql.raw(`set_byte(${column}, 7, get_byte(${column}, 7) # 1)`);
const change = (table: string, seq: number, column: string, value: SQL) =>
  sql`update ${sql.raw(table)} set ${sql.raw(column)} = ${value} where log = 'anchors' and seq = ${seq}`;

describe("a stored log", () => {
  it("that is unchanged is valid, also the council's, at any size", async () => {
    for (const [log, size] of [
      [ANCHOR_LOG, ENTRIES],
      [COUNCIL_LOG, 10],
    ] as const) {
      const head = await readHead(database(), log);
      const root = Buffer.from(head.tree.root()).toString("hex");
      expect(await verifyStoredLog(database(), log)).toEqual({ fault: null, size, root });
      expect(await verifyStoredLog(database(), log, { pageEntries: 7 })).toEqual({ fault: null, size, root });
    }
  });

  it("is the same to several threads, which name the first of several faults", async () => {
    const onThreads = { threads: 2, pageEntries: 50 };
    const whole = await verifyStoredLog(database(), ANCHOR_LOG);
    expect(await verifyStoredLog(database(), ANCHOR_LOG, onThreads)).toEqual(whole);
    const faults = [444, 120, 333].map((seq) => change("ledger_payloads", seq, "kind", sql`'other'`));
    expect((await afterTampering(faults, { threads: 2 }))?.fault?.seq).toBe(120);
  });

  it("goes on being whole while others append", async () => {
    const appending = (async () => {
      for (let count = 0; count < 5; count += 1) await database().transaction((tx) => append(tx, 1, 9_000));
    })();
    const verdicts = [await verifyStoredLog(database(), ANCHOR_LOG), await verifyStoredLog(database(), ANCHOR_LOG)];
    await appending;
    expect(verdicts.map(({ fault }) => fault)).toEqual([null, null]);
  });
});

describe("the verifier names the changed entry for any change", () => {
  const SEQ = 300;
  it.each<[string, SQL]>([
    ["id", change("ledger_entries", SEQ, "id", sql`gen_random_uuid()`)],
    ["hash", change("ledger_entries", SEQ, "hash", flipped("hash"))],
    ["prev_hash", change("ledger_entries", SEQ, "prev_hash", flipped("prev_hash"))],
    ["scope", change("ledger_entries", SEQ, "scope", sql`'PRIVATE'`)],
    ["validation_status", change("ledger_entries", SEQ, "validation_status", sql`'rejected'`)],
    ["created_at", change("ledger_entries", SEQ, "created_at", sql`created_at + interval '1 millisecond'`)],
    ["payload_commitment", change("ledger_entries", SEQ, "payload_commitment", flipped("payload_commitment"))],
    ["log", sql`update ledger_entries set log = 'elsewhere' where log = 'anchors' and seq = ${SEQ}`],
    ["seq", change("ledger_entries", SEQ, "seq", sql`100000`)],
    ["payload", change("ledger_payloads", SEQ, "payload", sql`payload || '{"n": -1}'`)],
    ["payload, by one letter", change("ledger_payloads", SEQ, "payload", sql`payload || '{"text": "ae"}'`)],
    ["salt", change("ledger_payloads", SEQ, "salt", flipped("salt"))],
    ["did", change("ledger_payloads", SEQ, "did", sql`'did:fed:s1:other'`)],
    ["kind", change("ledger_payloads", SEQ, "kind", sql`'other'`)],
    ["the payload's seq", change("ledger_payloads", SEQ, "seq", sql`100000`)],
    ["the payload, gone", sql`delete from ledger_payloads where log = 'anchors' and seq = ${SEQ}`],
    [
      "the payload, erased without an act",
      sql`update ledger_payloads set salt = null, did = null, kind = null, payload = null where log = 'anchors' and seq = ${SEQ}`,
    ],
    ["an entry of the middle, deleted", sql`delete from ledger_entries where log = 'anchors' and seq = ${SEQ}`],
  ])("%s", async (column, statement) => {
    const verdict = await afterTampering([statement]);
    const named = ["log", "seq", "an entry of the middle, deleted"].includes(column) ? SEQ + 1 : SEQ;
    expect(verdict?.fault?.reason).toBeTruthy();
    expect(verdict?.fault?.seq).toBe(named);
  });

  it("two entries that changed places", async () => {
    const verdict = await afterTampering([
      change("ledger_entries", SEQ, "seq", sql`100000`),
      change("ledger_entries", SEQ + 1, "seq", sql`${SEQ}`),
      change("ledger_entries", 100_000, "seq", sql`${SEQ + 1}`),
    ]);
    expect(verdict?.fault).toMatchObject({ seq: SEQ, reason: expect.stringContaining("prev_hash") });
  });

  it("one that was put in between, with the rest moved up", async () => {
    const verdict = await afterTampering([
      sql`update ledger_entries set seq = seq + 100000 where log = 'anchors' and seq > ${SEQ}`,
      sql`update ledger_entries set seq = seq - 99999 where log = 'anchors' and seq > 100000`,
      sql`insert into ledger_entries (${COLUMNS}) select log, ${SEQ + 1}, gen_random_uuid(), sha256(hash), sha256(sha256(hash)), scope,
        validation_status, created_at, payload_commitment from ledger_entries where log = 'anchors' and seq = 1`,
    ]);
    expect(verdict?.fault?.seq).toBe(SEQ + 1);
  });

  it("one that was put into another log, with its hash", async () => {
    const verdict = await afterTampering(
      [
        sql`delete from ledger_entries where log = 'council' and seq = 5`,
        sql`update ledger_entries set log = 'council' where log = 'anchors' and seq = 5`,
      ],
      {},
      COUNCIL_LOG,
    );
    expect(verdict?.fault?.seq).toBe(5);
  });

  it("an act that was erased as if it were an anchor", async () => {
    const statement = sql`update ledger_payloads set salt = null, did = null, kind = null, payload = null where log = 'council' and seq = 3`;
    expect((await afterTampering([statement], {}, COUNCIL_LOG))?.fault?.seq).toBe(3);
  });

  it("one beyond the head", async () => {
    const statement = sql`insert into ledger_entries (${COLUMNS}) select log, seq + 1, gen_random_uuid(), sha256(hash), hash, scope,
      validation_status, created_at, payload_commitment from ledger_entries where log = 'anchors' order by seq desc limit 1`;
    expect((await afterTampering([statement]))?.fault?.reason).toContain("beyond the head");
  });
});

describe("data beside the chain", () => {
  it.each<[string, SQL]>([
    ["origin", sql`update ledger_heads set origin = 'elsewhere' where log = 'anchors'`],
    ["last_hash", sql`update ledger_heads set last_hash = ${flipped("last_hash")} where log = 'anchors'`],
    ["last_at", sql`update ledger_heads set last_at = last_at + interval '1 day' where log = 'anchors'`],
    ["subtrees", sql`update ledger_heads set subtrees = ${flipped("subtrees")} where log = 'anchors'`],
    ["a node's hash", sql`update ledger_nodes set hash = ${flipped("hash")} where log = 'anchors' and index = 1`],
    ["a node's index", sql`update ledger_nodes set index = 0, level = 16 where log = 'anchors' and index = 1`],
    ["a node, gone", sql`delete from ledger_nodes where log = 'anchors' and index = 1`],
  ])("%s is compared with the entries", async (_, statement) => {
    expect((await afterTampering([statement]))?.fault).not.toBeNull();
  });
});

describe("a removed end", () => {
  const cut = [
    sql`delete from ledger_entries where log = 'anchors' and seq > 512`,
    sql`delete from ledger_payloads where log = 'anchors' and seq > 512`,
  ];
  it("shows in the head that still counts it", async () => {
    expect((await afterTampering(cut))?.fault?.reason).toContain("entries were removed from its end");
  });

  it("shows in a checkpoint kept elsewhere, if the head was set back too, and in nothing else", async () => {
    const { origin, tree } = await readHead(database(), ANCHOR_LOG);
    const kept = { origin, size: tree.size, root: tree.root() };
    const [last] = await database().execute<{ hash: string; at: string }>(
      sql`select encode(hash, 'hex') as hash, created_at::text as at from ledger_entries where log = 'anchors' and seq = 512`,
    );
    const [early] = await database().execute<{ hash: string }>(
      sql`select encode(hash, 'hex') as hash from ledger_nodes where log = 'anchors' and level = 8 order by index limit 1`,
    );
    const [late] = await database().execute<{ hash: string }>(
      sql`select encode(hash, 'hex') as hash from ledger_nodes where log = 'anchors' and level = 8 and index = 1`,
    );
    const root = toHex(nodeHash(sha256, fromHex(early?.hash ?? ""), fromHex(late?.hash ?? "")));
    const setBack = sql`update ledger_heads set size = 512, last_hash = decode(${last?.hash}, 'hex'), last_at = ${last?.at},
      subtrees = decode(${root}, 'hex') where log = 'anchors'`;
    expect((await afterTampering([...cut, setBack]))?.fault).toBeNull();
    const verdict = await afterTampering([...cut, setBack], { checkpoints: [kept] });
    expect(verdict?.fault?.reason).toContain("entries were removed from its end");
  });

  it("a rewritten past shows in a checkpoint that was signed before", async () => {
    const { origin } = await readHead(database(), ANCHOR_LOG);
    const kept = { origin, size: 300, root: new Uint8Array(32) };
    const verdict = await verifyStoredLog(database(), ANCHOR_LOG, { checkpoints: [kept] });
    expect(verdict.fault).toMatchObject({ seq: 300, reason: expect.stringContaining("another root") });
  });
});
