/** Limits of simultaneous renderings and of waiting requests. */
export interface SlotLimits {
  slots: number;
  /** How many of these slots are reserved for sessions. */
  keptSlots: number;
  /** Slots that one bucket may have at a time. */
  slotsOfBucket: number;
  waitingOfBucket: number;
  /** Waiting requests of all buckets. */
  waiting: number;
}

/** Gives a slot back. Repeated calls have no effect. */
export type Release = () => void;

interface Waiting {
  hasSession: boolean;
  admit: (release: Release) => void;
}

/**
 * Limits how many pages are rendered at a time, because they share one thread with all other requests. Buckets take
 * turns, so a bucket with many requests delays only itself.
 */
export class RenderSlots {
  private readonly limits: SlotLimits;
  /** Waiting requests by bucket, in the order of turns. */
  private readonly queues = new Map<string, Waiting[]>();
  /** Slots in use by each bucket. */
  private readonly holders = new Map<string, number>();
  private running = 0;
  private waiting = 0;

  constructor(limits: SlotLimits) {
    this.limits = limits;
  }

  /**
   * Waits for a slot.
   * @param hasSession whether the request belongs to a session, which may use the reserved slots and does not count the
   * others
   * @param gone aborted when the client has left
   * @returns a function that gives the slot back; null if too many wait already, or the client has left
   */
  async enter(bucket: string, hasSession: boolean, gone: AbortSignal): Promise<Release | null> {
    if (gone.aborted) return null;
    if (this.queues.size === 0 && this.hasRoom(bucket, hasSession)) return this.take(bucket);
    const queue = this.queues.get(bucket) ?? [];
    const isFull = this.waiting >= this.limits.waiting && !hasSession;
    if (queue.length >= this.limits.waitingOfBucket || isFull) return null;
    const { promise, resolve } = withResolvers<Release | null>();
    const entry: Waiting = { hasSession, admit: resolve };
    this.queues.set(bucket, [...queue, entry]);
    this.waiting += 1;
    gone.addEventListener("abort", () => {
      if (this.remove(bucket, entry)) resolve(null);
    });
    this.admitNext();
    return promise;
  }

  private hasRoom(bucket: string, hasSession: boolean): boolean {
    if ((this.holders.get(bucket) ?? 0) >= this.limits.slotsOfBucket) return false;
    return this.running < this.limits.slots - (hasSession ? 0 : this.limits.keptSlots);
  }

  private take(bucket: string): Release {
    this.running += 1;
    this.holders.set(bucket, (this.holders.get(bucket) ?? 0) + 1);
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.running -= 1;
      const others = (this.holders.get(bucket) ?? 0) - 1;
      if (others > 0) this.holders.set(bucket, others);
      else this.holders.delete(bucket);
      this.admitNext();
    };
  }

  /** Gives free slots to the next buckets. A bucket that had its turn moves to the end. */
  private admitNext(): void {
    for (const [bucket, [first]] of [...this.queues]) {
      if (first === undefined || !this.hasRoom(bucket, first.hasSession)) continue;
      this.remove(bucket, first);
      const rest = this.queues.get(bucket);
      if (rest !== undefined) {
        this.queues.delete(bucket);
        this.queues.set(bucket, rest);
      }
      first.admit(this.take(bucket));
    }
  }

  /** @returns whether it was still waiting */
  private remove(bucket: string, entry: Waiting): boolean {
    const queue = this.queues.get(bucket) ?? [];
    if (!queue.includes(entry)) return false;
    this.waiting -= 1;
    const rest = queue.filter((each) => each !== entry);
    if (rest.length > 0) this.queues.set(bucket, rest);
    else this.queues.delete(bucket);
    return true;
  }
}

/** `Promise.withResolvers`, which Node 20 does not have. */
function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
