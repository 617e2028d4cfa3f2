import { setTimeout as sleep } from "node:timers/promises";
import { conflictsWithOthers, isPassing, remedyFor } from "@/lib/database/errors";
import { ServiceError } from "@/lib/foundation/errors";
import { log } from "@/lib/foundation/log";
import { Explained, reasonOf } from "@/lib/foundation/reason";
import { prepareDatabase } from "./prepare";

const RETRY_MILLISECONDS = 1_000;

/** How the preparation of the database goes. */
export interface Preparation {
  /** Why it is not done yet, in one line; null: it is done. */
  waitsFor: string | null;
  /** Resolves when it is done, to the operator's token if this start created it. Rejects if a retry is useless. */
  done: Promise<string | null>;
}

/** A wrong clock, too many writes, and another start that went first also pass. */
const mayPass = (error: unknown) =>
  isPassing(error) ||
  conflictsWithOthers(error) ||
  (error instanceof ServiceError && error.retryAfterSeconds !== undefined);

/** Returns an error with a sentence for the operator, if only a person can correct the database. */
function explained(error: unknown): unknown {
  if (remedyFor(error) !== "permanent") return error;
  return new Explained(`The database refuses: ${reasonOf(error)}. npm run doctor says more.`, { cause: error });
}

/**
 * Prepares the database. If that fails for now, it tries again in the background, so the service can start without it.
 * @throws the error, if only a person can correct it
 */
export async function beginPreparing(prepare = prepareDatabase, pause = RETRY_MILLISECONDS): Promise<Preparation> {
  let logged: string | undefined;
  const attempt = async (): Promise<Preparation> => {
    try {
      const { operatorToken } = await prepare();
      return { waitsFor: null, done: Promise.resolve(operatorToken) };
    } catch (error) {
      if (!mayPass(error)) throw explained(error);
      const reason = reasonOf(error);
      if (reason !== logged) {
        log().warn({ event: "prepare", error: reason }, "the database is not ready; trying again");
      }
      logged = reason;
      const done = sleep(pause).then(async () => (await attempt()).done);
      // The caller may look at it only later.
      done.catch(() => {});
      return { waitsFor: reason, done };
    }
  };
  return attempt();
}
