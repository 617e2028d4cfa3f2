import { notify, receivesNotifications, subscribe } from "@/lib/database/bus";
import { openDatabase } from "@/lib/database/open";
import { type Loop, startLoop } from "@/lib/foundation/loop";
import { NUMBERED_TOPIC } from "../topics";
import { readHead } from "./read-changes";

/** How often the feed's head is read: with notifications of other instances, and without them. */
const RECHECK_MILLISECONDS = 5_000;
const POLL_MILLISECONDS = 100;
const FAILED_MILLISECONDS = 1_000;

let followers = 0;
let loop: Loop | undefined;
let known = -1;

/** Follows the head, and notifies followers if it differs from the last one read here. This covers lost notifications. */
function startChecks(): Loop {
  const pass = async () => {
    const pause = (await receivesNotifications()) ? RECHECK_MILLISECONDS : POLL_MILLISECONDS;
    const { head } = await readHead(openDatabase());
    if (head !== known) notify(NUMBERED_TOPIC);
    known = head;
    return pause;
  };
  const pauses = { firstMilliseconds: POLL_MILLISECONDS, idleMilliseconds: FAILED_MILLISECONDS };
  return startLoop({ pass, ...pauses, failed: "feed_head_unread" });
}

/**
 * Calls `wake` whenever the feed may have new numbered changes. It is only a hint to read; there may be none. One loop
 * serves all followers of the process.
 * @returns a function that ends this
 */
export function onNumbered(wake: () => void): () => void {
  const unsubscribe = subscribe(NUMBERED_TOPIC, wake);
  followers += 1;
  loop ??= startChecks();
  let isEnded = false;
  return () => {
    if (isEnded) return;
    isEnded = true;
    unsubscribe();
    followers -= 1;
    if (followers > 0) return;
    void loop?.stop();
    loop = undefined;
  };
}
