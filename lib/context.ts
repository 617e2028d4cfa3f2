import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { Database } from "@/lib/db/open";
import { type Logger, log } from "@/lib/log";
import type { Caller } from "@/lib/permissions";

/** What a verb may reach: nothing else is global. */
export interface Context {
  db: Database;
  caller: Caller;
  clock: () => Date;
  log: Logger;
}

/** What anyone may try only so often, whoever they are: each counts by address. */
export type FormLimit = "signIns" | "applications";

/** What the edge knows of the request under way, and what the request's one log event will say. */
export interface RequestScope {
  requestId: string;
  /** Socket or forwarded address of the client; empty where there is no edge (tests). */
  address: string;
  /** Path and query that were asked for; absent where there is no edge. */
  path?: string;
  /** What a script in the answer must carry to run; absent where there is no edge. */
  nonce?: string;
  /** Counts an attempt of this address at a form; absent where there is no edge. */
  attempt?: (limit: FormLimit) => Promise<{ allowed: boolean; resetSeconds: number }>;
  /** The caller, if the edge had to look the token up in this very request to choose a rate-limit bucket. */
  authenticated?: Caller;
  /** The form that came with this request, and what became of it, for the page that answers. */
  sentForm?: { name: string; state: unknown };
  /** The status that the answer gets whatever its maker says; a page sets it where it can only say what failed. */
  status?: number;
  /** Fields added to the wide event on the way. */
  event: Record<string, unknown>;
}

// The edge's bundle and Next's bundle share one process but no modules.
const slot = globalThis as { fgsRequestScopes?: AsyncLocalStorage<RequestScope> };
slot.fgsRequestScopes ??= new AsyncLocalStorage();
const scopes = slot.fgsRequestScopes;

/** Runs a request's whole handling within its scope. */
export function runInScope<T>(scope: RequestScope, handle: () => T): T {
  return scopes.run(scope, handle);
}

/** The scope of the request under way; a fresh one where a handler runs without the edge. */
export function requestScope(): RequestScope {
  return scopes.getStore() ?? { requestId: randomUUID(), address: "", event: {} };
}

/** A context for work that no request asked for: start-up, daily jobs. */
export function systemContext(db: Database): Context {
  return { db, caller: { kind: "system" }, clock: () => new Date(), log: log() };
}
