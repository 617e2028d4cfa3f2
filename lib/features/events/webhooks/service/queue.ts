import { and, eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { type WebhookDeliveryRow, webhookDeliveries, webhooks } from "@/lib/database/schema/webhooks";
import type { ChangeKind } from "@/lib/features/events/schema";
import { readChanges, readHead } from "@/lib/features/events/service/read-changes";
import type { StoredChange } from "@/lib/features/events/view";
import type { DeliveryAttempt } from "../schema";
import { type LeasedWebhook, stillLeased } from "./lease";

/** Most changes per read, and most that wait for one subscription. Further changes wait in the feed. */
const READ_AT_ONCE = 500;
const MAX_WAITING = 10_000;

type Db = Pick<Context, "db">;
/** A delivery that has not succeeded yet. */
export type WaitingDelivery = Pick<WebhookDeliveryRow, "seq" | "attempts" | "subject">;

/** Returns where to continue in the feed, also after a pause or a restored backup. */
async function placeOf({ db }: Db, { epoch, scanned }: LeasedWebhook) {
  const { head, oldest, ...feed } = await readHead(db);
  // A backup contains the subscriptions too, so `scanned` still counts in the epoch after a restore.
  const after = Math.min(Math.max(scanned, oldest - 1), head);
  return { head, after, isMoved: feed.epoch !== epoch || after !== scanned, epoch: feed.epoch };
}

/**
 * Reads further in the feed, and stores a waiting delivery for each change that matches the filters.
 * @returns `more` if the feed has further changes, `all read` if not, `full` if too many deliveries wait, so nothing
 * was read
 */
export async function queueChanges({ db }: Db, webhook: LeasedWebhook): Promise<"all read" | "more" | "full"> {
  const { head, after, isMoved, epoch } = await placeOf({ db }, webhook);
  if (after >= head && !isMoved) return "all read";
  const waiting = await db.$count(
    webhookDeliveries,
    and(eq(webhookDeliveries.webhookId, webhook.id), sql`${webhookDeliveries.deliveredAt} is null`),
  );
  if (waiting >= MAX_WAITING) return "full";
  const until = Math.min(head, after + READ_AT_ONCE);
  const { kinds, dids, zones } = webhook;
  const filters = {
    kinds: (kinds as ChangeKind[] | null) ?? undefined,
    dids: dids ?? undefined,
    zones: zones ?? undefined,
  };
  const found = until > after ? await readChanges(db, { after, until, limit: READ_AT_ONCE, ...filters }) : [];
  await db.transaction(async (tx) => {
    const due = found.length > 0 ? { dueAt: sql`least(${webhooks.dueAt}, now())` } : {};
    const moved = await tx
      .update(webhooks)
      .set({ epoch, scanned: until, ...due })
      .where(stillLeased(webhook))
      .returning({ id: webhooks.id });
    if (moved.length === 0 || found.length === 0) return;
    const rows = found.map(({ seq, kind, subject }) => ({ webhookId: webhook.id, seq, kind, subject }));
    // After a replay, a delivered change waits again.
    await tx
      .insert(webhookDeliveries)
      .values(rows)
      .onConflictDoUpdate({
        target: [webhookDeliveries.webhookId, webhookDeliveries.seq],
        set: {
          attempts: 0,
          dueAt: sql`now()`,
          deliveredAt: null,
          kind: sql`excluded.kind`,
          subject: sql`excluded.subject`,
        },
      });
  });
  Object.assign(webhook, { epoch, scanned: until });
  return until < head ? "more" : "all read";
}

/**
 * Finds due deliveries. Only the oldest waiting one of each subject counts, so a failure delays only its own subject.
 * @param busy subjects that have a delivery in flight
 */
export async function findDue({ db }: Db, { id }: LeasedWebhook, busy: readonly string[], limit: number) {
  const rows = await db.execute<{ seq: string; attempts: number; subject: string }>(sql`
    select seq, attempts, subject from (
      select distinct on (subject) seq, attempts, subject, due_at from webhook_deliveries
      where webhook_id = ${id} and delivered_at is null order by subject, seq) as first
    where due_at <= now() ${
      busy.length === 0
        ? sql``
        : sql`and subject not in (${sql.join(
            busy.map((subject) => sql`${subject}`),
            sql`, `,
          )})`
    }
    order by seq limit ${limit}`);
  return rows.map(({ seq, ...row }): WaitingDelivery => ({ ...row, seq: Number(seq) }));
}

/** Reads the change of a delivery. @returns undefined if it has expired */
export async function readChange({ db }: Db, seq: number): Promise<StoredChange | undefined> {
  const [change] = await readChanges(db, { after: seq - 1, until: seq, limit: 1 });
  return change;
}

const oneOf = ({ id }: LeasedWebhook, { seq }: WaitingDelivery) =>
  and(eq(webhookDeliveries.webhookId, id), eq(webhookDeliveries.seq, seq));

const isMine = (webhook: LeasedWebhook) => sql`exists (select from ${webhooks} where ${stillLeased(webhook)})`;

/** Stores the result of an attempt. @param pauseMilliseconds until the next one; null if it was delivered */
export async function storeAttempt(
  { db, clock }: Pick<Context, "db" | "clock">,
  webhook: LeasedWebhook,
  delivery: WaitingDelivery,
  { status, error, milliseconds }: DeliveryAttempt,
  pauseMilliseconds: number | null,
): Promise<void> {
  const next =
    pauseMilliseconds === null
      ? { deliveredAt: clock() }
      : { dueAt: sql`now() + make_interval(secs => ${pauseMilliseconds / 1_000})` };
  await db
    .update(webhookDeliveries)
    .set({ attempts: delivery.attempts + 1, lastAt: clock(), status, error, milliseconds, ...next })
    .where(and(oneOf(webhook, delivery), isMine(webhook)));
}

/** Deletes a delivery whose change has expired. */
export async function dropDelivery({ db }: Db, webhook: LeasedWebhook, delivery: WaitingDelivery): Promise<void> {
  await db.delete(webhookDeliveries).where(and(oneOf(webhook, delivery), isMine(webhook)));
}

/**
 * Stores when the next delivery is due. Only the oldest waiting one of each subject counts.
 * @returns the milliseconds until then; null if none is waiting
 */
export async function storeNextDue({ db }: Db, webhook: LeasedWebhook): Promise<number | null> {
  const [row] = await db.execute<{ milliseconds: number | null }>(sql`
    with firsts as (
      select distinct on (subject) due_at from webhook_deliveries
      where webhook_id = ${webhook.id} and delivered_at is null order by subject, seq),
    next as (select min(due_at) as due_at from firsts)
    update webhooks set due_at = next.due_at from next
    where ${stillLeased(webhook)}
    returning extract(epoch from next.due_at - now())::float8 * 1000 as milliseconds`);
  return row?.milliseconds ?? null;
}
