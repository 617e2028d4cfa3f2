import type { ServerResponse } from "node:http";
import type { RequestScope } from "@/lib/authority/context";
import { type Account, type Meter, TimeShare } from "./meter";

/** What a turn is for. Each kind has its own number of turns at a time. */
export type TurnKind = "page" | "form" | "console" | "read" | "large";

export interface TurnLimits {
  /** The shares of the main thread's time, in percent. The console has no limit. */
  percent: { reading: number; forms: number };
  /** Turns of each kind at a time: of all callers, and of one. */
  atATime: Readonly<Record<TurnKind, { all: number; ofCaller: number }>>;
  /** Waiting requests of all callers. */
  waiting: number;
}

/**
 * A longer turn leaves its place to others, because it waits for something else, such as the database. So nobody waits for
 * a database that hangs longer than for its own statements.
 */
const LONG_TURN_MILLISECONDS = 250;

interface Turn {
  kind: TurnKind;
  /** Milliseconds of the meter. */
  askedAt: number;
  beganAt: number;
  account: Account;
  /** Ends the wait. @param isTheirs whether the turn begins */
  settle: (isTheirs: boolean) => void;
}

/**
 * Lets requests read in turns, because all share one thread and its memory. The next turn is for the caller that has used
 * the least, so a caller with many requests delays mostly itself.
 */
export class Turns {
  private readonly meter: Meter;
  private readonly limits: TurnLimits;
  private readonly shares: { readonly [kind in TurnKind]?: TimeShare };
  private readonly waiting: Turn[] = [];
  private readonly running: Turn[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(meter: Meter, limits: TurnLimits) {
    this.meter = meter;
    this.limits = limits;
    const reading = new TimeShare(limits.percent.reading, meter.now);
    const form = new TimeShare(limits.percent.forms, meter.now);
    this.shares = { page: reading, read: reading, large: reading, form };
  }

  /**
   * Does work in a turn, and charges it to its caller.
   * @param kind null to begin at once; the work may take a turn later
   * @returns null without doing it if the client has left, or if too many wait and this caller's group has the most of them
   */
  async run<T>(
    kind: TurnKind | null,
    account: Account,
    { response, scope }: { response: ServerResponse; scope: RequestScope },
    work: () => Promise<T>,
  ): Promise<T | null> {
    let turn = kind ? await this.take(kind, account, response) : undefined;
    if (kind !== null && turn === undefined) return null;
    let end = () => {};
    const begin = () => {
      const { end: endWork, ...charges } = this.meter.begin(account, turn && this.shares[turn.kind]);
      end = endWork;
      scope.work = { ...charges, turn: takeLater };
    };
    const takeLater = async (later: TurnKind) => {
      end();
      turn ??= await this.take(later, account, response);
      begin();
      return turn !== undefined;
    };
    begin();
    try {
      return await work();
    } finally {
      end();
      if (turn !== undefined) {
        remove(this.running, turn);
        this.beginNext();
      }
    }
  }

  private take(kind: TurnKind, account: Account, response: ServerResponse): Promise<Turn | undefined> {
    return new Promise((resolve) => {
      const leave = () => this.refuse(turn);
      const settle = (isTheirs: boolean) => {
        response.off("close", leave);
        resolve(isTheirs ? turn : undefined);
      };
      const turn: Turn = { kind, askedAt: this.meter.now(), beganAt: 0, account, settle };
      this.waiting.push(turn);
      if (response.destroyed) leave();
      else response.once("close", leave);
      this.beginNext();
      if (this.waiting.length > this.limits.waiting) this.refuse(this.newestOfLargest());
    });
  }

  private refuse(turn: Turn): void {
    if (remove(this.waiting, turn)) turn.settle(false);
  }

  private beginNext(): void {
    for (let turn = this.next(); turn !== undefined; turn = this.next()) {
      remove(this.waiting, turn);
      turn.beganAt = this.meter.now();
      turn.account.group.servedAt[turn.kind] = turn.beganAt;
      this.running.push(turn);
      turn.settle(true);
    }
    clearTimeout(this.timer);
    if (this.waiting.length === 0) return;
    const untilFree = this.waiting.map((turn) => this.millisecondsUntilFree(turn) || LONG_TURN_MILLISECONDS);
    this.timer = setTimeout(() => this.beginNext(), Math.min(...untilFree));
  }

  private millisecondsUntilFree({ kind }: Turn): number {
    return this.shares[kind]?.millisecondsUntilFree() ?? 0;
  }

  /**
   * Returns the turn that may begin: the one whose caller, with its group, used the least. A millisecond of waiting counts
   * as much as one of use, so nobody waits for ever. A group's wait ends with each of its turns of this kind, so many waiting
   * requests of one caller do not count as many waits.
   */
  private next(): Turn | undefined {
    const now = this.meter.now();
    let best: { turn: Turn; rank: number } | undefined;
    for (const turn of this.waiting) {
      if (this.millisecondsUntilFree(turn) > 0 || !this.hasRoom(turn)) continue;
      const { used, servedAt } = turn.account.group;
      const rank = used - (now - Math.max(turn.askedAt, servedAt[turn.kind] ?? 0));
      if (best === undefined || rank < best.rank) best = { turn, rank };
    }
    return best?.turn;
  }

  private hasRoom({ kind, account }: Turn): boolean {
    const { all, ofCaller } = this.limits.atATime[kind];
    const since = this.meter.now() - LONG_TURN_MILLISECONDS;
    const running = this.running.filter((turn) => turn.kind === kind && turn.beganAt > since);
    return running.length < all && running.filter((turn) => turn.account === account).length < ofCaller;
  }

  /** Returns the newest waiting turn of the group with the most, from its caller with the most. */
  private newestOfLargest(): Turn {
    const ofGroup = largestOf(this.waiting, ({ account }) => account.group);
    return largestOf(ofGroup, ({ account }) => account).at(-1) as Turn;
  }
}

/** @returns whether it was there */
function remove(turns: Turn[], turn: Turn): boolean {
  const at = turns.indexOf(turn);
  if (at >= 0) turns.splice(at, 1);
  return at >= 0;
}

/** Groups turns by a key, and returns the largest group; of equal ones, the newest. */
function largestOf(turns: readonly Turn[], keyOf: (turn: Turn) => Account): Turn[] {
  const groups = new Map<Account, Turn[]>();
  for (const turn of turns) {
    const group = groups.get(keyOf(turn));
    if (group === undefined) groups.set(keyOf(turn), [turn]);
    else group.push(turn);
  }
  return [...groups.values()].reduce((largest, each) => (each.length >= largest.length ? each : largest), []);
}
