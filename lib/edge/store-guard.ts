import { withDeadline } from "./deadline";
import type { SharedStore } from "./shared-store";

const answerDeadlineMilliseconds = 250;
const probeIntervalMilliseconds = 1000;
const maxReasonLength = 200;

/** The shared store was lost, or is back. `reason` is the store's own words and holds no secret. */
export type StoreChange = { degraded: true; reason: string } | { degraded: false };

/**
 * Stands between the limiters and a store that may fail. One failure or silence of 250 ms and nobody asks
 * any more, so nobody waits; a probe each second finds out when the store is back.
 */
export class StoreGuard {
  readonly #store: SharedStore;
  readonly #probe: () => Promise<unknown>;
  readonly #onChange: (change: StoreChange) => void;
  #timer: NodeJS.Timeout | undefined;
  #degraded = false;
  #closed = false;

  /** @param probe Must use the store as limiters do, for a PING also succeeds on a store that refuses to write. */
  constructor(store: SharedStore, probe: () => Promise<unknown>, onChange: (change: StoreChange) => void) {
    this.#store = store;
    this.#probe = probe;
    this.#onChange = onChange;
  }

  get degraded(): boolean {
    return this.#degraded;
  }

  /** The store's answer, or undefined when there is none to be had. Never rejects. */
  async ask<T>(question: () => Promise<T>): Promise<T | undefined> {
    if (this.#degraded) return undefined;
    try {
      return await withDeadline(question(), answerDeadlineMilliseconds);
    } catch (error) {
      this.#lose(error);
      return undefined;
    }
  }

  /** Rejects when the store does not answer within `deadlineMilliseconds`. */
  async ping(deadlineMilliseconds: number): Promise<void> {
    await withDeadline(this.#store.ping(), deadlineMilliseconds);
  }

  close(): void {
    this.#closed = true;
    this.#degraded = true;
    clearInterval(this.#timer);
    this.#store.close();
  }

  #lose(error: unknown): void {
    if (this.#degraded) return;
    this.#degraded = true;
    this.#timer = setInterval(() => void this.#tryAgain(), probeIntervalMilliseconds).unref();
    // Only the message: the error's other properties may hold the arguments of a failed AUTH.
    const reason = error instanceof Error ? error.message : String(error);
    this.#onChange({ degraded: true, reason: reason.slice(0, maxReasonLength) });
  }

  async #tryAgain(): Promise<void> {
    try {
      await withDeadline(this.#probe(), answerDeadlineMilliseconds);
    } catch {
      if (!this.#closed) this.#store.reconnect();
      return;
    }
    if (this.#closed) return;
    clearInterval(this.#timer);
    this.#degraded = false;
    this.#onChange({ degraded: false });
  }
}
