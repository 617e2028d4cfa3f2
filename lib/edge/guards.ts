import type { Settings } from "@/lib/env";
import { Buckets, type Identify } from "./buckets";
import { KnownSecrets } from "./known-secrets";
import { LargeReads } from "./large-reads";
import { Renders } from "./renders";
import { SignIns } from "./sign-ins";
import { TokenBudget } from "./token-budget";
import { UnsentBytes } from "./unsent-bytes";

/** Limit per address and window of wrong secrets and running look-ups together. */
const WRONG_SECRETS = 20;
/** Look-ups of an address that may wait after that limit is reached. */
const WAITING_LOOK_UPS = 4;
/** Limit of sign-in attempts. It is enough for people, but not for programs that guess. */
export const FORM_WINDOW_SECONDS = 600;
const DAY_MILLISECONDS = 86_400_000;
/** After this time without use, a session has ended anyway. */
const SESSION_MILLISECONDS = 1_800_000;

const MEGABYTE = 1_048_576;
/** Requests of all buckets that may wait for a page. Each uses a connection and a promise. */
const WAITING_RENDERS = 100;

/** The bounds on the cost of one caller in this process. */
export interface Guards {
  buckets: Buckets;
  signIns: SignIns;
  /** Sessions of signed-in people that were recently valid. */
  sessions: KnownSecrets;
  renders: Renders;
  largeReads: LargeReads;
  unsent: UnsentBytes;
}

/** @param identify looks up a token */
export function createGuards(config: Settings, identify: Identify): Guards {
  const windowSeconds = config.RATE_LIMIT_WINDOW_SECONDS;
  const budgetOf = (seconds: number) =>
    new TokenBudget({ requests: WRONG_SECRETS, windowSeconds: seconds }, WAITING_LOOK_UPS);
  const tokens = new KnownSecrets(DAY_MILLISECONDS);
  return {
    buckets: new Buckets(identify, budgetOf(windowSeconds), tokens),
    signIns: new SignIns(budgetOf(FORM_WINDOW_SECONDS), tokens),
    sessions: new KnownSecrets(SESSION_MILLISECONDS),
    renders: new Renders({
      slots: config.RENDER_SLOTS,
      keptSlots: 1,
      slotsOfBucket: 1,
      waitingOfBucket: 4,
      waiting: WAITING_RENDERS,
      cpu: { requests: windowSeconds * 10 * config.RENDER_PERCENT, windowSeconds },
    }),
    // A caller may send all requests of its limit at once.
    largeReads: new LargeReads({ slots: 4, slotsOfBucket: 4, waitingOfBucket: 100, waiting: 400 }),
    unsent: new UnsentBytes({
      connectionBytes: 4 * MEGABYTE,
      bucketBytes: 32 * MEGABYTE,
      totalBytes: 128 * MEGABYTE,
      stallMilliseconds: config.STALL_SECONDS * 1_000,
    }),
  };
}
