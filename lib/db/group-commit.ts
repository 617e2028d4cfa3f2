import { setImmediate } from "node:timers/promises";
import { conflictsWithOthers, isDatabaseError, mayHaveCommitted } from "@/lib/db/errors";
import { ServiceError } from "@/lib/errors";

export interface GroupCommitOptions<Item, Result> {
  /**
   * Stores a batch in one transaction and answers for each of its items, in order; an item that is refused on its own
   * account gets an Error and does not fail the others. `drain` hands over what waits, once, at most `maxBatch` items: a
   * commit that first takes its lock and then drains gathers all who came meanwhile.
   */
  commit: (drain: () => readonly Item[]) => Promise<readonly (Result | Error)[]>;
  /**
   * Finds out what became of a batch whose commit may or may not have happened, undefined for an item that is not
   * stored. It must wait for whatever transaction may still be under way, by taking the same lock.
   */
  lookUp: (items: readonly Item[]) => Promise<readonly (Result | undefined)[]>;
  maxBatch?: number;
  /** Whether a batch may be started while another is under way, as far as the outside knows; absent: never. */
  mayOverlap?: () => boolean;
  /** How many may wait; one more is refused with `unavailable`. */
  maxQueued?: number;
  /** Roughly how large an item is; absent: all alike. */
  bytesOf?: (item: Item) => number;
  /** A batch ends before the item that would exceed this, unless it is its first. */
  maxBatchBytes?: number;
  maxQueuedBytes?: number;
}

interface Waiting<Item, Result> {
  item: Item;
  bytes: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

const CONFLICT_RETRIES = 5;
const LOOK_UPS = 4;
const LOOK_UP_PAUSE_MILLISECONDS = 500;

/** Where batches may overlap: as many, since the process prepares one while the database stores the other. */
const OVERLAPPING_BATCHES = 2;
/** Fewer are no batch worth its own commit, where another is under way. */
const LEAST_OVERLAPPING = 8;

/**
 * Gathers concurrent writes into few transactions, and answers each caller when it is durable. One batch is under way
 * per process, or two where they may overlap and share what there is to do; the next gathers meanwhile.
 */
export class GroupCommit<Item, Result> {
  private readonly options: Required<GroupCommitOptions<Item, Result>>;
  private readonly queue: Waiting<Item, Result>[] = [];
  private queuedBytes = 0;
  private batchesUnderWay = 0;
  private itemsUnderWay = 0;
  private starting = false;

  constructor(options: GroupCommitOptions<Item, Result>) {
    const bounds = { maxBatch: 512, maxQueued: 4_096, maxBatchBytes: 8_388_608, maxQueuedBytes: 67_108_864 };
    this.options = { ...bounds, bytesOf: () => 0, mayOverlap: () => false, ...options };
  }

  /** How many wait for the next batch. */
  get queued(): number {
    return this.queue.length;
  }

  /** @throws ServiceError `unavailable` where too many wait already; else what `commit` answers for the item */
  submit(item: Item): Promise<Result> {
    const bytes = this.options.bytesOf(item);
    const { maxQueued, maxQueuedBytes } = this.options;
    if (this.queue.length >= maxQueued || (this.queuedBytes > 0 && this.queuedBytes + bytes > maxQueuedBytes)) {
      return Promise.reject(new ServiceError("unavailable", "Too many writes are waiting.", { retryAfterSeconds: 1 }));
    }
    return new Promise((resolve, reject) => {
      this.queue.push({ item, bytes, resolve, reject });
      this.queuedBytes += bytes;
      void this.start();
    });
  }

  private mayStart(): boolean {
    if (this.queue.length === 0 || this.batchesUnderWay === 0) return this.queue.length > 0;
    if (this.batchesUnderWay === OVERLAPPING_BATCHES || this.queue.length < LEAST_OVERLAPPING) return false;
    return this.options.mayOverlap();
  }

  /** Starts what may be started, once all who were answered just now have had their turn to come again. */
  private async start(): Promise<void> {
    if (this.starting) return;
    this.starting = true;
    await setImmediate();
    this.starting = false;
    while (this.mayStart()) void this.commitNext();
  }

  /** Takes the next batch out of the queue. */
  private take(): Waiting<Item, Result>[] {
    const { maxBatch, maxBatchBytes, mayOverlap } = this.options;
    const share = Math.ceil((this.queue.length + this.itemsUnderWay) / OVERLAPPING_BATCHES);
    const most = share >= LEAST_OVERLAPPING && mayOverlap() ? Math.min(share, maxBatch) : maxBatch;
    let count = 0;
    let bytes = 0;
    for (const waiting of this.queue) {
      if (count === most || (count > 0 && bytes + waiting.bytes > maxBatchBytes)) break;
      count += 1;
      bytes += waiting.bytes;
    }
    this.queuedBytes -= bytes;
    this.itemsUnderWay += count;
    return this.queue.splice(0, count);
  }

  /** Never rejects: whatever happens, everyone drained is answered. */
  private async commitNext(): Promise<void> {
    this.batchesUnderWay += 1;
    let batch: Waiting<Item, Result>[] = [];
    try {
      const results = await this.options.commit(() => {
        if (batch.length === 0) batch = this.take();
        return batch.map(({ item }) => item);
      });
      answer(batch, results);
    } catch (error) {
      if (batch.length > 0) {
        await this.settle(batch, error, CONFLICT_RETRIES);
      } else {
        // It failed before it took anyone, so nothing can be stored: those who wait are who it failed.
        batch = this.take();
        for (const { reject } of batch) reject(error);
      }
    }
    this.batchesUnderWay -= 1;
    this.itemsUnderWay -= batch.length;
    void this.start();
  }

  private async settle(batch: Waiting<Item, Result>[], error: unknown, retries: number): Promise<void> {
    if (mayHaveCommitted(error)) return this.settleUnknown(batch, error);
    const clash = conflictsWithOthers(error) && retries > 0;
    if (clash) return this.again(batch, retries - 1);
    if (isDatabaseError(error) && batch.length > 1) {
      // One item may have spoilt it for all: each gets a transaction of its own.
      for (const one of batch) await this.again([one], 0);
      return;
    }
    for (const { reject } of batch) reject(error);
  }

  private async again(batch: Waiting<Item, Result>[], retries: number): Promise<void> {
    try {
      answer(batch, await this.options.commit(() => batch.map(({ item }) => item)));
    } catch (error) {
      await this.settle(batch, error, retries);
    }
  }

  private async settleUnknown(batch: Waiting<Item, Result>[], error: unknown): Promise<void> {
    for (let attempt = 0; attempt < LOOK_UPS; attempt += 1) {
      try {
        const found = await this.options.lookUp(batch.map(({ item }) => item));
        for (const [index, { resolve, reject }] of batch.entries()) {
          const result = found[index];
          if (result === undefined) reject(error);
          else resolve(result);
        }
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, LOOK_UP_PAUSE_MILLISECONDS));
      }
    }
    for (const { reject } of batch) reject(error);
  }
}

function answer<Item, Result>(batch: Waiting<Item, Result>[], results: readonly (Result | Error)[]): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const result = results[index];
    if (result === undefined) reject(new Error("a batch answered for fewer items than it was given"));
    else if (result instanceof Error) reject(result);
    else resolve(result);
  }
}
