import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { bytes, instant } from "./columns";

const counter = (name: string) => bigint(name, { mode: "number" });

/**
 * One row per log. Its lock orders the appends. `origin` is the log's public name and never changes. `subtrees` is the
 * tree's right edge, the roots of its perfect subtrees from the largest, 32 bytes each. The function ledger_open adds a
 * row. Triggers: ledger_heads_advance, ledger_heads_no_delete; see drizzle/0002_functions_and_triggers.sql
 * and 0016_public_record.sql.
 */
export const ledgerHeads = pgTable(
  "ledger_heads",
  {
    log: text().primaryKey(),
    origin: text().notNull().unique(),
    size: counter("size").notNull().default(0),
    lastAt: instant("last_at").notNull().defaultNow(),
    /** The last entry's hash; null while there is none. */
    lastHash: bytes("last_hash"),
    subtrees: bytes().notNull().default(sql`''::bytea`),
    /** Entries after this place were written by builds that publish the content of acts, and may be published. */
    publishedAfter: counter("published_after").notNull().default(0),
  },
  (t) => [
    check(
      "ledger_heads_last_hash",
      sql`(${t.size} = 0) = (${t.lastHash} is null) and octet_length(${t.lastHash}) = 32`,
    ),
    check("ledger_heads_subtrees", sql`octet_length(${t.subtrees}) = 32 * bit_count(${t.size}::bit(64))`),
  ],
);
export type LedgerHeadRow = typeof ledgerHeads.$inferSelect;

/**
 * The chain: append-only, `seq` gapless from 1. The function ledger_append writes it, with payloads, nodes and head.
 * Trigger: ledger_entries_append_only rejects every UPDATE, DELETE and TRUNCATE.
 */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    log: text().notNull(),
    seq: counter("seq").notNull(),
    id: uuid().notNull().unique(),
    hash: bytes().notNull(),
    /** The predecessor's `seq`; null in the first entry. */
    prevSeq: counter("prev_seq").generatedAlwaysAs(sql`nullif(seq - 1, 0)`),
    /** The predecessor's hash; null at genesis, where the hashed record has 64 zeros. */
    prevHash: bytes("prev_hash"),
    scope: text({ enum: ["PUBLIC", "FEDERATION", "PRIVATE"] }).notNull(),
    validationStatus: text("validation_status").notNull(),
    createdAt: instant("created_at").notNull(),
    payloadCommitment: bytes("payload_commitment").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.log, t.seq] }),
    // Keys begin with the position in the log, so all indexes except one grow at their ends, even in a long log.
    unique("ledger_entries_hash").on(t.log, t.seq, t.hash),
    // Each entry has its own predecessor, the previous entry, so the chain has no fork and no gap.
    unique("ledger_entries_prev_hash").on(t.log, t.prevSeq, t.prevHash),
    foreignKey({
      name: "ledger_entries_predecessor",
      columns: [t.log, t.prevSeq, t.prevHash],
      foreignColumns: [t.log, t.seq, t.hash],
    }),
    // In the order of hashes, so the first digits of a hash find it.
    index("ledger_entries_by_hash").on(t.hash),
    check("ledger_entries_genesis", sql`${t.seq} >= 1 and (${t.seq} = 1) = (${t.prevHash} is null)`),
    check(
      "ledger_entries_lengths",
      sql`octet_length(${t.hash}) = 32 and octet_length(${t.prevHash}) = 32 and octet_length(${t.payloadCommitment}) = 32`,
    ),
    check("ledger_entries_scope", sql`${t.scope} in ('PUBLIC', 'FEDERATION', 'PRIVATE')`),
    index("ledger_entries_scope").on(t.log, t.scope, t.seq),
  ],
);
export type LedgerEntryRow = typeof ledgerEntries.$inferSelect;

/**
 * The data that an entry commits to. Triggers: ledger_payloads_erase_only allows only erasures, everything to null, and
 * another redaction of an erased act; ledger_payloads_no_delete rejects DELETE and TRUNCATE.
 */
export const ledgerPayloads = pgTable(
  "ledger_payloads",
  {
    log: text().notNull(),
    seq: counter("seq").notNull(),
    salt: bytes(),
    /** The author: an agent's DID; for acts, the actor. */
    did: text(),
    kind: text(),
    payload: jsonb().$type<unknown>(),
    /** For readers, what a redaction left of an act. Nothing commits to it. */
    remaining: jsonb().$type<RemainingAct>(),
  },
  (t) => [
    primaryKey({ columns: [t.log, t.seq] }),
    check(
      "ledger_payloads_whole",
      sql`octet_length(${t.salt}) = 32 and num_nulls(${t.salt}, ${t.did}, ${t.kind}, ${t.payload}) in (0, 4)`,
    ),
    check("ledger_payloads_remaining", sql`${t.remaining} is null or ${t.payload} is null and ${t.log} = 'council'`),
    index("ledger_payloads_did").on(t.did, t.seq).where(sql`log = 'anchors'`),
    // The expressions of the view ledger_acts.
    index("ledger_payloads_subject")
      .on(sql`coalesce(coalesce(payload, remaining) ->> 'subject', '')`, t.seq)
      .where(sql`log = 'council'`),
    index("ledger_payloads_group")
      .on(sql`split_part(coalesce(kind, remaining ->> 'kind', ''), '.', 1)`, t.seq)
      .where(sql`log = 'council'`),
    index("ledger_payloads_actor").on(sql`coalesce(did, remaining ->> 'actor', '')`, t.seq).where(sql`log = 'council'`),
  ],
);

/** An act without the texts that were redacted. */
export interface RemainingAct {
  kind: string;
  actor: string;
  subject: string;
  details: Record<string, unknown>;
}

/**
 * Roots of the tree's perfect subtrees at every eighth level, stored when they become complete. So a proof of any size
 * reads at most a few hundred hashes per level. Level 0 is the entries themselves. Trigger: ledger_nodes_append_only.
 */
export const ledgerNodes = pgTable(
  "ledger_nodes",
  {
    log: text().notNull(),
    level: smallint().notNull(),
    index: counter("index").notNull(),
    hash: bytes().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.log, t.level, t.index] }),
    check("ledger_nodes_hash", sql`octet_length(${t.hash}) = 32`),
  ],
);

/**
 * The acts of the council's log, with actor, kind and subject: of an erased act what remains, or empty texts. `isErased`
 * tells that nothing proves its content any more.
 */
export const ledgerActs = pgView("ledger_acts", {
  seq: counter("seq").notNull(),
  id: uuid().notNull(),
  hash: bytes().notNull(),
  kind: text().notNull(),
  actor: text().notNull(),
  subject: text().notNull(),
  details: jsonb().$type<Record<string, unknown>>().notNull(),
  createdAt: instant("created_at").notNull(),
  isErased: boolean("is_erased").notNull(),
  payloadCommitment: bytes("payload_commitment").notNull(),
  /** Null after an erasure. */
  salt: bytes(),
}).as(sql`select e.seq, e.id, e.hash, coalesce(p.kind, p.remaining ->> 'kind', '') as kind, coalesce(p.did, p.remaining ->> 'actor', '') as actor,
  coalesce(coalesce(p.payload, p.remaining) ->> 'subject', '') as subject, coalesce(coalesce(p.payload, p.remaining) -> 'details', '{}') as details,
  e.created_at, p.payload is null as is_erased, e.payload_commitment, p.salt
  from ledger_entries e join ledger_payloads p on p.log = e.log and p.seq = e.seq where e.log = 'council'`);
