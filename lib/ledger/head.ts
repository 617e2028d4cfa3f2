import { eq, sql } from "drizzle-orm";
import { keepPrepared } from "@/lib/database/keep-prepared";
import type { Reader, Transaction } from "@/lib/database/open";
import { type LedgerHeadRow, ledgerHeads } from "@/lib/database/schema/ledger";
import { toHex } from "./bytes";
import { GENESIS_PREV_HASH, HASH_BYTES } from "./entry";
import { CompactRange } from "./merkle";
import { sha256 } from "./sha256";

/** The end of a log, as it was read: enough to append the next entry. */
export interface Head {
  log: string;
  /** The log's public name, in every hashed record and checkpoint. */
  origin: string;
  lastAt: Date;
  /** The last entry's hash; 64 zeros in an empty log. */
  lastHash: string;
  /** Has the log's size and root. */
  tree: CompactRange;
}

function headOf(row: LedgerHeadRow): Head {
  const subtrees: Uint8Array[] = [];
  for (let at = 0; at < row.subtrees.length; at += HASH_BYTES)
    subtrees.push(row.subtrees.subarray(at, at + HASH_BYTES));
  return {
    log: row.log,
    origin: row.origin,
    lastAt: row.lastAt,
    lastHash: row.lastHash ? toHex(row.lastHash) : GENESIS_PREV_HASH,
    tree: new CompactRange(sha256, row.size, subtrees),
  };
}

const selectHead = keepPrepared((db) =>
  db
    .select()
    .from(ledgerHeads)
    .where(eq(ledgerHeads.log, sql.placeholder("log")))
    .prepare("ledger_head"),
);

/** Reads a log's head. @throws Error if there is no such log */
export async function readHead(db: Reader, log: string): Promise<Head> {
  const [row] = await selectHead(db).execute({ log });
  if (!row) throw new Error(`There is no log named ${log}.`);
  return headOf(row);
}

/** Reads a log's head and locks it, so no other transaction can append until this one ends. */
export async function lockHead(tx: Transaction, log: string): Promise<Head> {
  const [row] = await tx.select().from(ledgerHeads).where(eq(ledgerHeads.log, log)).for("update");
  if (!row) throw new Error(`There is no log named ${log}.`);
  return headOf(row);
}
