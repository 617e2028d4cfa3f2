import { isDatabaseError } from "@/lib/db/errors";
import { ServiceError } from "@/lib/errors";

/** What came of a check. */
export interface Outcome {
  ok: boolean;
  durationMilliseconds: number;
  /** What there is to say: why it failed, or what was found. Public. */
  message: string | undefined;
}

/** What the parts below say themselves is not for strangers. */
function sentenceOn(error: unknown): string {
  if (error instanceof ServiceError && error.message !== "") return error.message;
  return isDatabaseError(error) ? "The database does not answer as it should." : "It failed.";
}

const LATE = Symbol("late");

/** Runs a check; one that hangs is a failed one. @param work answers with what there is to say, if anything */
export async function outcomeOf(work: () => Promise<unknown>, deadlineMilliseconds: number): Promise<Outcome> {
  const startedAt = performance.now();
  const outcome = (ok: boolean, message: unknown): Outcome => ({
    ok,
    durationMilliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
    message: typeof message === "string" ? message : undefined,
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, deadlineMilliseconds, LATE);
  });
  try {
    const said = await Promise.race([work(), late]);
    if (said === LATE) return outcome(false, `It did not answer within ${deadlineMilliseconds} ms.`);
    return outcome(true, said);
  } catch (error) {
    return outcome(false, sentenceOn(error));
  } finally {
    clearTimeout(timer);
  }
}
