import { sql } from "drizzle-orm";
import type { Transaction } from "./open";
import { statement } from "./statement";

/**
 * The advisory locks. The numbers are arbitrary, but each stays the same for ever: another instance may run an older
 * build. The function `number_changes` of the database has 7041779.
 */
const LOCKS = {
  /** Starting instances take turns. */
  startup: 7_041_776,
  /** The text index of anchors. Erased words are not indexed again. */
  anchorTexts: 7_041_777,
  /** Naming a successor. Without it, two concurrent calls could each add half of a loop. */
  successors: 7_041_780,
  /** Records that an earlier build copied become listed. */
  listings: 7_041_803,
  /** Webhooks are counted, and added or confirmed. */
  webhookCounts: 7_041_802,
  /** Changes after which an owner must remain. */
  operators: 7_041_805,
  /** Redactions take turns. */
  redactions: 7_041_804,
};

/** Classes of advisory locks on texts. They never collide with the locks that have one number. */
const CLASSES = {
  dids: 7_041_778,
  organisations: 7_041_779,
  /** Parties whose reports are counted. */
  reporters: 5_128_611,
};

/** Takes a lock until the transaction ends. */
export async function lock(tx: Transaction, name: keyof typeof LOCKS): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCKS[name]})`);
}

/** Locks a text until the transaction ends. */
export async function lockText(tx: Transaction, name: keyof typeof CLASSES, text: string): Promise<void> {
  await tx.execute(statement("select pg_advisory_xact_lock($1, hashtext($2))", [CLASSES[name], text]));
}

/**
 * Locks texts until the transaction ends, and skips those that another transaction has locked. It never waits, so the
 * order of the texts does not matter.
 * @returns the locked texts
 */
export async function tryLockTexts(
  tx: Transaction,
  name: keyof typeof CLASSES,
  texts: readonly string[],
): Promise<Set<string>> {
  const text = "select text from unnest($2::text[]) as text where pg_try_advisory_xact_lock($1, hashtext(text))";
  const rows = await tx.execute<{ text: string }>(statement(text, [CLASSES[name], texts]));
  return new Set(rows.map((row) => row.text));
}

/** Locks the hash of a name, of 64 bits, until the transaction ends. */
export async function lockHash(tx: Transaction, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}
