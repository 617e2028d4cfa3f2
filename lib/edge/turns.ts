import type { ServerResponse } from "node:http";
import type { RequestScope } from "@/lib/context";
import type { Account, Meter } from "./meter";

/** What a turn is for. Each kind has its own number of turns at a time. */
export type TurnKind = "page" | "form" | "console" | "read" | "large";
/** Forms and the console have time even while reading has none. */
const RESERVED: ReadonlySet<TurnKind> = new Set(["form", "console"]);

export interface TurnLimits {
  /** Turns of each kind at a time: of all callers, and of one. */
  atATime: Readonly<Record<TurnKind, { all: number; ofCaller: number }>>;
  /** Waiting requests of all callers. */
  waiting: number;
}

interface Turn {
  kind: TurnKind;
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
  private readonly waiting: Turn[] = [];
  private readonly running: Turn[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(meter: Meter, limits: TurnLimits) {
    this.meter = meter;
    this.limits = limits;
  }

  /**
   * Does work in a turn, and charges it to its caller.
   * @param kind null to begin at once
   * @returns null without doing it if the client has left, or if too many wait and this caller's group has the most of them
   */
  async run<T>(
    kind: TurnKind | null,
    account: Account,
    { response, scope }: { response: ServerResponse; scope: RequestScope },
    work: () => Promise<T>,
  ): Promise<T | null> {
    const turn = kind && (await this.take(kind, account, response));
    if (turn === undefined) return null;
    const { end, ...charges } = this.meter.begin(account, kind !== null && !RESERVED.has(kind));
    scope.work = charges;
    try {
      return await work();
    } finally {
      end();
      if (turn !== null) {
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
      const turn: Turn = { kind, account, settle };
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
      this.running.push(turn);
      turn.settle(true);
    }
    const milliseconds = this.meter.millisecondsUntilReading();
    if (this.waiting.length === 0 || milliseconds === 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.beginNext(), milliseconds);
  }

  /** Returns the turn that may begin: of the caller that used the least, by its group first, and of these the oldest. */
  private next(): Turn | undefined {
    const hasTime = this.meter.millisecondsUntilReading() === 0;
    const ready = this.waiting.filter((turn) => (hasTime || RESERVED.has(turn.kind)) && this.hasRoom(turn));
    const usedMore = ({ account: a }: Turn, { account: b }: Turn) => a.group.used - b.group.used || a.used - b.used;
    return ready.reduce<Turn | undefined>((best, turn) => (best && usedMore(best, turn) <= 0 ? best : turn), undefined);
  }

  private hasRoom({ kind, account }: Turn): boolean {
    const { all, ofCaller } = this.limits.atATime[kind];
    const running = this.running.filter((turn) => turn.kind === kind);
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

/** Groups turns by a key, and returns the largest group. */
function largestOf(turns: readonly Turn[], keyOf: (turn: Turn) => Account): Turn[] {
  const groups = new Map<Account, Turn[]>();
  for (const turn of turns) groups.set(keyOf(turn), [...(groups.get(keyOf(turn)) ?? []), turn]);
  return [...groups.values()].reduce((largest, each) => (each.length > largest.length ? each : largest), []);
}
