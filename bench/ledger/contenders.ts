import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/database/open";
import { ledgerEntries, ledgerHeads, ledgerPayloads } from "@/lib/database/schema/ledger";
import { appendAnchors } from "@/lib/features/anchors/service/append";
import { fromHex } from "@/lib/ledger/bytes";
import { lockHead } from "@/lib/ledger/head";
import { createDraft, linkDrafts } from "@/lib/ledger/link";
import type { Contender } from "../rounds";

const NAIVE_LOG = "naive";

const draft = (number: number) =>
  createDraft(
    { did: "did:bench:s1:atlas", kind: "note", scope: "PUBLIC", payload: { number, text: "the quick brown fox" } },
    new Date(),
  );

/** The ways to put an anchor on record: the queue, and what it replaces. They share a database, and no lock. */
export async function contenders({
  db,
  patient,
}: {
  db: Database;
  patient: Database;
}): Promise<{ queued: Contender; naive: Contender; bare: Contender }> {
  await db.execute(sql`select ledger_open(${NAIVE_LOG})`);
  await db.execute(sql`create table if not exists bare_anchors (id uuid primary key, did text not null, kind text not null,
    scope text not null, created_at timestamptz not null, hash bytea not null, salt bytea not null, payload jsonb not null)`);
  return {
    queued: {
      name: "group commit",
      runs: 16_384,
      run: (number) => appendAnchors(db, [{ key: undefined, ...draft(number) }]),
    },
    naive: { name: "lock per anchor", runs: 256, run: (number) => appendNaively(patient, number) },
    bare: { name: "single-row INSERT", runs: 4_096, run: (number) => insertBare(patient, number) },
  };
}

/** As one would write it first: a transaction for each anchor, the chain's head locked meanwhile. No tree, no receipt. */
async function appendNaively(db: Database, number: number): Promise<void> {
  await db.transaction(async (tx) => {
    const head = await lockHead(tx, NAIVE_LOG);
    const [linked] = linkDrafts(head, [draft(number)]);
    if (!linked) throw new Error("nothing was linked");
    const { entry, draft: content } = linked;
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
    const { did, kind, payload, salt } = content;
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
async function insertBare(db: Database, number: number): Promise<void> {
  const { did, kind, payload, salt, payloadCommitment, scope } = draft(number);
  await db.execute(sql`insert into bare_anchors values (${randomUUID()}, ${did}, ${kind}, ${scope}, now(),
    decode(${payloadCommitment}, 'hex'), decode(${Buffer.from(salt).toString("hex")}, 'hex'), ${JSON.stringify(payload)}::jsonb)`);
}
