import { setMaxListeners } from "node:events";
import { systemContext } from "@/lib/authority/context";
import { openDatabase } from "@/lib/database/open";
import { onNumbered } from "@/lib/features/events/service/follow-changes";
import { log } from "@/lib/foundation/log";
import { startLoop } from "@/lib/foundation/loop";
import { reasonOf } from "@/lib/foundation/reason";
import { type SendOutside, sendOutside } from "./deliver";
import { leaseWebhook } from "./lease";
import { runWebhook } from "./run-webhook";

/** How often to look for due retries, and for subscriptions with an expired lease. */
const LOOK_MILLISECONDS = 1_000;
/** Most subscriptions that one instance leases at once. */
const MAX_AT_ONCE = 64;

/**
 * Delivers webhooks while the process runs. All instances do, but only one at a time has the lease of a subscription.
 * @param isReady whether the database is prepared
 * @param send sends a request to a receiver
 * @returns a function that stops it, and resolves after all leases have ended
 */
export function startWebhooks(isReady: () => boolean, send: SendOutside = sendOutside): () => Promise<void> {
  const ended = new AbortController();
  // Each delivery in flight adds a listener.
  setMaxListeners(0, ended.signal);
  const running = new Set<Promise<void>>();

  /** Leases subscriptions that have work, until none is left or this instance has its maximum. */
  async function take(): Promise<undefined> {
    const ctx = systemContext(openDatabase());
    while (isReady() && !ended.signal.aborted && running.size < MAX_AT_ONCE) {
      const webhook = await leaseWebhook(ctx);
      if (!webhook) return;
      const run = runWebhook(ctx, webhook, send, ended.signal)
        .catch((error: unknown) => log().warn({ event: "webhook_failed", error: reasonOf(error) }))
        .finally(() => {
          running.delete(run);
          loop.wake();
        });
      running.add(run);
    }
  }

  const loop = startLoop({ pass: take, idleMilliseconds: LOOK_MILLISECONDS, failed: "webhooks_unread" });
  const unfollow = onNumbered(() => loop.wake());
  return async () => {
    unfollow();
    ended.abort();
    // It may be about to lease another one.
    await loop.stop();
    await Promise.all(running);
  };
}
