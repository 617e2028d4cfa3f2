import { ServiceError } from "@/lib/foundation/errors";
import type { Caller } from "@/lib/identity/permissions";

const RETRY_SECONDS = 10;

/** Whether a pack is being made, for callers without a token and for the others. So strangers never block members. */
const busy = { anyone: false, member: false };

/**
 * Takes the turn to make a pack until the signal is aborted.
 * @throws ServiceError `rateLimited` while another pack is being made
 */
export function takeTurn({ kind }: Caller, signal: AbortSignal): void {
  const who = kind === "anonymous" ? "anyone" : "member";
  signal.throwIfAborted();
  if (busy[who]) {
    const message = "One evidence pack is made at a time, and another is being made now. Try again later.";
    throw new ServiceError("rateLimited", message, { retryAfterSeconds: RETRY_SECONDS });
  }
  busy[who] = true;
  signal.addEventListener(
    "abort",
    () => {
      busy[who] = false;
    },
    { once: true },
  );
}
