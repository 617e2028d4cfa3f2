import { sql } from "drizzle-orm";
import {
  bigint,
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
 * row. Triggers: ledger_heads_advance, ledger_heads_no_delete; see drizzle/0002_functions_and_triggers.sql.
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
 * The data that an entry commits to. Triggers: ledger_payloads_erase_only allows one change, everything to null, which
 * is its erasure; ledger_payloads_no_delete rejects DELETE and TRUNCATE.
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
  },
  (t) => [
    primaryKey({ columns: [t.log, t.seq] }),
    check(
      "ledger_payloads_whole",
      sql`octet_length(${t.salt}) = 32 and num_nulls(${t.salt}, ${t.did}, ${t.kind}, ${t.payload}) in (0, 4)`,
    ),
    index("ledger_payloads_did").on(t.did, t.seq).where(sql`log = 'anchors'`),
    index("ledger_payloads_subject").on(sql`(payload ->> 'subject')`, t.seq).where(sql`log = 'council'`),
    index("ledger_payloads_actor").on(t.did, t.seq).where(sql`log = 'council'`),
  ],
);

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

/** The acts of the council's log, with actor, kind and subject. */
export const ledgerActs = pgView("ledger_acts", {
  seq: counter("seq").notNull(),
  id: uuid().notNull(),
  hash: bytes().notNull(),
  kind: text().notNull(),
  actor: text().notNull(),
  subject: text().notNull(),
  details: jsonb().$type<Record<string, unknown>>().notNull(),
  createdAt: instant("created_at").notNull(),
}).as(sql`select e.seq, e.id, e.hash, p.kind, p.did as actor, p.payload ->> 'subject' as subject, p.payload -> 'details' as details, e.created_at
  from ledger_entries e join ledger_payloads p on p.log = e.log and p.seq = e.seq where e.log = 'council'`);
