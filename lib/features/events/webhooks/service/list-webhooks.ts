import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { webhookDeliveries, webhooks } from "@/lib/database/schema/webhooks";
import { notFound } from "@/lib/foundation/errors";
import { cursorAfter } from "@/lib/http/cursor";
import { actorName, actsAsOperator, authorize, type Caller } from "@/lib/identity/permissions";
import type { DeliveryList, DeliveryQuery, PageQuery, Webhook, WebhookList } from "../schema";
import { viewDelivery, viewWebhook } from "../view";

export const shownWebhook = {
  webhook: webhooks,
  waiting: sql<number>`(select count(*)::int from ${webhookDeliveries}
    where ${webhookDeliveries.webhookId} = ${webhooks.id} and ${webhookDeliveries.deliveredAt} is null)`,
};

/** Returns a condition for the subscriptions that a caller may see and change: its own, or all for an operator. */
export function visibleTo(caller: Caller): SQL | undefined {
  return actsAsOperator(caller, "webhook.read") ? undefined : eq(webhooks.owner, actorName(caller));
}

/** Lists the caller's subscriptions, or all for an operator, newest first. */
export async function listWebhooks({ db, caller }: Context, { limit, cursor }: PageQuery): Promise<WebhookList> {
  authorize(caller, "webhook.read");
  const rows = await db
    .select(shownWebhook)
    .from(webhooks)
    .where(and(visibleTo(caller), cursor ? lt(webhooks.number, cursor) : undefined))
    .orderBy(desc(webhooks.number))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    webhooks: page.map(({ webhook, waiting }) => viewWebhook({ ...webhook, waiting })),
    ...(rows.length > limit && last ? { next_cursor: cursorAfter(last.webhook.number) } : {}),
  };
}

/** Shows one subscription. @throws ServiceError `notFound`, also if another owner has it */
export async function showWebhook({ db, caller }: Context, { id }: { id: string }): Promise<Webhook> {
  authorize(caller, "webhook.read");
  const [row] = await db
    .select(shownWebhook)
    .from(webhooks)
    .where(and(eq(webhooks.id, id), visibleTo(caller)));
  if (!row) throw notFound();
  return viewWebhook({ ...row.webhook, waiting: row.waiting });
}

/** Lists the deliveries of a subscription, newest first. @throws ServiceError `notFound` */
export async function listDeliveries(
  { db, caller }: Context,
  { id, limit, cursor }: DeliveryQuery,
): Promise<DeliveryList> {
  authorize(caller, "webhook.read");
  const [webhook] = await db
    .select({ epoch: webhooks.epoch })
    .from(webhooks)
    .where(and(eq(webhooks.id, id), visibleTo(caller)));
  if (!webhook) throw notFound();
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.webhookId, id), cursor ? lt(webhookDeliveries.seq, cursor) : undefined))
    .orderBy(desc(webhookDeliveries.seq))
    .limit(limit + 1);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    deliveries: page.map((row) => viewDelivery(webhook.epoch, row)),
    ...(rows.length > limit && last ? { next_cursor: cursorAfter(last.seq) } : {}),
  };
}

/** Shows one subscription with its deliveries. @throws ServiceError `notFound` */
export async function showWithDeliveries(
  ctx: Context,
  query: DeliveryQuery,
): Promise<{ webhook: Webhook; list: DeliveryList }> {
  const [webhook, list] = await Promise.all([showWebhook(ctx, query), listDeliveries(ctx, query)]);
  return { webhook, list };
}
