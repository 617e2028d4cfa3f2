import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/database/open";
import { ledgerEntries, ledgerHeads, ledgerPayloads } from "@/lib/database/schema/ledger";
import { appendAnchors } from "@/lib/features/anchors/service/append";
import { ANCHOR_LOG } from "@/lib/ledger/append";
import { fromHex } from "@/lib/ledger/bytes";
import { lockHead } from "@/lib/ledger/head";
import { linkDrafts } from "@/lib/ledger/link";
import { verifyStoredLog } from "@/lib/ledger/verify-stored";
import { draftAnchor, fillAnchors } from "../anchors";
import { factsOf } from "../facts";
import { measure, type Player, type Runner } from "../measure";
import { openOwnDatabase } from "../own-database";
import { type Bench, EMBEDDED, GROWING, type Part } from "../part";
import { medianRatio, quantile } from "../rounds";
import { anchor, type Goal } from "../scenarios";
import type { SiteKey } from "../site";

const ENTRIES = Number(process.env["ENTRIES"] ?? 1_000_000);
const CALLERS = [32, 256];
const NAIVE_LOG = "naive";

interface Goals {
  /** Over a lock per anchor, with 32 callers. */
  overLock: Goal;
  /** Of a group commit with 256 callers, in milliseconds. */
  p99?: Goal;
}
const ON: [SiteKey, Goals][] = [
  [GROWING, { overLock: { least: 25 }, p99: { most: 25 } }],
  [{ ...EMBEDDED, grows: true }, { overLock: { least: 18 } }],
];

const queued = (db: Database, callers: number): Runner => ({
  name: "group commit",
  run: () => appendAnchors(db, [{ key: undefined, ...draftAnchor() }]),
  callers,
});

/** As one would write it first: a transaction for each anchor, the chain's head locked meanwhile. No tree, no receipt. */
async function appendNaively(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const head = await lockHead(tx, NAIVE_LOG);
    const [linked] = linkDrafts(head, [draftAnchor()]);
    if (!linked) throw new Error("nothing was linked");
    const { entry, draft } = linked;
    await tx.insert(ledgerEntries).values({
      log: NAIVE_LOG,
      seq: entry.seq,
      id: entry.id,
      hash: fromHex(entry.hash),
      prevHash: entry.seq === 1 ? null : fromHex(entry.prev_hash),
      scope: entry.scope,
      validationStatus: entry.validation_status,
      createdAt: new Date(entry.created_at),
      payloadCommitment: fromHex(entry.payload_commitment),
    });
    const { did, kind, payload, salt } = draft;
    await tx.insert(ledgerPayloads).values({ log: NAIVE_LOG, seq: entry.seq, did, kind, payload, salt });
    await tx
      .update(ledgerHeads)
      .set({
        size: entry.seq,
        lastAt: head.lastAt,
        lastHash: fromHex(entry.hash),
        subtrees: Buffer.concat(head.tree.subtrees),
      })
      .where(sql`log = ${NAIVE_LOG}`);
  });
}

/** Nothing but a row and its commit: no chain, no lock. */
async function insertBare(db: Database): Promise<void> {
  const { did, kind, payload, salt, payloadCommitment, scope } = draftAnchor();
  await db.execute(sql`insert into bare_anchors values (${randomUUID()}, ${did}, ${kind}, ${scope}, now(),
    decode(${payloadCommitment}, 'hex'), decode(${Buffer.from(salt).toString("hex")}, 'hex'), ${JSON.stringify(payload)}::jsonb)`);
}

/** Appends beside what they replace, and beside those through the service. */
async function compareAppends({ load, site, add }: Bench, key: SiteKey, goals: Goals): Promise<void> {
  const served = await site(key);
  const facts = await factsOf(served);
  const { db, patient, drop } = await openOwnDatabase(key.engine);
  try {
    await db.execute(sql`select ledger_open(${NAIVE_LOG})`);
    await db.execute(sql`create table bare_anchors (id uuid primary key, did text not null, kind text not null,
      scope text not null, created_at timestamptz not null, hash bytea not null, salt bytea not null, payload jsonb not null)`);
    for (const callers of CALLERS) {
      const where = `${callers} callers, ${key.engine}`;
      const group = queued(db, callers);
      const others: Runner[] = [
        { name: "lock per anchor", run: () => appendNaively(patient), callers },
        { name: "single-row INSERT", run: () => insertBare(patient), callers },
      ];
      const [own, ...played] = await measure(load, [group, ...others]);
      if (!own) throw new Error("The group commit was not played.");
      const figures = played.map(({ perSecond }) => medianRatio(own.perSecond, perSecond));
      const isFirst = callers === CALLERS[0];
      const over = [isFirst ? goals.overLock : undefined, isFirst ? { least: 3 } : undefined];
      for (const [index, other] of played.entries()) {
        add(`over a ${other.name}, ${where}`, over[index], figures[index] ?? Number.NaN, [own, other]);
      }
      if (!isFirst) add(`p99 of an append, ${where}, ms`, goals.p99, quantile(own.p99Milliseconds, 0.5));
      const post: Player = { name: "POST", server: served.service, asked: anchor(facts), callers };
      const both = await measure(load, [post, group]);
      const [http, called] = both.map(({ perSecond }) => perSecond);
      add(`POST /api/memory/anchor, ${where}`, undefined, medianRatio(http ?? [], called ?? []), both);
    }
  } finally {
    await drop();
  }
}

/** Appends to a long log and to one that begins empty, by turns; then the verification of the long one. */
async function measureGrowth({ load, add }: Bench, { engine }: SiteKey): Promise<void> {
  const [long, empty] = [await openOwnDatabase(engine), await openOwnDatabase(engine)];
  try {
    await fillAnchors(long.db, ENTRIES);
    const played = await measure(
      load,
      [long, empty].map(({ db }) => queued(db, CALLERS[0] ?? 1)),
    );
    const [onLong, onEmpty] = played.map(({ perSecond }) => perSecond);
    const work = `time per append to ${ENTRIES.toLocaleString("en")} entries over that to a log that began empty, ${engine}`;
    add(work, { most: 1.2 }, medianRatio(onEmpty ?? [], onLong ?? []));
    const started = performance.now();
    const { fault, size } = await verifyStoredLog(long.db, ANCHOR_LOG, { threads: availableParallelism() });
    if (fault) throw new Error(`the log is not whole: ${fault.reason}`);
    const seconds = (performance.now() - started) / 1_000;
    add(`entries verified in a second, payloads included, ${engine}`, { least: 100_000 }, size / seconds);
  } finally {
    await long.drop();
    await empty.drop();
  }
}

/** Appends to the anchors' log, on both engines. */
export const ledger: Part = async (bench) => {
  for (const [key, goals] of ON) {
    await compareAppends(bench, key, goals);
    await measureGrowth(bench, key);
  }
};
