import { setMaxListeners } from "node:events";
import { systemContext } from "@/lib/authority/context";
import { openDatabase } from "@/lib/database/open";
import { onNumbered } from "@/lib/features/events/service/follow-changes";
import { log } from "@/lib/foundation/log";
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
  let isLooking = false;
  let looking: Promise<void> | undefined;
  let isWoken = false;

  /** Leases subscriptions that have work, until none is left or this instance has its maximum. */
  async function take(): Promise<void> {
    const ctx = systemContext(openDatabase());
    while (!ended.signal.aborted && running.size < MAX_AT_ONCE) {
      const webhook = await leaseWebhook(ctx);
      if (!webhook) return;
      const run = runWebhook(ctx, webhook, send, ended.signal)
        .catch((error: unknown) => log().warn({ event: "webhook_failed", error: String(error) }))
        .finally(() => {
          running.delete(run);
          look();
        });
      running.add(run);
    }
  }

  function look(): void {
    isWoken = true;
    if (!isLooking) looking = takeAll();
  }

  async function takeAll(): Promise<void> {
    isLooking = true;
    try {
      while (isWoken && isReady() && !ended.signal.aborted) {
        isWoken = false;
        await take();
      }
    } catch (error) {
      log().warn({ event: "webhooks_unread", error: String(error) });
    } finally {
      isLooking = false;
    }
  }

  const unfollow = onNumbered(look);
  const timer = setInterval(look, LOOK_MILLISECONDS);
  timer.unref();
  return async () => {
    unfollow();
    clearInterval(timer);
    ended.abort();
    // It may be about to lease another one.
    await looking;
    await Promise.all(running);
  };
}
