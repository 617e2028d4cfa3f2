import { and, eq, inArray, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { OVERLAP_SECONDS } from "@/lib/authority/key-change";
import { secretKeys } from "@/lib/authority/sealed-secrets";
import { isFree, type Leased, leasedRow, NO_LEASE, newLease, secondsFromNow } from "@/lib/database/leases";
import type { Database } from "@/lib/database/open";
import { changeFeed } from "@/lib/database/schema/change-feed";
import { keyUses } from "@/lib/database/schema/trust";
import { type WebhookRow, webhooks } from "@/lib/database/schema/webhooks";

/** After this time without a renewal, another instance takes over a subscription. */
const LEASE_SECONDS = 10;
export const RENEW_MILLISECONDS = 3_000;

export type LeasedWebhook = Leased<WebhookRow>;

/**
 * Returns the condition under which this instance leases a subscription: it has the key of its secret, or nobody has had that
 * key for a day. So during a change of keys, an instance with only one key leaves the others' subscriptions to them, and
 * a key that was removed too early can be set again.
 */
async function mayOpen(db: Database): Promise<SQL> {
  const { present, previous } = await secretKeys(db);
  const own = previous ? [present.kid, previous.kid] : [present.kid];
  const isKnown = or(isNull(webhooks.sealedWith), inArray(webhooks.sealedWith, own));
  return sql`(${isKnown} or not exists (select from ${keyUses} where ${keyUses.kid} = ${webhooks.sealedWith}
    and ${keyUses.seenAt} > now() - make_interval(secs => ${OVERLAP_SECONDS})))`;
}

/** Leases an active subscription that has changes to read or deliveries due. @returns null if none has */
export async function leaseWebhook({ db }: Pick<Context, "db">): Promise<LeasedWebhook | null> {
  const isOpen = await mayOpen(db);
  const hasWork = sql`(${webhooks.dueAt} <= now() or exists (
    select from ${changeFeed} where ${changeFeed.head} > ${webhooks.scanned} or ${changeFeed.epoch} <> ${webhooks.epoch}))`;
  const next = db
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(eq(webhooks.state, "active"), lte(webhooks.lookAt, sql`now()`), isFree(webhooks), hasWork, isOpen))
    .orderBy(webhooks.lookAt)
    .limit(1)
    .for("update", { skipLocked: true });
  const isNext = sql`${webhooks.id} = (${next})`;
  return leasedRow(await db.update(webhooks).set(newLease(LEASE_SECONDS)).where(isNext).returning());
}

/** Returns the condition under which an instance may still store results. */
export const stillLeased = ({ id, lease }: LeasedWebhook): SQL =>
  sql`${and(eq(webhooks.id, id), eq(webhooks.lease, lease), eq(webhooks.state, "active"))}`;

/** Reads a subscription again. @returns undefined if it was paused or removed, or if another instance has the lease */
export async function readLeased({ db }: Pick<Context, "db">, webhook: LeasedWebhook): Promise<WebhookRow | undefined> {
  const [row] = await db.select().from(webhooks).where(stillLeased(webhook));
  return row;
}

/** Renews a lease. @returns false if the subscription was paused or removed, or if another instance has the lease */
export async function keepLease({ db }: Pick<Context, "db">, webhook: LeasedWebhook): Promise<boolean> {
  const kept = await db
    .update(webhooks)
    .set({ leasedUntil: secondsFromNow(LEASE_SECONDS) })
    .where(stillLeased(webhook))
    .returning({ id: webhooks.id });
  return kept.length > 0;
}

/** Ends a lease. @param pauseSeconds how long no instance may lease the subscription again */
export async function releaseWebhook(
  { db }: Pick<Context, "db">,
  { id, lease }: LeasedWebhook,
  pauseSeconds = 0,
): Promise<void> {
  await db
    .update(webhooks)
    .set({ ...NO_LEASE, lookAt: secondsFromNow(pauseSeconds) })
    .where(and(eq(webhooks.id, id), eq(webhooks.lease, lease)));
}

/** Stops a subscription's deliveries until its owner resumes or replays it. */
export async function disableWebhook(
  { db }: Pick<Context, "db">,
  webhook: LeasedWebhook,
  reason: string,
  where?: SQL,
): Promise<void> {
  await db
    .update(webhooks)
    .set({ state: "disabled", reason, ...NO_LEASE })
    .where(and(stillLeased(webhook), where));
}

/** Stops the deliveries of a subscription whose secret cannot be decrypted, unless another instance may have its key. */
export async function disableUnreadable({ db }: Pick<Context, "db">, webhook: LeasedWebhook): Promise<void> {
  const reason = "Its secret cannot be decrypted, because the key of this service has changed. Rotate the secret.";
  await disableWebhook({ db }, webhook, reason, await mayOpen(db));
}
