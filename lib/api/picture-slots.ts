import { ServiceError } from "@/lib/errors";

/**
 * Drawing blocks the thread, so it gets at most a fifth of the time: after each picture there is a pause of four times
 * its duration.
 */
const REST_FACTOR = 4;
/** The first picture takes a second, because it loads the library. */
const LONGEST_REST_MILLISECONDS = 400;
const MAX_WAITING = 8;
export const RETRY_SECONDS = 5;

let waiting = 0;
let turn: Promise<void> = Promise.resolve();

/**
 * Draws pictures one at a time.
 * @throws ServiceError `unavailable` if too many are waiting
 */
export async function withDrawSlot<T>(draw: () => Promise<T>): Promise<T> {
  if (waiting >= MAX_WAITING) {
    throw new ServiceError("unavailable", "Too many pictures are being drawn. Try again later.", {
      retryAfterSeconds: RETRY_SECONDS,
    });
  }
  waiting += 1;
  const before = turn;
  let leave: () => void = () => {};
  turn = new Promise((resolve) => {
    leave = resolve;
  });
  await before;
  waiting -= 1;
  const startedAt = performance.now();
  try {
    return await draw();
  } finally {
    const rest = REST_FACTOR * (performance.now() - startedAt);
    setTimeout(leave, Math.min(rest, LONGEST_REST_MILLISECONDS)).unref();
  }
}
