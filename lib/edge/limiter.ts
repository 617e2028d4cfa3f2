/** How many requests a caller may make in a window of this length. Both are whole numbers, 1 or more. */
export interface Limit {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** The rest of a caller's allowance in the current window. */
export interface Allowance {
  /** From `take`: this request is allowed. From `peek`: the next one is allowed. */
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds when the window ends. */
  readonly resetAtSeconds: number;
}

/** Returns the time until a window ends, in seconds, at least 1. @param resetAtSeconds Unix seconds */
export function secondsUntil(resetAtSeconds: number): number {
  return Math.max(1, Math.ceil(resetAtSeconds - Date.now() / 1_000));
}

/** A limit of requests per key in a fixed window, aligned to the Unix epoch. */
export interface Limiter {
  readonly backend: "memory" | "redis" | "upstash";
  /** true while the shared store cannot be used and counting is local. */
  readonly degraded: boolean;
  /** Counts one request against `key`. Never rejects. In memory: synchronous. */
  take(key: string): Allowance | Promise<Allowance>;
  /** Reads the allowance without counting. Never rejects. In memory: synchronous. */
  peek(key: string): Allowance | Promise<Allowance>;
  /** Rejects if the backend does not respond within `deadlineMilliseconds`, or a second. In memory: resolves. */
  ping(deadlineMilliseconds: number): Promise<void>;
  /** Closes the connection, which is shared by limiters created together. Afterwards `take` counts locally. */
  close(): Promise<void>;
}

/**
 * Counts requests by key, only in this process. It keeps only the current window. The next request drops a finished window as
 * a whole, so no key needs a timer.
 */
export class FixedWindow implements Limiter {
  readonly backend = "memory";
  readonly degraded = false;
  readonly #limit: Limit;
  readonly #clock: () => number;
  readonly #maxKeys: number;
  #index = Number.NaN;
  #counts = new Map<string, number>();

  /**
   * @param clock Unix milliseconds.
   * @param maxKeys Keys in one window; with one more, the count restarts for all. A caller with so many addresses has
   * as many allowances anyway, and memory must be bounded.
   */
  constructor(limit: Limit, clock: () => number = () => Date.now(), maxKeys = 1_000_000) {
    this.#limit = limit;
    this.#clock = clock;
    this.#maxKeys = maxKeys;
  }

  get keys(): number {
    return this.#counts.size;
  }

  /** Counts one request, or any other amount that a window limits, against `key`. */
  take(key: string, amount = 1): Allowance {
    this.#enterWindow();
    if (!this.#counts.has(key) && this.#counts.size >= this.#maxKeys) this.#counts = new Map();
    const used = (this.#counts.get(key) ?? 0) + amount;
    this.#counts.set(key, used);
    return this.#allowance(used, used <= this.#limit.requests);
  }

  /** Undoes one count against `key`. Nothing happens if its window is over. */
  release(key: string, { resetAtSeconds }: Allowance): void {
    this.#enterWindow();
    const used = this.#counts.get(key) ?? 0;
    if (resetAtSeconds === (this.#index + 1) * this.#limit.windowSeconds && used > 0) this.#counts.set(key, used - 1);
  }

  peek(key: string): Allowance {
    this.#enterWindow();
    const used = this.#counts.get(key) ?? 0;
    return this.#allowance(used, used < this.#limit.requests);
  }

  async ping(): Promise<void> {}

  async close(): Promise<void> {}

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
      resetAtSeconds: (this.#index + 1) * windowSeconds,
    };
  }
}
