import type { Transaction } from "@/lib/database/open";
import { statement } from "@/lib/database/statement";
import type { ChangeKind } from "./schema";

export interface RecordedChange {
  kind: ChangeKind;
  /** Changes of one subject are published in the order of their commits. */
  subject: string;
  /** The agents concerned. */
  dids: readonly string[];
  zone?: string | null;
  /** A few fields. Readers get the whole record from its own endpoint. */
  data: object;
}

const INSERT = `insert into changes (kind, subject, dids, zone, data)
  select kind, subject, dids, zone, data
  from jsonb_to_recordset($1::jsonb) as c(kind text, subject text, dids text[], zone text, data jsonb)`;

/**
 * Records changes in the transaction that makes them. Call it after the subjects' rows or DIDs are locked, because changes
 * of one subject are published in the order of their inserts.
 */
export async function recordChanges(tx: Transaction, changes: readonly RecordedChange[]): Promise<void> {
  if (changes.length > 0) await tx.execute(statement(INSERT, [JSON.stringify(changes)]));
}

/** Records one change. `recordChanges` records several. */
export const recordChange = (tx: Transaction, change: RecordedChange): Promise<void> => recordChanges(tx, [change]);
