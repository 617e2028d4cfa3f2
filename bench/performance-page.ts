import { readFileSync, writeFileSync } from "node:fs";
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
    "The figure is the rate of appends whose receipts wait for a guard in a folder, which is on the disk at once, divided by the rate without one. Both are measured without HTTP, on PostgreSQL. For POST, the service has that guard and two witnesses in another process, and is divided by the same build with neither: without witnesses, and with its guard in memory.",
  ard: "The figure is the p50 latency of a search by ARD divided by that of the service's own search, with one caller, 10,000 agents and ten results per page. Each result by ARD carries a signed statement.",
  feed: "Streams in another process receive changes of this process. The 1,000 streams have the tokens of ten operators.",
  following:
    "Two services, and one follows the MCP registry of the other, with 100 servers. At random moments an operator of the other suspends or withdraws an agent. The figure is the time until the follower's API shows the agent as withdrawn.",
};

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
    return [
      `## ${HEADINGS[name]}`,
      "",
      EXPLAINED[name],
      "",
      ...(table ? [ownTable(table), ""] : []),
      tableOf(rows),
      "",
      `\`npm run bench -- ${name}\`, ${at.slice(0, 10)}, commit ${commit}, ${database}, Node ${node}, ${machine}.`,
    ].join("\n");
  });
  return sections.join("\n\n");
}

const MARK = "<!-- figures -->\n";

/** Writes the page's figures. The text before the mark is written by hand. */
export function writePage(results: Results): void {
  const [introduction = ""] = readFileSync("docs/performance.md", "utf8").split(MARK);
  writeFileSync("docs/performance.md", `${introduction}${MARK}\n${tablesOf(results)}\n`);
}
