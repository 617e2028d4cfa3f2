import { quantile } from "../load";

/** What one contender did with so many callers. */
export interface Play {
  perSecond: number[];
  latenciesMilliseconds: number[];
}

export const noPlay = (): Play => ({ perSecond: [], latenciesMilliseconds: [] });

/** One round in a closed loop: each caller appends again when it is answered. */
export async function playRound(
  play: Play,
  { append, appends }: { append: (number: number) => Promise<unknown>; appends: number },
  callers: number,
): Promise<void> {
  let left = appends;
  const started = performance.now();
  const caller = async () => {
    while (left > 0) {
      left -= 1;
      const asked = performance.now();
      await append(left);
      play.latenciesMilliseconds.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  play.perSecond.push((1_000 * appends) / (performance.now() - started));
}

/** The median over rounds of what one did in a second over what another did in the same round. */
export function medianRatio(over: Play, under: Play): number {
  return quantile(
    over.perSecond.map((rate, round) => rate / (under.perSecond[round] ?? Number.NaN)),
    0.5,
  );
}

/** Plays all by turns, now forwards, now backwards, so that noise hits them alike. The first round does not count. */
export async function playByTurns<T extends { append: (number: number) => Promise<unknown>; appends: number }>(
  contenders: readonly T[],
  callers: number,
  rounds: number,
): Promise<Play[]> {
  const plays = contenders.map(noPlay);
  for (let round = -1; round < rounds; round += 1) {
    const turns = contenders.map((contender, index) => ({ contender, index }));
    for (const { contender, index } of round % 2 === 0 ? turns : turns.reverse()) {
      await playRound(round < 0 ? noPlay() : (plays[index] ?? noPlay()), contender, callers);
    }
  }
  return plays;
}
