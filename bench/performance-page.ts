import { readFileSync, writeFileSync } from "node:fs";
import { type Bar, plotBars, plotLines } from "./plots";
import { fixed, thousands } from "./report";
import { type Contended, isMet, PART_NAMES, type PartName, type Results, type Row } from "./results";
import type { Goal } from "./scenarios";

const HEADINGS: Record<PartName, string> = {
  peers: "Beside other servers",
  engines: "The embedded engine beside PostgreSQL",
  start: "Start",
  growth: "Growth",
  memory: "Memory",
  attacks: "Others during an attack",
  ledger: "Appends to the anchors' log",
  guard: "Appends with the guard",
  ard: "A search by ARD",
  feed: "The change feed",
  following: "A suspension that reaches a follower",
};

const EXPLAINED: Record<PartName, string> = {
  peers:
    "Servers with the same 1,000 agents, each with its own database, take turns on one core. CPU is the processor time of a request in the server's process and, in the next column, in its processes of PostgreSQL. The last two columns divide the service's figure by that of the line, in the same round: the median, and the quartiles in parentheses. *After a change* means that no kept response is of use, because the caller has changed an agent before each turn through its share of the paths. The bare server (`bench/bare-server.mjs`) has no limits, validation, proofs, cache or log, and its anchor is one row.",
  engines:
    "The figure is the rate on the embedded engine divided by that on PostgreSQL, for requests that no cache can serve.",
  start: "The figure is the time in seconds from the start of the process to its first response with rows.",
  growth:
    "The figure is the p50 latency of one caller with the most agents divided by that with the fewest. Each agent has ten relay events and one anchor. Totals are exact. The total of a search is counted at its first request and after a change. The last columns are the service with so many agents.",
  memory:
    "A registry of 100,000 agents under ten minutes of load by eight callers, with cached and uncached reads, searches, replays and pages in turn.",
  attacks:
    "The figure is the p99 latency of others in milliseconds, while some addresses attack the service within and beyond their limits. It has the default settings and the demo.",
  ledger:
    "Each figure is the rate of appends with a group commit, divided by the rate of the way it is compared with. Both are measured without HTTP, authentication and validation. For POST, the figure is the rate over HTTP, divided by the rate of the same functions without HTTP.",
  guard:
    "The figure is the rate of appends whose receipts wait for a guard in a folder, which is on the disk at once, divided by the rate without one. Both are measured without HTTP, on PostgreSQL.",
  ard: "The figure is the p50 latency of a search by ARD divided by that of the service's own search, with one caller, 10,000 agents and ten results per page. Each result by ARD carries a signed statement.",
  feed: "Streams in another process receive changes of this process. The 1,000 streams have the tokens of ten operators.",
  following:
    "Two services, and one follows the MCP registry of the other, with 100 servers. At random moments an operator of the other suspends or withdraws an agent. The figure is the time until the follower's API shows the agent as withdrawn.",
};

const PICTURES = { goals: "performance-goals.svg", growth: "performance-growth.svg", memory: "performance-memory.svg" };

const goalText = (goal: Goal | undefined) => {
  if (goal === undefined) return "";
  return "least" in goal ? `≥ ${goal.least}` : `≤ ${goal.most}`;
};
const METS = new Map([
  [true, "yes"],
  [false, "**no**"],
  [undefined, ""],
]);

const lineOf = (cells: string[]) => `| ${cells.join(" | ")} |`;
const blank = (cells: string[]) => cells.map(() => "");

function cellsOf({
  name,
  perSecond,
  p50Milliseconds,
  p99Milliseconds,
  cpuMilliseconds,
  loadShare,
}: Contended): string[] {
  return [
    name,
    perSecond === null ? "" : thousands(perSecond),
    fixed(p50Milliseconds),
    p99Milliseconds === null ? "" : fixed(p99Milliseconds),
    cpuMilliseconds === null ? "" : fixed(cpuMilliseconds),
    loadShare === null ? "" : `${Math.round(100 * loadShare)} %`,
  ];
}

/** Returns a row as lines of a table: one line per contender, or one line with the p50 of all if there are many. */
function linesOf(row: Row, isWide: boolean): string[] {
  const { work, goal, figure, contenders } = row;
  const start = [work, goalText(goal), fixed(figure), METS.get(isMet(row)) ?? ""];
  if (isWide) return [lineOf([...start, ...contenders.map(({ p50Milliseconds }) => fixed(p50Milliseconds))])];
  if (contenders.length === 0) return [lineOf(start)];
  return contenders.map((contended, index) => lineOf([...(index === 0 ? start : blank(start)), ...cellsOf(contended)]));
}

const NUMBER = /^[\d.,]/;

/** Returns a table with its own columns as markdown. Columns of numbers are aligned to the right. */
function ownTable([heads = [], ...lines]: readonly string[][]): string {
  const rules = heads.map((_, column) => (lines.some((line) => NUMBER.test(line[column] ?? "")) ? "---:" : "---"));
  return [heads, rules, ...lines].map(lineOf).join("\n");
}

