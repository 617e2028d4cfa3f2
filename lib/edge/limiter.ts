/** How many requests a caller may make in a window of this length. Both are whole numbers, 1 or more. */
export interface Limit {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** What a caller may still do in the current window. */
export interface Allowance {
  /** From `take`: this request may pass. From `peek`: the next one may. */
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds when the window ends. */
  readonly resetSeconds: number;
}

/** A fixed window, aligned to the Unix epoch, of so many requests a key. */
export interface Limiter {
  readonly backend: "memory" | "redis" | "upstash";
  /** true while the shared store cannot be used and counting is local. */
  readonly degraded: boolean;
  /** Counts one request against `key`. Never rejects. */
  take(key: string): Promise<Allowance>;
  /** Reads the allowance without counting. Never rejects. */
  peek(key: string): Promise<Allowance>;
  /** Rejects when the backend does not answer within `deadlineMilliseconds`, or a second. In memory: resolves. */
  ping(deadlineMilliseconds: number): Promise<void>;
  /** Closes the connection, which limiters created together share. After it, `take` counts locally. */
  close(): Promise<void>;
}
