import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { webhookDeliveries, webhooks } from "@/lib/database/schema/webhooks";
import { removeWebhooks } from "./remove-webhooks";

const KEPT_DAYS = 30;
/** Maximum number of delivered ones that are kept for a subscription, the newest. */
const MAX_KEPT = 1_000;
/** An unconfirmed subscription is deleted after this time. Then it no longer counts towards its owner's limit. */
const UNCONFIRMED_HOURS = 24;

/** Deletes old deliveries, and removes subscriptions that were never confirmed. */
export async function forgetDeliveries(ctx: Context): Promise<void> {
  const { db } = ctx;
  await db
    .delete(webhookDeliveries)
    .where(
      and(
        isNotNull(webhookDeliveries.deliveredAt),
        lt(webhookDeliveries.deliveredAt, sql`now() - make_interval(days => ${KEPT_DAYS})`),
      ),
    );
  await db.execute(sql`
    delete from webhook_deliveries as d using (
      select webhook_id, seq, row_number() over (partition by webhook_id order by seq desc) as place
      from webhook_deliveries where delivered_at is not null) as kept
    where kept.place > ${MAX_KEPT} and d.webhook_id = kept.webhook_id and d.seq = kept.seq and d.delivered_at is not null`);
  const isOld = lt(webhooks.createdAt, sql`now() - make_interval(hours => ${UNCONFIRMED_HOURS})`);
  await db.transaction((tx) => removeWebhooks(ctx, tx, sql`${eq(webhooks.state, "unconfirmed")} and ${isOld}`));
}