function tableOf(rows: readonly Row[]): string {
  const contenders = rows[0]?.contenders ?? [];
  const isWide = contenders.length > 2;
  const loads = contenders.length > 0 ? ["contender", "a second", "p50 ms", "p99 ms", "CPU ms", "load"] : [];
  const heads = [
    "work",
    "goal",
    "figure",
    "met",
    ...(isWide ? contenders.map(({ name }) => `${name}: p50 ms`) : loads),
  ];
  const isText = (head: string) => ["work", "met", "contender"].includes(head);
  return [
    lineOf(heads),
    lineOf(heads.map((head) => (isText(head) ? "---" : "---:"))),
    ...rows.flatMap((row) => linesOf(row, isWide)),
  ].join("\n");
}

const measuredParts = (results: Results) =>
  PART_NAMES.flatMap((name) => {
    const result = results[name];
    return result ? [{ name, ...result }] : [];
  });

/** Returns all parts as markdown, each with the place and time of its measurement. */
export function tablesOf(results: Results): string {
  const sections = measuredParts(results).map(({ name, rows, table, measured }) => {
    const { at, commit, node, database, cores, processor, loadBefore } = measured;
    const machine = `${cores} cores (${processor}) shared by load, servers and database, load average before: ${fixed(loadBefore)}`;
    const picture = name === "growth" || name === "memory" ? [`![${HEADINGS[name]}](${PICTURES[name]})`, ""] : [];
    return [
      `## ${HEADINGS[name]}`,
      "",
      EXPLAINED[name],
      "",
      ...(table ? [ownTable(table), ""] : []),
      tableOf(rows),
      "",
      ...picture,
      `\`npm run bench -- ${name}\`, ${at.slice(0, 10)}, commit ${commit}, ${database}, Node ${node}, ${machine}.`,
    ].join("\n");
  });
  return sections.join("\n\n");
}

/** Returns the share of its goal that a figure reaches: 1 is the goal, more is better. */
function shareOfGoal({ goal, figure }: Row): number {
  if (goal === undefined) return Number.NaN;
  return "least" in goal ? figure / goal.least : goal.most / figure;
}

const MAX_SHARE = 4;

function plotGoals(results: Results): string {
  const bars = measuredParts(results).flatMap(({ name, rows }) =>
    rows.flatMap((row): Bar[] => {
      if (row.goal === undefined) return [];
      const text = `${fixed(row.figure)} (${goalText(row.goal)})`;
      return [{ label: `${name}: ${row.work}`, value: shareOfGoal(row), text, isMissed: isMet(row) === false }];
    }),
  );
  return plotBars("Each figure relative to its goal (the line)", bars, { most: MAX_SHARE, goal: 1 });
}

function plotGrowth(rows: readonly Row[]): string {
  const lines = rows.map(({ work, contenders }) => ({
    label: work.replace(" or the last page", ""),
    points: contenders.map(({ name, p50Milliseconds }): [number, number] => [
      Number(name.replaceAll(",", "")),
      p50Milliseconds,
    ]),
  }));
  const format = (value: number) => value.toLocaleString("en");
  const all = lines.flatMap(({ points }) => points.map(([, y]) => y));
  const power = (value: number, round: (value: number) => number) => round(Math.log10(value));
  const [least, most] = [power(Math.min(...all), Math.floor), power(Math.max(...all), Math.ceil)];
  const ticks = Array.from({ length: most - least + 1 }, (_, index) => 10 ** (least + index));
  return plotLines("p50 latency of one caller by the number of agents", lines, {
    x: { label: "agents", ticks: [1_000, 10_000, 100_000, 1_000_000], format, isLogarithmic: true },
    y: { label: "milliseconds", ticks, format, isLogarithmic: true },
  });
}

function plotMemory(residentMegabytes: readonly number[]): string {
  const points = residentMegabytes.map((megabytes, second): [number, number] => [second / 60, megabytes]);
  const minutes = Math.max(1, Math.ceil(residentMegabytes.length / 60));
  const most = Math.max(500, Math.ceil(Math.max(...residentMegabytes) / 100) * 100);
  const format = String;
  return plotLines("Resident memory under load", [{ label: "100,000 agents", points }], {
    x: { label: "minutes", ticks: Array.from({ length: minutes + 1 }, (_, minute) => minute), format },
    y: { label: "megabytes", ticks: Array.from({ length: most / 100 + 1 }, (_, index) => index * 100), format },
  });
}

const MARK = "<!-- figures -->\n";

/** Writes the page's figures and its pictures. The text before the mark is written by hand. */
export function writePage(results: Results): void {
  writeFileSync(`docs/${PICTURES.goals}`, plotGoals(results));
  if (results.growth) writeFileSync(`docs/${PICTURES.growth}`, plotGrowth(results.growth.rows));
  if (results.memory?.residentMegabytes) {
    writeFileSync(`docs/${PICTURES.memory}`, plotMemory(results.memory.residentMegabytes));
  }
  const [introduction = ""] = readFileSync("docs/performance.md", "utf8").split(MARK);
  writeFileSync("docs/performance.md", `${introduction}${MARK}\n${tablesOf(results)}\n`);
}
