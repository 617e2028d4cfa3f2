import { and, eq, gte, sql } from "drizzle-orm";
import { keepPrepared } from "@/lib/database/keep-prepared";
import type { Reader } from "@/lib/database/open";
import { type LedgerEntryRow, ledgerEntries } from "@/lib/database/schema/ledger";
import { toHex } from "./bytes";
import { type Entry, GENESIS_PREV_HASH } from "./entry";

/** Returns the public part of a stored entry. @param origin of the entry's log */
export function entryOf(row: LedgerEntryRow, origin: string): Entry {
  return {
    log: origin,
    seq: row.seq,
    id: row.id,
    hash: toHex(row.hash),
    prev_hash: row.prevHash ? toHex(row.prevHash) : GENESIS_PREV_HASH,
    scope: row.scope,
    validation_status: row.validationStatus,
    created_at: row.createdAt.toISOString(),
    payload_commitment: toHex(row.payloadCommitment),
  };
}

const selectEntries = keepPrepared((db) =>
  db
    .select()
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.log, sql.placeholder("log")), gte(ledgerEntries.seq, sql.placeholder("from"))))
    .orderBy(ledgerEntries.seq)
    .limit(sql.placeholder("limit"))
    .prepare("ledger_page"),
);

/** Reads up to `limit` entries of a log, in order. @param from the first `seq` to return */
export async function readEntries(
  db: Reader,
  { log, origin }: { log: string; origin: string },
  from: number,
  limit: number,
): Promise<Entry[]> {
  const rows = await selectEntries(db).execute({ log, from, limit });
  return rows.map((row) => entryOf(row, origin));
}
