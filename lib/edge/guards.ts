import type { Settings } from "@/lib/env";
import { Buckets, type Identify } from "./buckets";
import { KnownSecrets } from "./known-secrets";
import { LargeReads } from "./large-reads";
import { Renders } from "./renders";
import { SignIns } from "./sign-ins";
import { TokenBudget } from "./token-budget";
import { UnsentBytes } from "./unsent-bytes";

/** Wrong secrets of an address, and its look-ups under way, in a window. */
const WRONG_SECRETS = 20;
/** Look-ups of an address that wait once those are used up. */
const WAITING_LOOK_UPS = 4;
/** People fill in forms; programs guess. */
export const FORM_WINDOW_SECONDS = 600;
const DAY_MILLISECONDS = 86_400_000;
/** A session that was not used for so long has ended anyway. */
const SESSION_MILLISECONDS = 1_800_000;

const MEGABYTE = 1_048_576;
/** Requests of all buckets that wait for a page: each is a connection and a promise. */
const WAITING_RENDERS = 100;

/** What bounds the cost of one caller, in this process. */
export interface Guards {
  buckets: Buckets;
  signIns: SignIns;
  /** The sessions of signed-in people that were open not long ago. */
  sessions: KnownSecrets;
  renders: Renders;
  largeReads: LargeReads;
  unsent: UnsentBytes;
}

/** @param identify looks a token up */
export function createGuards(read: Settings, identify: Identify): Guards {
  const windowSeconds = read.RATE_LIMIT_WINDOW_SECONDS;
  const budgetOf = (seconds: number) =>
    new TokenBudget({ requests: WRONG_SECRETS, windowSeconds: seconds }, WAITING_LOOK_UPS);
  const tokens = new KnownSecrets(DAY_MILLISECONDS);
  return {
    buckets: new Buckets(identify, budgetOf(windowSeconds), tokens),
    signIns: new SignIns(budgetOf(FORM_WINDOW_SECONDS), tokens),
    sessions: new KnownSecrets(SESSION_MILLISECONDS),
    renders: new Renders({
      slots: read.RENDER_SLOTS,
      keptSlots: 1,
      slotsOfBucket: 1,
      waitingOfBucket: 4,
      waiting: WAITING_RENDERS,
      cpu: { requests: windowSeconds * 10 * read.RENDER_PERCENT, windowSeconds },
    }),
    // A caller may ask for as many at once as it may ask for at all.
    largeReads: new LargeReads({ slots: 4, slotsOfBucket: 4, waitingOfBucket: 100, waiting: 400 }),
    unsent: new UnsentBytes({
      connectionBytes: 4 * MEGABYTE,
      bucketBytes: 32 * MEGABYTE,
      totalBytes: 128 * MEGABYTE,
      stallMilliseconds: read.STALL_SECONDS * 1_000,
    }),
  };
}
