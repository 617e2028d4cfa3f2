import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { conflictsWithOthers, mayHaveCommitted, remedyFor } from "@/lib/database/errors";
import { withDeadline } from "@/lib/foundation/deadline";
import { settings } from "@/lib/foundation/env";
import { ServiceError } from "@/lib/foundation/errors";
import { activeSpan, inSpan, type Span, withinSpan } from "@/lib/foundation/tracing/spans";

export interface GroupCommitOptions<Item, Result> {
  /**
   * Stores a batch in one transaction and returns a result for each item, in order. An item with its own fault gets an
   * Error and does not fail the others. `drain` returns the waiting items, once, at most `maxBatch`. A commit that
   * takes its lock first and then drains also gets the items that arrived in the meantime.
   */
  commit: (drain: () => readonly Item[]) => Promise<readonly (Result | Error)[]>;
  /**
   * Finds the results of a batch whose commit may or may not have happened; undefined for an item that is not stored.
   * It must take the same lock, to wait for a transaction that may still be running.
   */
  lookUp: (items: readonly Item[]) => Promise<readonly (Result | undefined)[]>;
  maxBatch?: number;
  /** How many items may wait. Further ones fail with `unavailable`. */
  maxQueued?: number;
  /** Approximate size of an item; absent: all have the same size. */
  bytesOf?: (item: Item) => number;
  /** A batch ends before the item that would exceed this, unless it is its first. */
  maxBatchBytes?: number;
  maxQueuedBytes?: number;
  /** How long after its submission an item with an unknown result is still looked up. */
  deadlineMilliseconds?: number;
}

interface Waiting<Item, Result> {
  item: Item;
  bytes: number;
  /** When it was submitted, by `performance.now()`. */
  since: number;
  /** The span of the request that submitted it. */
  span: Span | undefined;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

const CONFLICT_RETRIES = 5;
const LOOK_UP_PAUSE_MILLISECONDS = 500;
/** Maximum number of links in a span. */
const MAX_LINKS = 128;

/**
 * Combines concurrent writes into one transaction at a time, and resolves each caller when its write is durable. The
 * next batch collects writes in the meantime.
 */
export class GroupCommit<Item, Result> {
  private readonly options: Required<GroupCommitOptions<Item, Result>>;
  private readonly queue: Waiting<Item, Result>[] = [];
  private queuedBytes = 0;
  private isRunning = false;

  constructor(options: GroupCommitOptions<Item, Result>) {
    const bounds = { maxBatch: 512, maxQueued: 4_096, maxBatchBytes: 8_388_608, maxQueuedBytes: 67_108_864 };
    const deadlineMilliseconds = settings().DATABASE_TIMEOUT_SECONDS * 1_000;
    this.options = { ...bounds, deadlineMilliseconds, bytesOf: () => 0, ...options };
  }

  /** Number of items waiting for the next batch. */
  get queued(): number {
    return this.queue.length;
  }

  /** @throws ServiceError `unavailable` if too many wait already; else the item's error from `commit` */
  submit(item: Item): Promise<Result> {
    const bytes = this.options.bytesOf(item);
    const { maxQueued, maxQueuedBytes } = this.options;
    if (this.queue.length >= maxQueued || (this.queuedBytes > 0 && this.queuedBytes + bytes > maxQueuedBytes)) {
      return Promise.reject(new ServiceError("unavailable", "Too many writes are waiting.", { retryAfterSeconds: 1 }));
    }
    return new Promise((resolve, reject) => {
      this.queue.push({ item, bytes, since: performance.now(), span: activeSpan(), resolve, reject });
      this.queuedBytes += bytes;
      void this.run();
    });
  }

  private async run(): Promise<void> {
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.queue.length > 0) {
      // Callers just resolved can submit again and share the next batch.
      await setImmediate();
      // The loop keeps the context of the request that started it.
      await withinSpan(this.queue[0]?.span, () => inSpan("commit batch", (span) => this.commitNext(span)));
    }
    this.isRunning = false;
  }

