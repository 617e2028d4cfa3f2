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

/** Why nothing of a log may be signed. */
export interface Stop {
  /** Sentences for operators, with the remedy. */
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

/** The log may not be signed: it differs from what was signed, or its guard is empty. */
class Refused extends Error {}

/** The store did not respond. Nothing is known about the log. */
export class GuardUnreachable extends Error {
  constructor() {
    // Not the cause: callers need not know the machine's folders.
    super("The guard of the logs does not respond.");
  }
}

/** A state that waits until the store has it or a later one. */
interface Waiting {
  state: LogState;
  lineage: object | undefined;
  resolve: () => void;
  reject: (error: unknown) => void;
}

export const stateOf = ({ tree }: Pick<Head, "tree">): LogState => ({ size: tree.size, root: tree.root() });

const isSame = (a: LogState, b: LogState) => a.size === b.size && sameBytes(a.root, b.root);

/** Returns the larger of two states; of equal ones the one that is known to continue the accepted one. */
const later = (a: Waiting, b: Waiting) =>
  b.state.size > a.state.size || (b.state.size === a.state.size && a.lineage === undefined) ? b : a;

/** Remembers, of one log, what was signed, and lets only what continues it be signed. */
export class LogGuard {
  private readonly db: Database;
  private readonly store: GuardStore;
  private readonly log: string;
  private readonly origin: string;
  /** Whether an empty store may begin with a log that has entries. Not any more once something was accepted. */
  private mayBegin: boolean;
  /** The newest state that is stored, and known to be the beginning of this log. */
  private accepted: LogState | undefined;
  /** The newest state that this process has accepted, also after a failure, when the store may have lost it. */
  private seen: LogState | undefined;
  /** All states that the store has, each compared with the log. */
  private stored: LogState[] = [];
  /** What the accepted state was made from. A later state of the same only continues it. */
  private lineage: object | undefined;
  private waiting: Waiting[] = [];
  private isRunning = false;
  private stop: Stop | undefined;
  /** Whether the last access to the store failed. */
  private isUnreachable = false;

  constructor(db: Database, store: GuardStore, { log, origin }: Pick<Head, "log" | "origin">, mayBegin: boolean) {
    this.db = db;
    this.store = store;
    this.log = log;
    this.origin = origin;
    this.mayBegin = mayBegin;
  }

  get stopped(): Stop | undefined {
    return this.stop;
  }

  private differs(fact: string): Refused {
    return new Refused(
      `The log "${this.log}" does not continue what was signed of it. ${fact} Nothing more of it is signed.`,
    );
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
      throw new GuardUnreachable();
    }
  }

  /** Returns the states that the store has. @throws GuardUnreachable */
  read(): Promise<LogState[]> {
    return this.reach(this.store.read(this.origin));
  }

  /** Makes the next access read the store, and compare all that it has. */
  forget(): void {
    this.accepted = undefined;
    this.stored = [];
    this.lineage = undefined;
  }

  /** Reads the log's head until it has a size: another instance may have appended meanwhile. */
  private async readUpTo(size: number): Promise<LogState> {
    for (let read = 1; ; read += 1) {
      const present = stateOf(await readHead(this.db, this.log));
      if (present.size >= size) return present;
      if (read === READS) {
        throw this.differs(`It has ${counted(present.size, "entry", "entries")}, but ${size} were signed.`);
      }
      await sleep(READ_PAUSE_MILLISECONDS);
    }
  }

  /** Throws if the log of one size is not the beginning of the log of another, by the nodes in the database. */
  private async assertBeginning(from: LogState, to: LogState): Promise<void> {
    const differs = () => this.differs(`At ${from.size} entries it is not the log that was signed.`);
    if (from.size === to.size && !isSame(from, to)) throw differs();
    if (from.size === to.size || from.size === 0) return;
    const { path, fromRoot, toRoot } = await proveConsistency(this.db, this.log, from.size, to.size);
    const isBeginning = verifyConsistency(sha256, { from: from.size, to: to.size, fromRoot, toRoot, path });
    if (!isBeginning || !sameBytes(fromRoot, from.root) || !sameBytes(toRoot, to.root)) throw differs();
  }

  /** Compares a stored state with the log. @param at a state of this log @throws Refused */
  async compare(stored: LogState, at: LogState): Promise<void> {
    if (stored.size <= at.size) return this.assertBeginning(stored, at);
    const present = await this.readUpTo(stored.size);
    await this.assertBeginning(stored, present);
    await this.assertBeginning(at, stored);
  }

  /** Compares all stored states with the log, and what this process has seen. @returns the stored ones */
  private async compareAll(state: LogState): Promise<LogState[]> {
    const stored = await this.read();
    if (stored.length === 0 && state.size > 0 && !this.mayBegin) {
      throw new Refused(
        `The guard is empty, although the log "${this.log}" had one before. Nothing more of it is signed. If that guard was lost, start once with GUARD_ADOPT=1.`,
      );
    }
    for (const one of [...stored, ...(this.seen ? [this.seen] : [])]) await this.compare(one, state);
    return stored;
  }

