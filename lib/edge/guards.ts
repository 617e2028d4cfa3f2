import type { Settings } from "@/lib/foundation/env";
import { Buckets, type Identify } from "./buckets";
import { Connections } from "./connections";
import { KnownSecrets } from "./known-secrets";
import { Meter } from "./meter";
import { TokenBudget } from "./token-budget";
import { Turns } from "./turns";

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
/** The part of the main thread's time for forms of people who have not signed in to the console. */
const FORMS_PERCENT = 20;
/** Requests of all callers that may wait for a turn. Each uses a connection and a promise. */
const WAITING = 1_000;

/** The bounds on the cost of one caller in this process. */
export interface Guards {
  buckets: Buckets;
  /** Signs people in with tokens. */
  signIns: TokenBudget;
  /** Sessions of signed-in people that were recently valid. */
  sessions: KnownSecrets;
  meter: Meter;
  turns: Turns;
  connections: Connections;
}

/** @param identify looks up a token */
export function createGuards(config: Settings, identify: Identify): Guards {
  const windowSeconds = config.RATE_LIMIT_WINDOW_SECONDS;
  const tokens = new KnownSecrets(DAY_MILLISECONDS);
  const budgetOf = (seconds: number) =>
    new TokenBudget({ requests: WRONG_SECRETS, windowSeconds: seconds }, WAITING_LOOK_UPS, tokens);
  const meter = new Meter();
  return {
    meter,
    buckets: new Buckets(identify, budgetOf(windowSeconds), tokens),
    signIns: budgetOf(FORM_WINDOW_SECONDS),
    sessions: new KnownSecrets(SESSION_MILLISECONDS),
    turns: new Turns(meter, {
      percent: { reading: config.READING_PERCENT, forms: FORMS_PERCENT },
      atATime: {
        page: { all: config.RENDER_SLOTS, ofCaller: 1 },
        form: { all: 2, ofCaller: 1 },
        console: { all: 2, ofCaller: 1 },
        read: { all: 3, ofCaller: 2 },
        large: { all: 2, ofCaller: 1 },
      },
      waiting: WAITING,
    }),
    connections: new Connections({
      connectionBytes: 4 * MEGABYTE,
      totalBytes: 128 * MEGABYTE,
      stallMilliseconds: config.STALL_SECONDS * 1_000,
    }),
  };
}
