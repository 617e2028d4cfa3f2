import { ApiError } from "@/lib/http/client";

const LONGEST_PAUSE_MILLISECONDS = 30_000;

/** Returns whether the same call may succeed later: there was no response, or one with the status 429 or 5xx. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof ApiError) return error.status === 429 || error.status >= 500;
  // `fetch` throws a TypeError if a connection fails. Reading throws one of these if the connection was closed.
  return error instanceof TypeError || (error instanceof DOMException && error.name === "AbortError");
}

/** Waits until the time is over or the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", done);
  });
}

/** Returns the pause after a number of failures, in milliseconds. A random part spreads clients that failed at once. */
export function backoff(firstMilliseconds: number, failures: number): number {
  return Math.min(firstMilliseconds * 2 ** failures, LONGEST_PAUSE_MILLISECONDS) * (0.5 + Math.random() / 2);
}

/** Returns the pause before a new attempt, in milliseconds: as `Retry-After` says, else growing with the failures. */
export function retryPause(error: unknown, firstMilliseconds: number, failures: number): number {
  const seconds = error instanceof ApiError ? error.retryAfterSeconds : undefined;
  return seconds === undefined ? backoff(firstMilliseconds, failures) : seconds * 1_000;
}
