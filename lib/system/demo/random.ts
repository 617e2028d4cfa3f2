/** Returns a generator of pseudo-random numbers with the same sequence each time (mulberry32). */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** Returns a number from 0 to 1, without 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns an integer from `low` to `high`. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error("there is nothing to pick from");
    return item;
  }

  /** Returns a number of occurrences whose average is `mean`: `mean` rounded down or up at random. */
  count(mean: number): number {
    return Math.floor(mean) + (this.next() < mean % 1 ? 1 : 0);
  }
}
