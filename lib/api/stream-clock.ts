/** An object that is called at intervals. */
export interface Ticked {
  /** @param now the value of `performance.now()` */
  tick: (now: number) => void;
}

const SHORTEST_MILLISECONDS = 5;
const LONGEST_MILLISECONDS = 1_000;

interface Clock {
  ticked: Set<Ticked>;
  timer: NodeJS.Timeout;
}

const clocks = new Map<number, Clock>();

/**
 * Calls `tick` at an approximate interval. One timer serves all objects with the same interval, because a timer for
 * each of a thousand streams would cost more than the streams.
 * @param milliseconds at most a second
 * @returns a function that stops it
 */
export function tickEvery(milliseconds: number, ticked: Ticked): () => void {
  const interval = Math.min(Math.max(Math.round(milliseconds), SHORTEST_MILLISECONDS), LONGEST_MILLISECONDS);
  let clock = clocks.get(interval);
  if (clock === undefined) {
    const all = new Set<Ticked>();
    const tickAll = () => {
      const now = performance.now();
      for (const each of all) each.tick(now);
    };
    clock = { ticked: all, timer: setInterval(tickAll, interval).unref() };
    clocks.set(interval, clock);
  }
  const { ticked: all, timer } = clock;
  all.add(ticked);
  return () => {
    all.delete(ticked);
    if (all.size > 0 || clocks.get(interval)?.ticked !== all) return;
    clearInterval(timer);
    clocks.delete(interval);
  };
}
