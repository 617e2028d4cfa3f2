import { readFileSync, writeFileSync } from "node:fs";
import type { Measured } from "./measure";
import { quantile } from "./rounds";
import type { Goal } from "./scenarios";

export const PART_NAMES = ["reads", "writes", "cpu", "engines", "start", "growth", "memory"] as const;
export type PartName = (typeof PART_NAMES)[number];

/** One contender's figures, medians of the rounds. */
export interface Contended {
  name: string;
  perSecond: number;
  p50Milliseconds: number;
  p99Milliseconds: number;
  /** Of the server's process, for a request. */
  cpuMilliseconds: number;
  /** How much of a core the load took. Near 1 the load is what is slow, not the server. */
  loadShare: number;
}

export interface Row {
  work: string;
  goal?: Goal;
  /** What the goal is about. */
  figure: number;
  contenders: Contended[];
}

export interface PartResult {
  rows: Row[];
  /** Megabytes of resident memory, one value a second. */
  residentMegabytes?: number[];
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

export const RESULTS_FILE = "docs/performance.json";

const median = (values: number[]) => Number(quantile(values, 0.5).toPrecision(4));

export const contendedOf = (measured: Measured): Contended => ({
  name: measured.name,
  perSecond: median(measured.perSecond),
  p50Milliseconds: median(measured.p50Milliseconds),
  p99Milliseconds: median(measured.p99Milliseconds),
  cpuMilliseconds: median(measured.cpuMilliseconds),
  loadShare: median(measured.loadShare),
});

/** Makes a row. Four digits of its figure are kept; the fifth is noise. */
export function rowOf(work: string, goal: Goal | undefined, figure: number, played: readonly Measured[] = []): Row {
  const row = { work, figure: Number(figure.toPrecision(4)), contenders: played.map(contendedOf) };
  return goal === undefined ? row : { ...row, goal };
}

/** Returns whether the figure reaches its goal; undefined where there is none. */
export function isMet({ goal, figure }: Row): boolean | undefined {
  if (goal === undefined) return undefined;
  return "least" in goal ? figure >= goal.least : figure <= goal.most;
}

/** Returns the kept results of all parts that were ever measured. */
export function readResults(): Results {
  try {
    return JSON.parse(readFileSync(RESULTS_FILE, "utf8")) as Results;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

/** Keeps the results, in the order of the parts. */
export function writeResults(results: Results): void {
  const ordered = Object.fromEntries(PART_NAMES.flatMap((name) => (results[name] ? [[name, results[name]]] : [])));
  writeFileSync(RESULTS_FILE, `${JSON.stringify(ordered, null, 1)}\n`);
}
