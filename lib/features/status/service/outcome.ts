import { isDatabaseError } from "@/lib/database/errors";
import { NoAnswer, withDeadline } from "@/lib/foundation/deadline";
import { ServiceError } from "@/lib/foundation/errors";

export interface CheckOutcome {
  ok: boolean;
  durationMilliseconds: number;
  /** A public text: the cause of a failure, or what was found. */
  message: string | undefined;
}

/** Returns a public message for an error, because the error texts of lower layers are not public. */
function sentenceOn(error: unknown): string {
  if (error instanceof ServiceError && error.message !== "") return error.message;
  return isDatabaseError(error) ? "The database does not respond correctly." : "It failed.";
}

/** Runs a check. A check that hangs counts as failed. @param work returns a text, if any */
export async function outcomeOf(work: () => Promise<unknown>, deadlineMilliseconds: number): Promise<CheckOutcome> {
  const startedAt = performance.now();
  const outcome = (ok: boolean, message: unknown): CheckOutcome => ({
    ok,
    durationMilliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
    message: typeof message === "string" ? message : undefined,
  });
  try {
    return outcome(true, await withDeadline(work(), deadlineMilliseconds));
  } catch (error) {
    const isLate = error instanceof NoAnswer && error.milliseconds === deadlineMilliseconds;
    return outcome(false, isLate ? `It did not respond within ${deadlineMilliseconds} ms.` : sentenceOn(error));
  }
}
