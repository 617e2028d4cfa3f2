import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Database } from "@/lib/database/open";
import { type Logger, log } from "@/lib/foundation/log";
import { type Span, withinSpan } from "@/lib/foundation/tracing/spans";
import type { Caller } from "@/lib/identity/permissions";

/** Everything that a verb may use. Nothing else is global. */
export interface Context {
  db: Database;
  caller: Caller;
  clock: () => Date;
  log: Logger;
}

/** A request's work, which its caller pays for. */
export interface Work {
  /** Charges time of the main thread. */
  charge: (milliseconds: number) => void;
  /** Charges time of another thread. */
  chargeElsewhere: (milliseconds: number) => void;
  /** Returns what the caller, with its network, has used in the last seconds. */
  used: () => number;
  /** Waits for the turn that the rest of the work needs. @returns false if there is none for it */
  turn: (kind: "read" | "large") => Promise<boolean>;
}

/** Requests that anyone may send a limited number of times, counted by address. */
export type FormLimit = "applications" | "reports" | "guests";

/** Letters that one mailbox gets a limited number of times: those that anyone can cause, and those of operators. */
export type LetterLimit = "receipts" | "decisions";

/** The edge's data about the present request, and the data for the request's one log event. */
export interface RequestScope {
  requestId: string;
  /** Socket or forwarded address of the client; empty without an edge (tests). */
  address: string;
  /** The address's network, an IPv4 address or an IPv6 /48; absent without an edge. */
  network?: string;
  /** The requested path and query; absent without an edge. */
  path?: string;
  /** Counts an attempt of this address at a form; absent without an edge. */
  attempt?: (limit: FormLimit) => Promise<{ allowed: boolean; resetAtSeconds: number }>;
  /** Counts a letter to a mailbox, of all senders together. @returns whether it may be sent; absent without an edge */
  countLetter?: (limit: LetterLimit, mailbox: string) => Promise<boolean>;
  /** Looks up a token for signing in, within the limit of this address; absent without an edge. */
  signIn?: <T>(token: string, lookUp: () => Promise<T>) => Promise<T>;
  /** Whether the request came with an open session. */
  hasSession?: true;
  /** The caller of the request's token, and when the token was looked up: milliseconds of `performance.now`. */
  authenticated?: { caller: Caller; at: number } | undefined;
  /** The form of this request and its result, for the page that responds. */
  sentForm?: { name: string; state: unknown };
  /** The body of a form that a browser sent, as it arrived; absent without an edge. */
  formBody?: { type: string; bytes: Buffer };
  /** A form whose sender must sign in again, for the page that responds. */
  keptForm?: { fields: Record<string, string>; problem: string | undefined };
  /** What somebody did before the sender of this request's form. The form may be gone from the page that responds. */
  overtaken?: string;
  /** A status that overrides the response's own. A page sets it if it can only show an error. */
  status?: number;
  /** Whether a rate limit counted and admitted the request. A flood of others must not fill the log. */
  isCounted?: true;
  /** Whether the response never changes, whatever is written later. */
  isFinal?: true;
  /** Whether a part of the response could not be read. Then it must not be cached for others. */
  isPartial?: true;
  /**
   * Whether the response contains data whose changes no table announces, such as vectors. Then it must not be cached
   * for others.
   */
  isUnannounced?: true;
  /** Absent without an edge. */
  work?: Work;
  /** The span of the request; absent if nothing is recorded. */
  span?: Span | undefined;
  /** Additional fields for the log event. */
  event: Record<string, unknown>;
}

const scopes = new AsyncLocalStorage<RequestScope>();

export function runInScope<T>(scope: RequestScope, handle: () => T): T {
  return withinSpan(scope.span, () => scopes.run(scope, handle));
}

/** Returns the scope of the present request, or a new one if a handler runs without the edge. */
export function requestScope(): RequestScope {
  return scopes.getStore() ?? { requestId: randomUUID(), address: "", event: {} };
}

/** Returns the work of the present request; undefined without an edge. */
export const presentWork = (): Work | undefined => scopes.getStore()?.work;

/** Runs synchronous work, and charges its time to the caller of the present request. */
export function charged<T>(run: () => T): T {
  const work = presentWork();
  if (work === undefined) return run();
  const startedAt = performance.now();
  try {
    return run();
  } finally {
    work.charge(performance.now() - startedAt);
  }
}

/** Returns a context for work without a request: start-up, daily jobs. */
export function systemContext(db: Database): Context {
  return { db, caller: { kind: "system" }, clock: () => new Date(), log: log() };
}
