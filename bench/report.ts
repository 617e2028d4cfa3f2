import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import { CONNECTIONS, quantile, type Target } from "./load";

/** A scenario's figures at one number of agents. */
export interface Row {
  scenario: string;
  agents: number;
  service: Target;
  bare: Target;
  /** The service's time per request over that with the fewest agents; 1 there. */
  growth: number;
}

const README = "bench/README.md";
const fixed = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(value < 100 ? 1 : 0));

/** The median over rounds of one server's mean time per request over another's in the same round. */
export function medianRatio(over: Target, under: Target): number {
  const ratios = over.roundMeans.map((mean, round) => mean / (under.roundMeans[round] ?? Number.NaN));
  return quantile(ratios, 0.5);
}

function cells({ latenciesMilliseconds, roundMeans }: Target): string[] {
  const perSecond = (1_000 * CONNECTIONS) / quantile(roundMeans, 0.5);
  return [perSecond.toFixed(0), ...[0.5, 0.99].map((share) => fixed(quantile(latenciesMilliseconds, share)))];
}

/** The figures as a markdown table. */
export function tableOf(rows: Row[]): string {
  const head =
    "| scenario | agents | service req/s | p50 ms | p99 ms | bare req/s | p50 ms | p99 ms | ratio | growth |";
  const lines = rows.map(({ scenario, agents, service, bare, growth }) => {
    const figures = [...cells(service), ...cells(bare), fixed(medianRatio(service, bare)), fixed(growth)];
    return `| ${[scenario, agents.toLocaleString("en"), ...figures].join(" | ")} |`;
  });
  return [head, `|---|${"---:|".repeat(9)}`, ...lines].join("\n");
}

/** How busy the machine was before the bench: the load average of one minute. */
const loadBefore = loadavg()[0] ?? Number.NaN;

/** Where, when and on what the figures were measured. */
export function provenance(engine: string, command: string): string {
  const day = new Date().toISOString().slice(0, 10);
  const machine = `${cpus().length} cores shared by load, servers and database, load average before: ${fixed(loadBefore)}`;
  return `\`${command}\`, ${day}, ${engine}, Node ${process.version}, ${machine}.`;
}

/** Puts the text under its second-level heading of the README, in place of what stood there. */
export async function writeSection(heading: string, text: string): Promise<void> {
  const readme = await readFile(README, "utf8");
  const [before, after = ""] = readme.split(`## ${heading}\n`);
  const next = after.indexOf("\n## ");
  const rest = next === -1 ? "" : after.slice(next);
  await writeFile(README, `${before?.trimEnd()}\n\n## ${heading}\n\n${text}\n${rest}`);
}
