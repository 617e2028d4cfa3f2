import type { TrustChange } from "./schema";

/** Something that changed a standing, or a run of days that did so alone. */
export interface HistoryRun {
  /** How it stood before; absent where the history begins. */
  before?: TrustChange;
  first: TrustChange;
  last: TrustChange;
  /** How many changes of the history it is. */
  changes: number;
}

const byTimeAlone = ({ reason }: TrustChange) => reason.kind === "new_day";

/**
 * A history as a reader wants it: each event by itself, and the days between two events, which only moved the score
 * within its tier, as one.
 * @param newestFirst as the API answers it
 * @returns oldest first
 */
export function runsOf(newestFirst: readonly TrustChange[]): HistoryRun[] {
  const runs: HistoryRun[] = [];
  for (const change of newestFirst.toReversed()) {
    const run = runs.at(-1);
    const quiet = run !== undefined && byTimeAlone(change) && run.last.trust_tier === change.trust_tier;
    if (quiet && byTimeAlone(run.first)) Object.assign(run, { last: change, changes: run.changes + 1 });
    else runs.push({ ...(run ? { before: run.last } : {}), first: change, last: change, changes: 1 });
  }
  return runs;
}

/** Whether a run is worth a mark: not only days that went by within a tier. */
export function isEvent({ before, first }: HistoryRun): boolean {
  return !byTimeAlone(first) || before?.trust_tier !== first.trust_tier;
}
