import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "@/lib/database/open";
import { withDeadline } from "@/lib/foundation/deadline";
import { ServiceError } from "@/lib/foundation/errors";
import { log as logger } from "@/lib/foundation/log";
import { reasonOf } from "@/lib/foundation/reason";
import { counted } from "@/lib/foundation/text/counted";
import { sameBytes } from "../bytes";
import { type Head, readHead } from "../head";
import { verifyConsistency } from "../merkle";
import { proveConsistency } from "../proofs";
import { sha256 } from "../sha256";
import { type GuardStore, type LogState, memoryStore } from "./guard-store";

/** Returns the states of a log that a store has, after comparing each with the log. Stores nothing. @throws Error with a sentence */
export async function compareWithStore(db: Database, store: GuardStore, head: Head): Promise<LogState[]> {
  const states = await withDeadline(store.read(head.origin), DEADLINE_MILLISECONDS);
  const guard = new LogGuard(db, store, head.log, head.origin);
  for (const state of states) await guard.compare(state, stateOf(head));
  return states;
}

/** Why nothing of a log may be signed. */
export interface Stop {
  /** A sentence for operators, with the remedy. */
  reason: string;
  /** When the logs were last compared, by `performance.now`. */
  checkedAt: number;
}

const DEADLINE_MILLISECONDS = 5_000;
/** A stopped log is compared again at most this often. */
const AGAIN_MILLISECONDS = 5_000;
/** How often a database that is behind the guard is read again, and the pause in between. */
const READS = 4;
const READ_PAUSE_MILLISECONDS = 100;
/** How often several processes may overtake each other in a store with one state. */
const TRIES = 8;

/** The log differs from what was signed. */
class Differs extends Error {}

/** The store did not respond. Nothing is known about the log. */
class Unreachable extends Error {}

/** A state that waits until the store has it or a later one. */
interface Waiting {
  state: LogState;
  lineage: object | undefined;
  resolve: () => void;
  reject: (error: unknown) => void;
}

export const stateOf = ({ tree }: Pick<Head, "tree">): LogState => ({ size: tree.size, root: tree.root() });

const isSame = (a: LogState, b: LogState) => a.size === b.size && sameBytes(a.root, b.root);

/**
 * Throws if the log of one size is not the beginning of the log of another, by the nodes in the database.
 * @throws Differs
 */
async function assertBeginning(db: Database, log: string, from: LogState, to: LogState): Promise<void> {
  const differs = new Differs(`At ${from.size} entries it is not the log that was signed.`);
  if (from.size === to.size && !isSame(from, to)) throw differs;
  if (from.size === to.size || from.size === 0) return;
  const { path, fromRoot, toRoot } = await proveConsistency(db, log, from.size, to.size);
  const isBeginning = verifyConsistency(sha256, { from: from.size, to: to.size, fromRoot, toRoot, path });
  if (!isBeginning || !sameBytes(fromRoot, from.root) || !sameBytes(toRoot, to.root)) throw differs;
}

/** Remembers, of one log, what was signed, and lets only what continues it be signed. */
export class LogGuard {
  private readonly db: Database;
  private readonly store: GuardStore;
  private readonly log: string;
  private readonly origin: string;
  /** The newest state that is stored, and known to be the beginning of this log. */
  private accepted: LogState | undefined;
  /** What the accepted state was made from. A later state of the same only continues it. */
  private lineage: object | undefined;
  private waiting: Waiting[] = [];
  private isRunning = false;
  private stop: Stop | undefined;
  /** Whether the last access to the store failed. */
  private isUnreachable = false;

  constructor(db: Database, store: GuardStore, log: string, origin: string) {
    this.db = db;
    this.store = store;
    this.log = log;
    this.origin = origin;
  }

  get stopped(): Stop | undefined {
    return this.stop;
  }

  private async reach<T>(access: Promise<T>): Promise<T> {
    try {
      const result = await withDeadline(access, DEADLINE_MILLISECONDS);
      if (this.isUnreachable) logger().info({ event: "guard_back", log: this.log });
      this.isUnreachable = false;
      return result;
    } catch (error) {
      const about = { event: "guard_unreachable", log: this.log, guard: this.store.name, error: reasonOf(error) };
      if (!this.isUnreachable) logger().error(about, "nothing more of this log is signed until its guard responds");
      this.isUnreachable = true;
      this.forget();
      // Not the cause: callers need not know the machine's folders.
      throw new Unreachable("The guard of the logs does not respond.");
    }
  }

  read(): Promise<LogState[]> {
    return this.reach(this.store.read(this.origin));
  }

  /** Reads the log's head until it has a size: another instance may have appended meanwhile. */
  private async readUpTo(size: number): Promise<LogState> {
    for (let read = 1; ; read += 1) {
      const present = stateOf(await readHead(this.db, this.log));
      if (present.size >= size) return present;
      if (read === READS) {
        throw new Differs(`It has ${counted(present.size, "entry", "entries")}, but ${size} were signed.`);
      }
      await sleep(READ_PAUSE_MILLISECONDS);
    }
  }

  /** Compares a stored state with the log. @param at a state of this log @throws Differs */
  async compare(stored: LogState, at: LogState): Promise<void> {
    if (stored.size <= at.size) return assertBeginning(this.db, this.log, stored, at);
    const present = await this.readUpTo(stored.size);
    await assertBeginning(this.db, this.log, stored, present);
    await assertBeginning(this.db, this.log, at, stored);
  }

