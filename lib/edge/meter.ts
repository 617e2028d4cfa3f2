import { performance } from "node:perf_hooks";
import { LRUCache } from "lru-cache";
import type { Work } from "@/lib/authority/context";
import { networkBucket } from "./address";

/** After this time, 37 percent (1/e) of a use still count. */
const MEMORY_MILLISECONDS = 10_000;
/** The time that a share may use at once after a pause. */
const BURST_MILLISECONDS = 600;
/** Callers in memory. The one unused for longest is forgotten. */
const MAX_ACCOUNTS = 100_000;

/** A caller: a principal or an address (/64). */
export class Account {
  /** The /48 of an IPv6 address, otherwise the account itself. Groups are compared to find the largest holder. */
  readonly group: Account;
  /** When a turn of the group last began, by its kind. */
  readonly servedAt: Partial<Record<string, number>> = {};
  private readonly now: () => number;
  private milliseconds = 0;
  private countedAt = 0;

  constructor(now: () => number, group?: Account) {
    this.now = now;
    this.group = group ?? this;
  }

  /** The CPU milliseconds of the last seconds. */
  get used(): number {
    const now = this.now();
    this.milliseconds *= Math.exp((this.countedAt - now) / MEMORY_MILLISECONDS);
    this.countedAt = now;
    return this.milliseconds;
  }

  spend(milliseconds: number): void {
    this.milliseconds = this.used + milliseconds;
    if (this.group !== this) this.group.spend(milliseconds);
  }
}

/** A part of the main thread's time, for all work of a kind together. */
export class TimeShare {
  private readonly share: number;
  private readonly now: () => number;
  /** Negative if more was used. */
  private milliseconds = BURST_MILLISECONDS;
  private filledAt: number;

  constructor(percent: number, now: () => number) {
    this.share = percent / 100;
    this.now = now;
    this.filledAt = now();
  }

  use(milliseconds: number): void {
    this.milliseconds = this.left() - milliseconds;
  }

  /** Returns after how many milliseconds there is time again; 0 if there is some. */
  millisecondsUntilFree(): number {
    const left = this.left();
    return left > 0 ? 0 : Math.ceil((1 - left) / this.share);
  }

  private left(): number {
    const now = this.now();
    this.milliseconds = Math.min(BURST_MILLISECONDS, this.milliseconds + (now - this.filledAt) * this.share);
    this.filledAt = now;
    return this.milliseconds;
  }
}

export interface MeterOptions {
  /** Milliseconds since any moment. */
  now?: () => number;
  /** Milliseconds in which the main thread was busy, since any moment. */
  busy?: () => number;
}

/**
 * Charges the CPU time of requests to their callers. Parts known to be expensive are timed. The rest of the main thread's
 * time is divided equally among the requests in progress, because JavaScript cannot measure the time of a single one.
 */
export class Meter {
  readonly now: () => number;
  private readonly busy: () => number;
  private readonly accounts = new LRUCache<string, Account>({ max: MAX_ACCOUNTS });
  private inProgress = 0;
  private settledAt: number;
  private timedMilliseconds = 0;
  /** The share of a request that was in progress all the time. */
  private share = 0;

  constructor({
    now = () => performance.now(),
    busy = () => performance.eventLoopUtilization().active,
  }: MeterOptions = {}) {
    this.now = now;
    this.busy = busy;
    this.settledAt = busy();
  }

  account(bucket: string): Account {
    const known = this.accounts.get(bucket);
    if (known !== undefined) return known;
    const network = networkBucket(bucket);
    const account = new Account(this.now, network === null ? undefined : this.account(network));
    this.accounts.set(bucket, account);
    return account;
  }

  /** Charges work of the main thread that was not begun, and is over. */
  charge(account: Account, milliseconds: number): void {
    this.timedMilliseconds += milliseconds;
    account.spend(milliseconds);
  }

  /** Begins a request's work. @param share the share of time that it uses too */
  begin(account: Account, share?: TimeShare | undefined): Omit<Work, "turn"> & { end: () => void } {
    this.settle();
    this.inProgress += 1;
    const before = this.share;
    const spend = (milliseconds: number) => {
      account.spend(milliseconds);
      share?.use(milliseconds);
    };
    return {
      charge: (milliseconds) => {
        this.timedMilliseconds += milliseconds;
        spend(milliseconds);
      },
      chargeElsewhere: (milliseconds) => account.spend(milliseconds),
      used: () => account.group.used,
      end: () => {
        this.settle();
        this.inProgress -= 1;
        spend(this.share - before);
      },
    };
  }

  private settle(): void {
    const busy = this.busy();
    if (this.inProgress > 0)
      this.share += Math.max(0, busy - this.settledAt - this.timedMilliseconds) / this.inProgress;
    this.timedMilliseconds = 0;
    this.settledAt = busy;
  }
}
