import { LRUCache } from "lru-cache";
import { ServiceError } from "@/lib/foundation/errors";

const WINDOW_MILLISECONDS = 60_000;
const MAX_LOOKS = 10;
/** The limit for all of them together, in this process. */
const MAX_AT_ONCE = 20;

const recent = new LRUCache<string, number[]>({ max: 10_000 });
let atOnce = 0;

/**
 * Runs a check that a caller asked for. It sends requests to a host of the caller's choice, so the number for each
 * subject is limited.
 * @param checked its kind, for the error, and the id of its subject
 * @throws ServiceError `rateLimited` beyond ten a minute for one subject; `overloaded` if too many are running
 */
export async function withinAllowance<T>(
  { what, of }: { what: "domain" | "claim"; of: string },
  now: Date,
  look: () => Promise<T>,
): Promise<T> {
  const subject = `${what} ${of}`;
  const since = now.getTime() - WINDOW_MILLISECONDS;
  const times = (recent.get(subject) ?? []).filter((time) => time > since);
  const [first = 0] = times;
  if (times.length >= MAX_LOOKS) {
    const retryAfterSeconds = Math.max(1, Math.ceil((first - since) / 1_000));
    throw new ServiceError("rateLimited", `A ${what} may be checked ${MAX_LOOKS} times a minute.`, {
      retryAfterSeconds,
    });
  }
  if (atOnce >= MAX_AT_ONCE)
    throw new ServiceError("overloaded", `Too many ${what}s are being checked at the moment. Try again later.`);
  recent.set(subject, [...times, now.getTime()]);
  atOnce += 1;
  try {
    return await look();
  } finally {
    atOnce -= 1;
  }
}
