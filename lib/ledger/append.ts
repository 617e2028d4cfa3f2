import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Transaction } from "@/lib/db/open";
import { ledgerEntries, ledgerHeads } from "@/lib/db/schema/ledger";

/** What is put on record: who did what to whom, with whatever else explains it. */
export interface LedgerRecord {
  /** What happened, as `subject.verb`: `credential.issued`, `tier.granted`. */
  kind: string;
  /** Who did it, as `actorName` says. */
  actor: string;
  /** The DID or id it was done to. */
  subject: string;
  details: Record<string, unknown>;
}

/** The log of people's and standing's changes of state. */
export const COUNCIL_LOG = "council";

/**
 * Appends a record inside the caller's transaction: it stands if and only if what it tells of does. Call it last, since
 * the head row stays locked until the commit.
 * @returns the entry's gapless sequence number, from 1
 */
export async function appendWithin(tx: Transaction, log: string, record: LedgerRecord, at: Date): Promise<number> {
  const head = tx.$with("head").as(
    tx
      .update(ledgerHeads)
      .set({ size: sql`${ledgerHeads.size} + 1`, lastAt: sql`greatest(${ledgerHeads.lastAt}, ${at.toISOString()})` })
      .where(sql`${ledgerHeads.log} = ${log}`)
      .returning({ size: ledgerHeads.size, lastAt: ledgerHeads.lastAt }),
  );
  const [entry] = await tx
    .with(head)
    .insert(ledgerEntries)
    .select(
      sql`select ${log}, size, ${randomUUID()}::uuid, ${record.kind}, ${record.actor}, ${record.subject}, ${JSON.stringify(record.details)}::jsonb, last_at from head`,
    )
    .returning({ seq: ledgerEntries.seq });
  if (!entry) throw new Error(`There is no log named ${log}.`);
  return entry.seq;
}
