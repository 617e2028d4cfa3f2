import type { Transaction } from "@/lib/database/open";
import { statement } from "@/lib/database/statement";
import type { ChangeKind } from "./schema";

export interface RecordedChange {
  kind: ChangeKind;
  /** Changes of one subject are published in the order of their commits. */
  subject: string;
  /** The agents concerned. */
  dids: readonly string[];
  /** The zone of the agent, if the change concerns only one. */
  zone?: string | null;
  /** A few fields. Readers get the whole record from its own endpoint. */
  data: object;
}

const INSERT = `insert into changes (kind, subject, dids, zone, data)
  values ($1, $2, $3, $4, $5)`;

/** Returns an array in PostgreSQL's syntax. */
const arrayText = (texts: readonly string[]) => `{${texts.map((text) => JSON.stringify(text)).join(",")}}`;

/**
 * Records a change in the transaction that makes it. Call it after the subject's row or DID is locked, because changes
 * of one subject are published in the order of their inserts.
 */
export async function recordChange(tx: Transaction, change: RecordedChange): Promise<void> {
  const { kind, subject, dids, zone = null, data } = change;
  await tx.execute(statement(INSERT, [kind, subject, arrayText(dids), zone, JSON.stringify(data)]));
}
