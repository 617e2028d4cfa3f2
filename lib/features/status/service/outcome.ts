import { isDatabaseError } from "@/lib/database/errors";
import { ServiceError } from "@/lib/foundation/errors";

/** The result of a check. */
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

const LATE = Symbol("late");

/** Runs a check. A check that hangs counts as failed. @param work returns a text, if any */
export async function outcomeOf(work: () => Promise<unknown>, deadlineMilliseconds: number): Promise<CheckOutcome> {
  const startedAt = performance.now();
  const outcome = (ok: boolean, message: unknown): CheckOutcome => ({
    ok,
    durationMilliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
    message: typeof message === "string" ? message : undefined,
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, deadlineMilliseconds, LATE);
  });
  try {
    const text = await Promise.race([work(), late]);
    if (text === LATE) return outcome(false, `It did not respond within ${deadlineMilliseconds} ms.`);
    return outcome(true, text);
  } catch (error) {
    return outcome(false, sentenceOn(error));
  } finally {
    clearTimeout(timer);
  }
}