  /** Stores a state of this log, after all stored ones were compared with it. */
  private async advance({ state, lineage }: Pick<Waiting, "state" | "lineage">): Promise<void> {
    const { accepted } = this;
    if (accepted && isSame(accepted, state)) return;
    if (accepted && accepted.size > state.size) return this.compare(accepted, state);
    let known: LogState[] = [];
    if (accepted) {
      if (lineage === undefined || lineage !== this.lineage) await assertBeginning(this.db, this.log, accepted, state);
      known = [accepted];
    } else {
      known = await this.read();
      for (const stored of known) await this.compare(stored, state);
    }
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const newest = known.reduce((size, one) => Math.max(size, one.size), 0);
      if (newest <= state.size) await this.reach(this.store.advance(this.origin, state, known));
      const stored = await this.read();
      for (const one of stored) {
        if (!isSame(one, state) && !known.some((each) => isSame(each, one))) await this.compare(one, state);
      }
      const last = stored.find(({ size }) => stored.every((one) => one.size <= size));
      if (last && last.size >= state.size) {
        this.accepted = last;
        this.lineage = isSame(last, state) ? lineage : undefined;
        return;
      }
      known = stored;
    }
    throw new Unreachable("Other instances changed the guard of the logs at the same time. Try again.");
  }

  /** Stores the newest of all waiting states, and lets go all that it continues. */
  private async runNext(): Promise<void> {
    const batch = this.waiting.splice(0);
    const newest = batch.reduce((last, one) => (one.state.size > last.state.size ? one : last));
    try {
      await this.advance(newest);
      this.resume();
    } catch (error) {
      this.noteFailure(error);
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const one of batch) {
      const isContinued = one === newest || (one.lineage !== undefined && one.lineage === newest.lineage);
      const checked = isContinued
        ? Promise.resolve()
        : assertBeginning(this.db, this.log, one.state, newest.state).catch((error: unknown) => {
            this.noteFailure(error);
            throw error;
          });
      await checked.then(one.resolve, one.reject);
    }
  }

  private resume(): void {
    if (this.stop) logger().info({ event: "guard_agrees", log: this.log });
    this.stop = undefined;
  }

  private noteFailure(error: unknown): void {
    if (!(error instanceof Differs)) return;
    const reason = `The log "${this.log}" does not continue what was signed of it. ${error.message} Nothing more of it is signed.`;
    const about = { event: "guard_differs", log: this.log, guard: this.store.name };
    if (this.stop?.reason !== reason) logger().error(about, `${reason} See "The guard" in docs/operations.`);
    this.stop = { reason, checkedAt: performance.now() };
    this.forget();
  }

  /** Makes the next access read the store, and compare all that it has. */
  private forget(): void {
    this.accepted = undefined;
    this.lineage = undefined;
  }

  /** Stops this log until it is started again: the guard may not be used. */
  refuse(reason: string): void {
    this.stop = { reason, checkedAt: Number.POSITIVE_INFINITY };
    logger().error({ event: "guard_refused", log: this.log, guard: this.store.name }, reason);
  }

  /**
   * Resolves when the store has this state of the log, or a later one that continues it. Calls that come together share
   * one access.
   * @param lineage what the state was made from by appending, so a later state with the same lineage continues this one
   * @throws ServiceError `unavailable`
   */
  async accept(state: LogState, lineage?: object): Promise<void> {
    const { accepted } = this;
    if (accepted && isSame(accepted, state)) return;
    if (this.stop && performance.now() - this.stop.checkedAt < AGAIN_MILLISECONDS) throw this.error();
    try {
      await new Promise<void>((resolve, reject) => {
        this.waiting.push({ state, lineage, resolve, reject });
        void this.run();
      });
    } catch (error) {
      if (error instanceof Differs) throw this.error();
      if (error instanceof Unreachable) throw new ServiceError("unavailable", error.message, { retryAfterSeconds: 1 });
      throw error;
    }
  }

  private error(): ServiceError {
    return new ServiceError("unavailable", this.stop?.reason ?? "The log does not continue what was signed of it.");
  }

  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.waiting.length > 0) await this.runNext();
    this.isRunning = false;
  }

  /**
   * Returns why nothing may be appended; undefined if it may. Compares the log with the store if nothing is known of it: after a
   * start, a difference or a failure.
   * @throws ServiceError `unavailable` if the store still does not respond
   */
  async obstacle(): Promise<string | undefined> {
    if (this.stop && performance.now() - this.stop.checkedAt < AGAIN_MILLISECONDS) return this.stop.reason;
    if (this.accepted === undefined) {
      await this.check().catch((error: unknown) => {
        if (!this.stop) throw error;
      });
    }
    return this.stop?.reason;
  }

  /** Returns whether a head that was read under its lock is older than what was signed. */
  isAheadOf({ tree: { size } }: Head): boolean {
    return this.accepted !== undefined && this.accepted.size > size;
  }

  /** Compares the present head with the store. @throws ServiceError `unavailable` */
  async check(): Promise<void> {
    return this.accept(stateOf(await readHead(this.db, this.log)));
  }
}

interface Guards {
  store: GuardStore;
  logs: Map<string, LogGuard>;
}

const known = new WeakMap<Database, Guards>();

/** Sets the store of a database's logs. Without it, what was signed is forgotten when the process ends. */
export function setGuardStore(db: Database, store: GuardStore): void {
  known.set(db, { store, logs: new Map() });
}

/** Returns the guard of a log. */
export function guardOf(db: Database, { log, origin }: Pick<Head, "log" | "origin">): LogGuard {
  const guards = known.get(db) ?? { store: memoryStore(), logs: new Map() };
  known.set(db, guards);
  const guard = guards.logs.get(log) ?? new LogGuard(db, guards.store, log, origin);
  guards.logs.set(log, guard);
  return guard;
}

/** Returns the guard of a log by its name. */
export async function readGuard(db: Database, log: string): Promise<LogGuard> {
  return known.get(db)?.logs.get(log) ?? guardOf(db, await readHead(db, log));
}
