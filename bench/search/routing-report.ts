import { writeFile } from "node:fs/promises";
import { THRESHOLD } from "@/lib/features/relay/rules/settings";
import { fixed, writeSection } from "../report";
import type { Line } from "./routing-figures";

export interface Run {
  provenance: string;
  /** Latency of one route at a time, with all examples indexed. */
  latency: { p50Milliseconds: number; p99Milliseconds: number } | null;
  lines: Line[];
}

const RESULTS = "bench/search/routing.json";
const DOCUMENT = "docs/routing.md";
const SHOWN = [0.3, 0.33, 0.35, 0.36, 0.37, 0.38, 0.4, 0.45, 0.5, 0.6];

export const HEAD = [
  "| federation | agents | in-scope accuracy | out-of-scope recall | right agent first | among the retrieved |",
  "|---|---:|---:|---:|---:|---:|",
].join("\n");

const percent = (share: number | undefined) => (100 * (share ?? Number.NaN)).toFixed(1);

/** Returns a table row with the figures at the service's own threshold. */
export function rowOf({ name, agents, first, found, curve }: Line): string {
  const point = curve.find(({ threshold }) => threshold === THRESHOLD);
  return `| ${[name, agents, ...[point?.accuracy, point?.recall, first, found].map(percent)].join(" | ")} |`;
}

export function curveOf({ curve }: Line): string {
  const rows = curve
    .filter(({ threshold }) => SHOWN.includes(threshold))
    .map((point) => `| ${point.threshold.toFixed(2)} | ${percent(point.accuracy)} | ${percent(point.recall)} |`);
  return ["| threshold | in-scope accuracy | out-of-scope recall |", "|---:|---:|---:|", ...rows].join("\n");
}

/** Writes a run into the document and stores its figures as JSON. */
export async function documentRun({ provenance, latency, lines }: Run): Promise<void> {
  const [first] = lines;
  if (!first || !latency) return;
  const { p50Milliseconds, p99Milliseconds } = latency;
  const text = [
    `${provenance} Threshold ${THRESHOLD}.`,
    [HEAD, ...lines.map(rowOf)].join("\n"),
    `With 15,000 indexed examples, a route takes ${fixed(p50Milliseconds)} ms (p50) and ${fixed(p99Milliseconds)} ms (p99), one at a time. A registration with 100 examples takes ${fixed(first.registrationMilliseconds)} ms (p50).`,
    `The curve of the first line:\n\n${curveOf(first)}`,
  ].join("\n\n");
  await writeSection("Measured", text, DOCUMENT);
  await writeFile(RESULTS, `${JSON.stringify({ threshold: THRESHOLD, provenance, latency, lines })}\n`);
}