  /** Stores a state of this log, after all stored ones were compared with it. */
  private async advance({ state, lineage }: Pick<Waiting, "state" | "lineage">): Promise<void> {
    const { accepted } = this;
    if (accepted && accepted.size >= state.size) return this.compare(accepted, state);
    let known = this.stored;
    if (accepted === undefined) known = await this.compareAll(state);
    else if (lineage === undefined || lineage !== this.lineage) await this.assertBeginning(accepted, state);
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
        this.seen = last;
        this.stored = stored;
        this.lineage = isSame(last, state) ? lineage : undefined;
        this.mayBegin = false;
        return;
      }
      known = stored;
    }
    throw new GuardUnreachable();
  }

  /** Stores the newest of all waiting states, and lets go all that it continues. */
  private async runNext(): Promise<void> {
    const batch = this.waiting.splice(0);
    const newest = batch.reduce(later);
    const others = batch.filter((one) => one !== newest);
    try {
      await this.advance(newest);
      this.resume();
    } catch (error) {
      this.note(error);
      newest.reject(error);
      // An error of the database says nothing of the others.
      if (!(error instanceof Refused || error instanceof GuardUnreachable)) this.waiting.unshift(...others);
      else for (const { reject } of others) reject(error);
      return;
    }
    newest.resolve();
    for (const one of others) {
      const isContinued =
        isSame(one.state, newest.state) || (one.lineage !== undefined && one.lineage === newest.lineage);
      if (isContinued) one.resolve();
      // Receipts of the next batch need not wait for it.
      else void this.assertBeginning(one.state, newest.state).then(one.resolve, one.reject);
    }
  }

  private resume(): void {
    if (this.stop) logger().info({ event: "guard_agrees", log: this.log });
    this.stop = undefined;
  }

  private note(error: unknown): void {
    if (!(error instanceof Refused)) return;
    const about = { event: "guard_refuses", log: this.log, guard: this.store.name };
    if (this.stop?.reason !== error.message)
      logger().error(about, `${error.message} See "The guard" in docs/operations.`);
    this.stop = { reason: error.message, checkedAt: performance.now() };
    this.forget();
  }

  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.waiting.length > 0) await this.runNext();
    this.isRunning = false;
  }

  /** Waits until the store has a state. A smaller one than the accepted state is only compared, and delays nobody. */
  private settle(state: LogState, lineage: object | undefined): Promise<void> {
    const { accepted } = this;
    if (accepted && accepted.size > state.size) {
      return this.compare(accepted, state).catch((error: unknown) => {
        this.note(error);
        throw error;
      });
    }
    return new Promise<void>((resolve, reject) => {
      this.waiting.push({ state, lineage, resolve, reject });
      void this.run();
    });
  }

  /**
   * Resolves when the store has this state of the log, or a later one that continues it. Calls that come together share
   * one access.
   * @param lineage what the state was made from by appending, so a later state with the same lineage continues this one
   * @throws ServiceError `unavailable`; any error of the database
   */
  async accept(state: LogState, lineage?: object): Promise<void> {
    const { accepted, stop } = this;
    if (accepted && isSame(accepted, state)) return;
    if (stop && performance.now() - stop.checkedAt < AGAIN_MILLISECONDS) {
      throw new ServiceError("unavailable", stop.reason);
    }
    try {
      await this.settle(state, lineage);
    } catch (error) {
      if (error instanceof Refused) throw new ServiceError("unavailable", error.message);
      if (!(error instanceof GuardUnreachable)) throw error;
      throw new ServiceError("unavailable", error.message, { retryAfterSeconds: 1 });
    }
  }

  /** Compares the present head with the store. @throws ServiceError `unavailable`; any error of the database */
  async check(): Promise<void> {
    return this.accept(stateOf(await readHead(this.db, this.log)));
  }

  /**
   * Returns why nothing may be appended; undefined if it may. Compares the log with the store if nothing is known of it: after
   * a start, a refusal or a failure.
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

  /** Returns whether a head that was read under its lock lacks entries that were signed, or has others. */
  lacks(head: Head): boolean {
    const { seen } = this;
    if (seen === undefined || seen.size < head.tree.size) return false;
    return !isSame(seen, stateOf(head));
  }
}

/** Returns the states of a log that a store has, after comparing each with the log. Stores nothing. @throws Error with sentences */
export async function compareWithStore(db: Database, store: GuardStore, head: Head): Promise<LogState[]> {
  const guard = new LogGuard(db, store, head, true);
  const states = await guard.read();
  for (const state of states) await guard.compare(state, stateOf(head));
  return states;
}

interface Guards {
  store: GuardStore;
  /** The logs with which an empty store may begin. */
  mayBegin: (log: string) => boolean;
  logs: Map<string, LogGuard>;
}

const known = new WeakMap<Database, Guards>();

/**
 * Sets the store of a database's logs. Without it, what was signed is forgotten when the process ends.
 * @param mayBegin whether an empty store may begin with a log that has entries
 */
export function setGuardStore(db: Database, store: GuardStore, mayBegin: (log: string) => boolean = () => true): void {
  known.set(db, { store, mayBegin, logs: new Map() });
}

function guardsOf(db: Database): Guards {
  const guards = known.get(db) ?? { store: memoryStore(), mayBegin: () => true, logs: new Map() };
  known.set(db, guards);
  return guards;
}

/** Returns the store of a database's logs, which also remembers what this service cosigned of other logs. */
export const guardStoreFor = (db: Database): GuardStore => guardsOf(db).store;

/** Returns whether an empty guard may begin with a log that has entries. */
export const mayBeginWith = (db: Database, log: string): boolean => guardsOf(db).mayBegin(log);

/** Returns the guard of a log. */
export function guardOf(db: Database, head: Pick<Head, "log" | "origin">): LogGuard {
  const guards = guardsOf(db);
  const guard = guards.logs.get(head.log) ?? new LogGuard(db, guards.store, head, guards.mayBegin(head.log));
  guards.logs.set(head.log, guard);
  return guard;
}

/** Returns the guard of a log by its name. */
export async function readGuard(db: Database, log: string): Promise<LogGuard> {
  return known.get(db)?.logs.get(log) ?? guardOf(db, await readHead(db, log));
}
