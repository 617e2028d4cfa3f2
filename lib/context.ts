import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Database } from "@/lib/db/open";
import { type Logger, log } from "@/lib/log";
import type { Caller } from "@/lib/permissions";
import { type Span, withinSpan } from "@/lib/tracing/spans";

/** What a verb may reach: nothing else is global. */
export interface Context {
  db: Database;
  caller: Caller;
  clock: () => Date;
  log: Logger;
}

/** What anyone may try only so often, whoever they are: each counts by address. */
export type FormLimit = "applications" | "reports";

/** What the edge knows of the request under way, and what the request's one log event will say. */
export interface RequestScope {
  requestId: string;
  /** Socket or forwarded address of the client; empty where there is no edge (tests). */
  address: string;
  /** Path and query that were asked for; absent where there is no edge. */
  path?: string;
  /** Counts an attempt of this address at a form; absent where there is no edge. */
  attempt?: (limit: FormLimit) => Promise<{ allowed: boolean; resetSeconds: number }>;
  /** Looks up a token to sign in with, within the budget of this address; absent where there is no edge. */
  signIn?: <T>(token: string, lookUp: () => Promise<T>) => Promise<T>;
  /** The request came with a session that is open. */
  hasSession?: true;
  /** The caller, if the edge had to look the token up in this very request to choose a rate-limit bucket. */
  authenticated?: Caller;
  /** The form that came with this request, and what became of it, for the page that answers. */
  sentForm?: { name: string; state: unknown };
  /** The status that the answer gets whatever its maker says; a page sets it where it can only say what failed. */
  status?: number;
  /** The response never changes, whatever is written later. */
  isFinal?: true;
  /** A part of the response could not be read: nobody else may get it. */
  isPartial?: true;
  /** The response is made from what no table announces, as the vectors are: nobody else may get it. */
  isUnannounced?: true;
  /** What is recorded of the request; absent where nothing is. */
  span?: Span | undefined;
  /** Fields added to the wide event on the way. */
  event: Record<string, unknown>;
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** Runs a request's whole handling within its scope. */
export function runInScope<T>(scope: RequestScope, handle: () => T): T {
  return withinSpan(scope.span, () => scopes.run(scope, handle));
}

/** The scope of the request under way; a fresh one where a handler runs without the edge. */
export function requestScope(): RequestScope {
  return scopes.getStore() ?? { requestId: randomUUID(), address: "", event: {} };
}

/** A context for work that no request asked for: start-up, daily jobs. */
export function systemContext(db: Database): Context {
  return { db, caller: { kind: "system" }, clock: () => new Date(), log: log() };
}
