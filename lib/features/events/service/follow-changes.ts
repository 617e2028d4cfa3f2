import { notify, receivesNotifications, subscribe } from "@/lib/database/bus";
import { openDatabase } from "@/lib/database/open";
import { log } from "@/lib/foundation/log";
import { NUMBERED_TOPIC } from "../topics";
import { readHead } from "./read-changes";

/** How often the feed's head is read: with notifications of other instances, and without them. */
const RECHECK_MILLISECONDS = 5_000;
const POLL_MILLISECONDS = 100;

let followers = 0;
let timer: NodeJS.Timeout | undefined;
/** Number of times that a first follower came. A check that began before the last time does not continue. */
let generation = 0;
let known = -1;

/**
 * Reads the head, and notifies followers if it differs from the last one read here. This covers lost notifications. One
 * timer serves all followers of the process.
 */
async function checkHead(begun: number): Promise<void> {
  let pause = RECHECK_MILLISECONDS;
  try {
    if (!(await receivesNotifications())) pause = POLL_MILLISECONDS;
    const { head } = await readHead(openDatabase());
    if (head !== known) notify(NUMBERED_TOPIC);
    known = head;
  } catch (error) {
    log().warn({ event: "feed_head_unread", error: String(error) });
  }
  if (followers > 0 && begun === generation) timer = setTimeout(() => void checkHead(begun), pause).unref();
}

/**
 * Calls `wake` whenever the feed may have new numbered changes. It is only a hint to read; there may be none.
 * @returns a function that ends this
 */
export function onNumbered(wake: () => void): () => void {
  const unsubscribe = subscribe(NUMBERED_TOPIC, wake);
  followers += 1;
  if (followers === 1) {
    generation += 1;
    const begun = generation;
    clearTimeout(timer);
    timer = setTimeout(() => void checkHead(begun), POLL_MILLISECONDS).unref();
  }
  let isEnded = false;
  return () => {
    if (isEnded) return;
    isEnded = true;
    unsubscribe();
    followers -= 1;
    if (followers === 0) clearTimeout(timer);
  };
}
