import { and, arrayContains, eq, isNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { OVERLAP_SECONDS, previousKey, UNUSED_SECONDS } from "@/lib/authority/key-change";
import { type AddedKey, signingKey } from "@/lib/authority/keys";
import { lock } from "@/lib/database/locks";
import type { Database, Reader, Transaction } from "@/lib/database/open";
import { keyUses, signingKeys } from "@/lib/database/schema/trust";
import { recordChange } from "@/lib/features/events/record-change";
import { settings } from "@/lib/foundation/env";
import { ANCHOR_LOG, appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { lockHead, readHead } from "@/lib/ledger/head";

/** Tells subscribers and the council's log about a key of this service, in the transaction that changes it. */
async function tell(tx: Transaction, now: Date, kind: "key.added" | "key.retired", kid: string, said: object) {
  const subject = `key:${kid}`;
  const details = { ...said };
  await recordChange(tx, { kind, subject, dids: [], data: details });
  await appendWithin(tx, COUNCIL_LOG, { kind, actor: "system", subject, details }, now);
}

/** Announces a key that follows an earlier one of its purpose, so verifiers know it before the earlier one ends. */
export const announceKey = ({ clock }: Pick<Context, "clock">, tx: Transaction, { kid, purpose }: AddedKey) =>
  tell(tx, clock(), "key.added", kid, { purpose });

const unusedFor = (seconds: number): SQL => lt(keyUses.seenAt, sql`now() - make_interval(secs => ${seconds})`);

/**
 * Returns the condition for keys of the logs that end now: the previous key, a day after the last instance that had only that
 * one; and older keys that this instance does not have, once no instance uses them. A newer key never ends so, because
 * its first instance may have been stopped again.
 */
async function isDue(db: Database): Promise<SQL | undefined> {
  const present = await signingKey(db, settings().SIGNING_KEY, "log");
  const previous = await previousKey(db, "log");
  const { kid, createdAt } = signingKeys;
  const isOlder = lt(createdAt, sql`(select created_at from signing_keys where kid = ${present.kid})`);
  const isOther = previous ? ne(kid, previous.kid) : undefined;
  return and(
    arrayContains(signingKeys.purposes, ["log"]),
    isNull(signingKeys.lastSize),
    ne(kid, present.kid),
    or(
      previous && and(eq(kid, previous.kid), unusedFor(OVERLAP_SECONDS + UNUSED_SECONDS)),
      and(isOther, isOlder, unusedFor(UNUSED_SECONDS)),
    ),
  );
}

const findDue = (db: Pick<Reader, "select">, isDue: SQL | undefined) =>
  db
    .select({ kid: signingKeys.kid })
    .from(signingKeys)
    .innerJoin(keyUses, eq(keyUses.kid, signingKeys.kid))
    .where(isDue)
    .orderBy(signingKeys.createdAt);

/**
 * Retires keys of the logs that no instance signs with any more. Verifiers then refuse their signature on a
 * checkpoint beyond the present sizes, so a stolen key proves nothing new.
 * @returns how many
 */
export async function retireKeys({ db, clock }: Context): Promise<number> {
  const due = await isDue(db);
  if ((await findDue(db, due)).length === 0) return 0;
  return db.transaction(async (tx) => {
    // An instance that records a use of such a key either comes first, or then reads its retirement.
    await lock(tx, "startup");
    const keys = await findDue(tx, due).for("update", { of: keyUses });
    for (const { kid } of keys) {
      const heads = [await readHead(tx, ANCHOR_LOG), await lockHead(tx, COUNCIL_LOG)];
      const lastSize = Object.fromEntries(heads.map(({ origin, tree }) => [origin, tree.size]));
      await tx.update(signingKeys).set({ lastSize }).where(eq(signingKeys.kid, kid));
      await tell(tx, clock(), "key.retired", kid, { purpose: "log", last_size: lastSize });
    }
    return keys.length;
  });
}