  /** Takes the next batch out of the queue. */
  private take(): Waiting<Item, Result>[] {
    const { maxBatch, maxBatchBytes } = this.options;
    let count = 0;
    let bytes = 0;
    for (const waiting of this.queue) {
      if (count === maxBatch || (count > 0 && bytes + waiting.bytes > maxBatchBytes)) break;
      count += 1;
      bytes += waiting.bytes;
    }
    this.queuedBytes -= bytes;
    return this.queue.splice(0, count);
  }

  /** Never rejects. Every drained item gets a result in all cases. */
  private async commitNext(span: Span | undefined): Promise<void> {
    let batch: Waiting<Item, Result>[] = [];
    try {
      const results = await this.options.commit(() => {
        if (batch.length === 0) {
          batch = this.take();
          linkToBatch(batch, span);
        }
        return batch.map(({ item }) => item);
      });
      resolveBatch(batch, results);
    } catch (error) {
      if (batch.length > 0) {
        await this.handleFailure(batch, error, CONFLICT_RETRIES);
      } else {
        // It failed before draining, so nothing can be stored. The waiting items are the ones that failed.
        batch = this.take();
        for (const { reject } of batch) reject(error);
      }
    }
  }

  private async handleFailure(batch: Waiting<Item, Result>[], error: unknown, retries: number): Promise<void> {
    if (mayHaveCommitted(error)) return this.resolveUncertain(batch, error);
    const clash = conflictsWithOthers(error) && retries > 0;
    if (clash) return this.retry(batch, retries - 1);
    const remedy = remedyFor(error);
    if (remedy !== undefined && remedy !== "permanent" && batch.length > 1) {
      // One item may have failed the whole batch, so each gets its own transaction.
      for (const one of batch) await this.retry([one], 0);
      return;
    }
    for (const { reject } of batch) reject(error);
  }

  private async retry(batch: Waiting<Item, Result>[], retries: number): Promise<void> {
    try {
      resolveBatch(batch, await this.options.commit(() => batch.map(({ item }) => item)));
    } catch (error) {
      await this.handleFailure(batch, error, retries);
    }
  }

  private async resolveUncertain(batch: Waiting<Item, Result>[], error: unknown): Promise<void> {
    const found = await this.lookUpInTime(batch);
    if (found === undefined) {
      // The database is unreachable. The waiting items arrived during this time, and nothing of them was sent.
      for (const { reject } of [...batch, ...this.queue.splice(0)]) reject(error);
      this.queuedBytes = 0;
      return;
    }
    for (const [index, { resolve, reject }] of batch.entries()) {
      const result = found[index];
      if (result === undefined) reject(error);
      else resolve(result);
    }
  }

  /** @returns undefined if the first of the batch has waited too long */
  private async lookUpInTime(batch: Waiting<Item, Result>[]): Promise<readonly (Result | undefined)[] | undefined> {
    const until = Math.min(...batch.map(({ since }) => since)) + this.options.deadlineMilliseconds;
    const left = () => until - performance.now();
    while (left() > 0) {
      try {
        return await withDeadline(this.options.lookUp(batch.map(({ item }) => item)), left());
      } catch (error) {
        if (remedyFor(error) === "permanent") return undefined;
        await sleep(Math.max(Math.min(LOOK_UP_PAUSE_MILLISECONDS, left()), 0));
      }
    }
    return undefined;
  }
}

/**
 * Links the spans of requests that share a transaction. Its statements are recorded under the first; the others and it
 * link to each other.
 */
function linkToBatch([, ...others]: Waiting<unknown, never>[], batch: Span | undefined): void {
  if (batch === undefined) return;
  for (const { span } of others.slice(0, MAX_LINKS)) {
    span?.addLink({ context: batch.spanContext() });
    if (span) batch.addLink({ context: span.spanContext() });
  }
}

function resolveBatch<Item, Result>(batch: Waiting<Item, Result>[], results: readonly (Result | Error)[]): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const result = results[index];
    if (result === undefined) reject(new Error("a batch answered for fewer items than it was given"));
    else if (result instanceof Error) reject(result);
    else resolve(result);
  }
}
