import type { Context } from "@/lib/authority/context";
import { onNumbered } from "@/lib/features/events/service/follow-changes";
import { viewChange } from "@/lib/features/events/view";
import { reasonOf } from "@/lib/foundation/reason";
import { outgoingOwner } from "@/lib/outgoing/owner";
import { places } from "@/lib/outgoing/places";
import { messageOf, retryPauseMilliseconds } from "../rules";
import { deliver, type SendOutside } from "./deliver";
import {
  disableUnreadable,
  disableWebhook,
  keepLease,
  type LeasedWebhook,
  RENEW_MILLISECONDS,
  readLeased,
  releaseWebhook,
} from "./lease";
import { mayReceive } from "./may-receive";
import {
  dropDelivery,
  findDue,
  queueChanges,
  readChange,
  storeAttempt,
  storeNextDue,
  type WaitingDelivery,
} from "./queue";
import { receiverOf } from "./receiver";

/** The maximum number of deliveries in flight for one subscription. Each has a different subject. */
const MAX_IN_FLIGHT = 8;
/** How soon a subscription is checked again if its owner may not receive now. */
const OWNER_CHECK_SECONDS = 15;
const ERROR_PAUSE_SECONDS = 5;
/** The longest run of a subscription. Then others get their turn, even if more deliveries are due. */
const MAX_RUN_MILLISECONDS = 20_000;
const GONE = 410;

interface Run {
  ctx: Context;
  webhook: LeasedWebhook;
  send: SendOutside;
  stopSignal: AbortSignal;
  maxRunMilliseconds: number;
}

/** Makes one attempt at a delivery, and stores the result. @returns false if the run must end */
async function attempt({ ctx, webhook, send, stopSignal }: Run, delivery: WaitingDelivery): Promise<boolean> {
  const change = await readChange(ctx, delivery.seq);
  if (!change) {
    await dropDelivery(ctx, webhook, delivery);
    return true;
  }
  // Read again for each attempt, so a new secret, a pause or a removal applies to the next request.
  const current = await readLeased(ctx, webhook);
  if (!current) return false;
  const receiver = await receiverOf(ctx, current);
  if (!receiver) {
    await disableUnreadable(ctx, webhook);
    return false;
  }
  const message = messageOf(viewChange(webhook.epoch, change));
  const result = await deliver(ctx, receiver, message, send, stopSignal);
  if (stopSignal.aborted && !result.delivered) return true;
  if (result.delivered) {
    await storeAttempt(ctx, webhook, delivery, result, null);
    return true;
  }
  const pauseMilliseconds = retryPauseMilliseconds(delivery.attempts + 1, result.retryAfterSeconds, Math.random());
  await storeAttempt(ctx, webhook, delivery, result, pauseMilliseconds ?? 0);
  if (result.status === GONE) {
    await disableWebhook(ctx, webhook, "The receiver responded with 410 Gone.");
    return false;
  }
  if (pauseMilliseconds === null) {
    await disableWebhook(ctx, webhook, `A delivery failed ${delivery.attempts + 1} times. ${result.error}`);
    return false;
  }
  return true;
}

/**
 * Delivers until nothing is due, the time or the lease ends, or the process stops. Waits for deliveries in flight.
 * @returns false if an attempt failed with an error of this service
 */
async function deliverAll(run: Run): Promise<boolean> {
  const { ctx, webhook, stopSignal, maxRunMilliseconds } = run;
  const owner = await outgoingOwner(ctx.db, webhook.owner);
  const work = { kind: "delivery", owner, subject: webhook.id, hosts: [webhook.host] } as const;
  const inFlight = new Map<string, Promise<void>>();
  const ending = new AbortController();
  const mayBegin = AbortSignal.any([ending.signal, stopSignal]);
  let hasFailed = false;
  let wake = () => {};
  const start = (delivery: WaitingDelivery) => {
    const { subject } = delivery;
    const done = places
      .whenFree(work, mayBegin, () => attempt(run, delivery))
      .then((mayContinue) => {
        if (!mayContinue) ending.abort();
      })
      .catch((error: unknown) => {
        // The stop ended its wait for a place.
        if (error === mayBegin.reason) return;
        ctx.log.warn({ event: "webhook_attempt_failed", error: reasonOf(error) });
        ending.abort();
        hasFailed = true;
      })
      .finally(() => {
        inFlight.delete(subject);
        wake();
      });
    inFlight.set(subject, done);
  };
  const renew = async () => {
    const isKept = (await keepLease(ctx, webhook)) && (await mayReceive(ctx, webhook.owner));
    if (!isKept) ending.abort();
    wake();
  };
  const renewals = setInterval(() => void renew().catch(() => {}), RENEW_MILLISECONDS);
  const unfollow = onNumbered(() => wake());
  const runTimer = setTimeout(() => {
    ending.abort();
    wake();
  }, maxRunMilliseconds);
  try {
    while (!mayBegin.aborted) {
      let isWoken = false;
      const woken = new Promise<void>((resolve) => {
        wake = () => {
          isWoken = true;
          resolve();
        };
      });
      const queued = await queueChanges(ctx, webhook);
      const room = MAX_IN_FLIGHT - inFlight.size;
      const due = room > 0 ? await findDue(ctx, webhook, [...inFlight.keys()], room) : [];
      for (const delivery of due) start(delivery);
      // Woken during the queries: a subject may be free for its next delivery, or the feed may have new changes.
      if (isWoken || queued === "more") continue;
      if (inFlight.size === 0) break;
      await woken;
    }
    await Promise.all(inFlight.values());
  } finally {
    unfollow();
    clearTimeout(runTimer);
    clearInterval(renewals);
  }
  return !hasFailed;
}

/**
 * Makes the due deliveries of a leased subscription, then ends the lease.
 * @param stopSignal aborts the run; deliveries in flight are repeated by the next run
 * @param maxRunMilliseconds no delivery begins after this time
 */
export async function runWebhook(
  ctx: Context,
  webhook: LeasedWebhook,
  send: SendOutside,
  stopSignal: AbortSignal,
  maxRunMilliseconds = MAX_RUN_MILLISECONDS,
): Promise<void> {
  let pauseSeconds = 0;
  try {
    if (!(await mayReceive(ctx, webhook.owner))) {
      pauseSeconds = OWNER_CHECK_SECONDS;
      return;
    }
    const hasSucceeded = await deliverAll({ ctx, webhook, send, stopSignal, maxRunMilliseconds });
    if (!hasSucceeded) pauseSeconds = ERROR_PAUSE_SECONDS;
    const millisecondsToDue = await storeNextDue(ctx, webhook);
    // A full queue reads no changes, so there is nothing to do until the next delivery is due.
    if ((await queueChanges(ctx, webhook)) === "full") {
      pauseSeconds = Math.max(pauseSeconds, (millisecondsToDue ?? 0) / 1_000);
    }
  } catch (error) {
    pauseSeconds = ERROR_PAUSE_SECONDS;
    throw error;
  } finally {
    await releaseWebhook(ctx, webhook, pauseSeconds);
  }
}
