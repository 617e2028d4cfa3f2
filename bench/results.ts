import { readFileSync, writeFileSync } from "node:fs";
import type { Measured } from "./measure";
import { quantile } from "./rounds";
import type { Goal } from "./scenarios";

export const PART_NAMES = [
  "peers",
  "engines",
  "start",
  "growth",
  "memory",
  "attacks",
  "ledger",
  "guard",
  "ard",
  "feed",
  "following",
] as const;
export type PartName = (typeof PART_NAMES)[number];

/** One contender's figures, medians of the rounds. Null if it was not measured. */
export interface Contended {
  name: string;
  perSecond: number | null;
  p50Milliseconds: number;
  p99Milliseconds: number | null;
  /** CPU time of the server's process per request. */
  cpuMilliseconds: number | null;
  /** Share of a core used by the load. Near 1, the load is slower than the server. */
  loadShare: number | null;
}

export interface Row {
  work: string;
  goal?: Goal;
  /** The measured work. */
  figure: number;
  contenders: Contended[];
}

export interface PartResult {
  rows: Row[];
  /** A table with more columns than a row has: its heads, then its lines. */
  table?: string[][];
}

/** Where, when and on what a part was measured. */
export interface Circumstances {
  at: string;
  /** The commit of the service's build. */
  commit: string;
  node: string;
  database: string;
  cores: number;
  processor: string;
  loadBefore: number;
}

export type Results = Partial<Record<PartName, PartResult & { measured: Circumstances }>>;

const RESULTS_FILE = "docs/performance.json";

const median = (values: number[]) => Number(quantile(values, 0.5).toPrecision(4));
const medianOfSome = (values: number[]) => (values.length === 0 ? null : median(values));

const contendedOf = (measured: Measured): Contended => ({
  name: measured.name,
  perSecond: median(measured.perSecond),
  p50Milliseconds: median(measured.p50Milliseconds),
  p99Milliseconds: median(measured.p99Milliseconds),
  cpuMilliseconds: medianOfSome(measured.cpuMilliseconds),
  loadShare: medianOfSome(measured.loadShare),
});

/** Returns a row. Its figure keeps four digits, because the fifth is noise. */
export function rowOf(work: string, goal: Goal | undefined, figure: number, played: readonly Measured[] = []): Row {
  const row = { work, figure: Number(figure.toPrecision(4)), contenders: played.map(contendedOf) };
  return goal === undefined ? row : { ...row, goal };
}

export function isMet({ goal, figure }: Row): boolean | undefined {
  if (goal === undefined) return undefined;
  return "least" in goal ? figure >= goal.least : figure <= goal.most;
}

/** Returns the stored results of all measured parts. */
export function readResults(): Results {
  try {
    return JSON.parse(readFileSync(RESULTS_FILE, "utf8")) as Results;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

export function writeResults(results: Results): void {
  const ordered = Object.fromEntries(PART_NAMES.flatMap((name) => (results[name] ? [[name, results[name]]] : [])));
  writeFileSync(RESULTS_FILE, `${JSON.stringify(ordered, null, 1)}\n`);
}
