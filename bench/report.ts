import { readFile, writeFile } from "node:fs/promises";
import { cpus, loadavg } from "node:os";
import type { Figures, Result, Row } from "./figures";
import { CONNECTIONS, quantile, type Target } from "./load";
import { pageOf } from "./page";

const README = "bench/README.md";
const RESULTS = "bench/results.json";
const PAGE = "bench/report.html";
export const fixed = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(value < 100 ? 1 : 0));

/** The median over rounds of one server's mean time per request over another's in the same round. */
export function medianRatio(over: Target, under: Target): number {
  const ratios = over.roundMeans.map((mean, round) => mean / (under.roundMeans[round] ?? Number.NaN));
  return quantile(ratios, 0.5);
}

/** A server's figures over all rounds. */
export function figuresOf({ latenciesMilliseconds, roundMeans }: Target): Figures {
  return {
    perSecond: (1_000 * CONNECTIONS) / quantile(roundMeans, 0.5),
    p50Milliseconds: quantile(latenciesMilliseconds, 0.5),
    p99Milliseconds: quantile(latenciesMilliseconds, 0.99),
  };
}

function cells(figures: Figures | null): string[] {
  if (figures === null) return ["", "", ""];
  return [figures.perSecond.toFixed(0), fixed(figures.p50Milliseconds), fixed(figures.p99Milliseconds)];
}

/** The figures as a markdown table. */
function tableOf(rows: Row[]): string {
  const head =
    "| scenario | agents | service req/s | p50 ms | p99 ms | bare req/s | p50 ms | p99 ms | ratio | growth |";
  const lines = rows.map(({ scenario, agents, service, bare, ratio, growth }) => {
    const figures = [...cells(service), ...cells(bare), ratio === null ? "" : fixed(ratio), fixed(growth)];
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

/** Prints a run, and puts it into the README, the kept results and the page with the plots, over the engine's last. */
export async function publish(engine: string, result: Result): Promise<void> {
  const text = `${result.provenance}\n\n${tableOf(result.rows)}`;
  process.stdout.write(`${text}\n`);
  await writeSection(engine, text);
  const kept = JSON.parse(await readFile(RESULTS, "utf8").catch(() => "{}"));
  const results: Record<string, Result> = { ...kept, [engine]: result };
  await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  await writeFile(PAGE, pageOf(results));
}

/** Puts the text under its second-level heading of a document, in place of what stood there. */
export async function writeSection(heading: string, text: string, file = README): Promise<void> {
  const readme = await readFile(file, "utf8");
  const [before, after = ""] = readme.split(`## ${heading}\n`);
  const next = after.indexOf("\n## ");
  const rest = next === -1 ? "" : after.slice(next);
  await writeFile(file, `${before?.trimEnd()}\n\n## ${heading}\n\n${text}\n${rest}`);
}
