import type { SQL } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { webhooks } from "@/lib/database/schema/webhooks";
import { actorName } from "@/lib/identity/permissions";
import { appendAllWithin, COUNCIL_LOG } from "@/lib/ledger/append";

/** Removes the subscriptions that match, with their deliveries, and logs each. @returns how many it removed */
export async function removeWebhooks(ctx: Context, tx: Transaction, which: SQL): Promise<number> {
  const removed = await tx.delete(webhooks).where(which).returning({ id: webhooks.id, host: webhooks.host });
  const acts = removed.map(({ id, host }) => ({
    kind: "webhook.removed",
    actor: actorName(ctx.caller),
    subject: `webhook:${id}`,
    details: { host },
  }));
  await appendAllWithin(tx, COUNCIL_LOG, acts, ctx.clock());
  return removed.length;
}
