import { and, asc, eq, gt, isNull, or } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { openSecret, sealingKey, sealSecret, secretKeys } from "@/lib/authority/sealed-secrets";
import { webhooks } from "@/lib/database/schema/webhooks";

const PAGE = 100;
const isLater = (end: Date | null, now: Date) => end !== null && end > now;
const NO_FORMER = { previousSecret: null, previousUntil: null } as const;

/**
 * Encrypts stored secrets again with the current key, once no instance has only the previous key. Also those of earlier
 * builds, which have no key's id. A former secret that signs no longer and cannot be
 * decrypted is deleted. Several instances may do it at once.
 * @returns how many subscriptions
 */
export async function resealSecrets({ db, clock }: Pick<Context, "db" | "clock">): Promise<number> {
  const keys = await secretKeys(db);
  const key = await sealingKey(db);
  if (key !== keys.present) return 0;
  const { id, secret, previousSecret, previousUntil, sealedWith } = webhooks;
  const now = clock();
  const isOld = or(isNull(sealedWith), keys.previous && eq(sealedWith, keys.previous.kid));
  let sealed = 0;
  for (let last: string | undefined, isDone = false; !isDone; ) {
    const rows = await db
      .select({ id, secret, previousSecret, previousUntil })
      .from(webhooks)
      .where(and(isOld, last === undefined ? undefined : gt(id, last)))
      .orderBy(asc(id))
      .limit(PAGE);
    for (const row of rows) {
      const again = (bytes: Uint8Array) => {
        const text = openSecret(keys, row.id, bytes);
        return text === null ? null : sealSecret(key, row.id, text);
      };
      const present = again(row.secret);
      // Left as it is: another instance may have its key, or its next delivery disables it.
      if (present === null) continue;
      const former = row.previousSecret && again(row.previousSecret);
      // The former secret of a rotation still signs, perhaps on an instance that has its key.
      if (row.previousSecret && !former && isLater(row.previousUntil, now)) continue;
      const isUnchanged = and(eq(id, row.id), eq(secret, row.secret));
      const done = await db
        .update(webhooks)
        .set({ secret: present, sealedWith: key.kid, ...(former ? { previousSecret: former } : NO_FORMER) })
        .where(isUnchanged)
        .returning({ id });
      sealed += done.length;
    }
    last = rows.at(-1)?.id;
    isDone = rows.length < PAGE;
  }
  return sealed;
}
