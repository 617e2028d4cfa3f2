import type { Allowance, Limit } from "./limiter";

/**
 * Counts requests by key in this process. Only the current window is held, so a finished one is dropped
 * whole at the next request, and no key needs a timer.
 */
export class FixedWindow {
  readonly #limit: Limit;
  readonly #clock: () => number;
  readonly #maxKeys: number;
  #index = Number.NaN;
  #counts = new Map<string, number>();

  /**
   * @param clock Unix milliseconds.
   * @param maxKeys Keys held in one window; one more and the count starts afresh for all. Whoever commands
   * so many addresses has as many allowances anyway, and memory must end somewhere.
   */
  constructor(limit: Limit, clock: () => number = () => Date.now(), maxKeys = 1_000_000) {
    this.#limit = limit;
    this.#clock = clock;
    this.#maxKeys = maxKeys;
  }

  /** How many keys are held in memory. */
  get keys(): number {
    return this.#counts.size;
  }

  /** Counts one request against `key`. */
  take(key: string): Allowance {
    this.#enterWindow();
    const used = (this.#counts.get(key) ?? 0) + 1;
    if (used === 1 && this.#counts.size >= this.#maxKeys) this.#counts = new Map();
    this.#counts.set(key, used);
    return this.#allowance(used, used <= this.#limit.requests);
  }

  /** Reads the allowance without counting. */
  peek(key: string): Allowance {
    this.#enterWindow();
    const used = this.#counts.get(key) ?? 0;
    return this.#allowance(used, used < this.#limit.requests);
  }

  #enterWindow(): void {
    const index = Math.floor(this.#clock() / (this.#limit.windowSeconds * 1000));
    if (index === this.#index) return;
    this.#index = index;
    this.#counts = new Map();
  }

  #allowance(used: number, allowed: boolean): Allowance {
    const { requests, windowSeconds } = this.#limit;
    return {
      allowed,
      limit: requests,
      remaining: Math.max(0, requests - used),
      resetSeconds: (this.#index + 1) * windowSeconds,
    };
  }
}
