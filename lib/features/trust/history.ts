import type { TrustChange } from "./schema";

/** An event that changed a standing, or a run of days without any other change. */
export interface HistoryRun {
  /** The standing before; absent at the beginning of the history. */
  before?: TrustChange;
  first: TrustChange;
  last: TrustChange;
  /** How many changes of the history it combines. */
  changes: number;
}

const byTimeAlone = ({ reason }: TrustChange) => reason.kind === "new_day";

/**
 * Groups a history for readers. Each event is one item. The days between two events, in which time alone moved the
 * score within its tier, are one item.
 * @param newestFirst in the order of the API's response
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

/** Returns whether an item is more than days that passed within a tier. */
export function isEvent({ before, first }: HistoryRun): boolean {
  return !byTimeAlone(first) || before?.trust_tier !== first.trust_tier;
}
