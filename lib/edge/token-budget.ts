import { ServiceError } from "@/lib/foundation/errors";
import type { KnownSecrets } from "./known-secrets";
import { FixedWindow, type Limit } from "./limiter";

/** Thrown if an address has tried too many wrong secrets, and too many more are waiting. */
export class TooManyWrongSecrets extends Error {
  override readonly name = "TooManyWrongSecrets";
  /** Unix seconds when the address may try again without waiting. */
  readonly resetAtSeconds: number;

  constructor(resetAtSeconds: number) {
    super("too many wrong secrets from this address");
    this.resetAtSeconds = resetAtSeconds;
  }
}

/**
 * Limits how many wrong secrets one address may try in a window. A look-up takes a permit, and returns it unless the
 * secret was wrong. An address without permits is not locked out, because a valid secret may still come from it. Its
 * look-ups run one at a time, and a limited number of them may wait. A secret that was recently valid needs no permit.
 */
export class TokenBudget {
  private readonly permits: FixedWindow;
  private readonly maxWaiting: number;
  private readonly known: KnownSecrets;
  /** The look-ups of each address without permits: one runs, the others wait. */
  private readonly queues = new Map<string, { lookUps: number; last: Promise<unknown> }>();

  constructor(limit: Limit, maxWaiting: number, known: KnownSecrets, clock?: () => number) {
    this.permits = new FixedWindow(limit, clock);
    this.maxWaiting = maxWaiting;
    this.known = known;
  }

  /**
   * Looks up a secret, at once or in the queue of its address.
   * @param isWrong whether the result means a wrong secret; the error `unauthenticated` also does, other errors do not
   * @throws TooManyWrongSecrets; what `lookUp` throws
   */
  async lookUp<T>(
    address: string,
    secret: string,
    lookUp: () => Promise<T>,
    isWrong: (found: T) => boolean = () => false,
  ): Promise<T> {
    const isKnown = this.known.find(secret) !== undefined;
    const permit = isKnown ? undefined : this.permits.take(address);
    if (permit?.allowed === false) {
      this.permits.release(address, permit);
      return this.lookUpInQueue(address, lookUp, permit.resetAtSeconds);
    }
    let wrong = false;
    try {
      const found = await lookUp();
      wrong = isWrong(found);
      return found;
    } catch (error) {
      wrong = error instanceof ServiceError && error.kind === "unauthenticated";
      throw error;
    } finally {
      if (permit !== undefined && !wrong) this.permits.release(address, permit);
      if (isKnown && wrong) {
        this.known.remove(secret);
        this.permits.take(address);
      }
    }
  }

  private async lookUpInQueue<T>(address: string, lookUp: () => Promise<T>, resetAtSeconds: number): Promise<T> {
    const queue = this.queues.get(address) ?? { lookUps: 0, last: Promise.resolve() };
    if (queue.lookUps > this.maxWaiting) throw new TooManyWrongSecrets(resetAtSeconds);
    queue.lookUps += 1;
    this.queues.set(address, queue);
    const found = queue.last.then(lookUp);
    queue.last = found.catch(() => {});
    try {
      return await found;
    } finally {
      queue.lookUps -= 1;
      if (queue.lookUps === 0) this.queues.delete(address);
    }
  }
}
