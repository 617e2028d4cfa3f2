import { writeFile } from "node:fs/promises";
import { THRESHOLD } from "@/lib/search/examples/settings";
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

export const HEAD = [
  "| federation | agents | in-scope accuracy | out-of-scope recall | right agent first | among the retrieved |",
  "|---|---:|---:|---:|---:|---:|",
].join("\n");

const percent = (share: number) => (100 * share).toFixed(1);

export function rowOf({ name, agents, accuracy, recall, first, found }: Line): string {
  return `| ${[name, agents, ...[accuracy, recall, first, found].map(percent)].join(" | ")} |`;
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
  ].join("\n\n");
  await writeSection("Measured", text, DOCUMENT);
  await writeFile(RESULTS, `${JSON.stringify({ threshold: THRESHOLD, provenance, latency, lines })}\n`);
}
