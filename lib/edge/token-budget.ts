import { FixedWindow, type Limit } from "./limiter";

/** Thrown if an address has tried too many wrong secrets, and too many more are waiting. */
export class TooManyGuesses extends Error {
  override readonly name = "TooManyGuesses";
  /** Unix seconds when the address may try again without waiting. */
  readonly resetAtSeconds: number;

  constructor(resetAtSeconds: number) {
    super("too many wrong secrets from this address");
    this.resetAtSeconds = resetAtSeconds;
  }
}

/**
 * Bounds the look-ups of secrets from one address. Wrong secrets and running look-ups share a number of places per
 * window, and a valid one gives its place back. An address without free places is not locked out, because a valid secret
 * may come from it too. Its look-ups then run one at a time.
 */
export class TokenBudget {
  private readonly places: FixedWindow;
  private readonly maxWaiting: number;
  /** For each address without free places, its look-ups: one running, the others waiting. */
  private readonly lanes = new Map<string, { lookUps: number; last: Promise<unknown> }>();

  constructor(limit: Limit, maxWaiting: number, clock?: () => number) {
    this.places = new FixedWindow(limit, clock);
    this.maxWaiting = maxWaiting;
  }

  /**
   * Looks up a secret in its turn.
   * @param isWrong whether the result means a wrong secret; a failed look-up does not
   * @throws TooManyGuesses; what `lookUp` throws
   */
  async lookUp<T>(address: string, lookUp: () => Promise<T>, isWrong: (found: T) => boolean): Promise<T> {
    const place = this.places.take(address);
    if (!place.allowed) {
      this.places.giveBack(address, place);
      return this.inTurn(address, lookUp, place.resetAtSeconds);
    }
    let wrong = false;
    try {
      const found = await lookUp();
      wrong = isWrong(found);
      return found;
    } finally {
      if (!wrong) this.places.giveBack(address, place);
    }
  }

  /** Counts a wrong secret that was looked up without a place. */
  countWrong(address: string): void {
    this.places.take(address);
  }

  private async inTurn<T>(address: string, lookUp: () => Promise<T>, resetAtSeconds: number): Promise<T> {
    const lane = this.lanes.get(address) ?? { lookUps: 0, last: Promise.resolve() };
    if (lane.lookUps > this.maxWaiting) throw new TooManyGuesses(resetAtSeconds);
    lane.lookUps += 1;
    this.lanes.set(address, lane);
    const found = lane.last.then(lookUp);
    lane.last = found.catch(() => {});
    try {
      return await found;
    } finally {
      lane.lookUps -= 1;
      if (lane.lookUps === 0) this.lanes.delete(address);
    }
  }
}
