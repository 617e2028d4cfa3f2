/** Something to measure, done over and over. */
export interface Contender {
  name: string;
  /** Does it once. @returns the milliseconds it took, or anything else, and then it is timed to its end */
  run: (number: number) => Promise<unknown>;
  /** How often in a round. Slower contenders have fewer, so that their rounds last about as long. */
  runs: number;
}

/** What one contender did with so many callers. */
export interface Play {
  /** Of each round. */
  perSecond: number[];
  /** The mean time of each round's runs. */
  meansMilliseconds: number[];
  latenciesMilliseconds: number[];
}

const noPlay = (): Play => ({ perSecond: [], meansMilliseconds: [], latenciesMilliseconds: [] });

/** One round in a closed loop: each caller starts its next run when its last one is done. */
async function playRound(play: Play, { run, runs }: Contender, callers: number): Promise<void> {
  let left = runs;
  let total = 0;
  const began = performance.now();
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      const started = performance.now();
      const timed = await run(left);
      const milliseconds = typeof timed === "number" ? timed : performance.now() - started;
      play.latenciesMilliseconds.push(milliseconds);
      total += milliseconds;
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  play.perSecond.push((1_000 * runs) / (performance.now() - began));
  play.meansMilliseconds.push(total / runs);
}

/** The median over rounds of one contender's figure over another's in the same round. */
export function medianRatio(over: number[], under: number[]): number {
  return quantile(
    over.map((figure, round) => figure / (under[round] ?? Number.NaN)),
    0.5,
  );
}

/** Plays all by turns, now forwards, now backwards, so that noise hits them alike. The first round does not count. */
export async function playByTurns(contenders: readonly Contender[], callers: number, rounds: number): Promise<Play[]> {
  const plays = contenders.map(noPlay);
  for (let round = -1; round < rounds; round += 1) {
    const turns = contenders.map((contender, index) => ({ contender, index }));
    for (const { contender, index } of round % 2 === 0 ? turns : turns.reverse()) {
      await playRound(round < 0 ? noPlay() : (plays[index] ?? noPlay()), contender, callers);
    }
  }
  return plays;
}

/** The value below which this share of the others lies. */
export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN;
}
