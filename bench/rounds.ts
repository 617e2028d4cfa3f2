/** An operation to measure repeatedly. */
export interface Contender {
  name: string;
  /** Does it once. Returns the milliseconds it took, or anything else, and then it is timed to its end. */
  run: (number: number) => Promise<unknown>;
  /** How often in a round. Slower contenders have fewer, so that their rounds last about as long. */
  runs: number;
}

/** The results of one contender with a number of callers. */
export interface Play {
  /** Of each round. */
  perSecond: number[];
  latenciesMilliseconds: number[];
}

/** One round in a closed loop: each caller starts its next run when its last one is done. */
async function playRound({ run, runs }: Contender, callers: number): Promise<Play> {
  let left = runs;
  const latenciesMilliseconds: number[] = [];
  const began = performance.now();
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      const started = performance.now();
      const timed = await run(left);
      latenciesMilliseconds.push(typeof timed === "number" ? timed : performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return { perSecond: [(1_000 * runs) / (performance.now() - began)], latenciesMilliseconds };
}

/**
 * Runs rounds of all contenders in alternating order, so noise affects all of them equally. The first round of each
 * does not count. Returns the rounds of each.
 */
export async function byTurns<C, R>(
  contenders: readonly C[],
  rounds: number,
  play: (contender: C) => Promise<R>,
): Promise<R[][]> {
  const turns = contenders.map((contender) => ({ contender, played: [] as R[] }));
  for (let round = -1; round < rounds; round += 1) {
    for (const { contender, played } of round % 2 === 0 ? turns : turns.toReversed()) {
      const result = await play(contender);
      if (round >= 0) played.push(result);
    }
  }
  return turns.map(({ played }) => played);
}

/** Runs all contenders in this process with a number of callers. */
export async function playByTurns(contenders: readonly Contender[], callers: number, rounds: number): Promise<Play[]> {
  const played = await byTurns(contenders, rounds, (contender) => playRound(contender, callers));
  return played.map((plays) => ({
    perSecond: plays.flatMap(({ perSecond }) => perSecond),
    latenciesMilliseconds: plays.flatMap(({ latenciesMilliseconds }) => latenciesMilliseconds),
  }));
}

/** Returns the median over rounds of one contender's figure over another's in the same round. */
export function medianRatio(over: readonly number[], under: readonly number[]): number {
  return quantile(
    over.map((figure, round) => figure / (under[round] ?? Number.NaN)),
    0.5,
  );
}

/** Returns the value below which this share of the others lies. */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}
