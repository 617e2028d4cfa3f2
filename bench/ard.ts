// Measures a search by ARD beside the service's own: npm run bench:ard (bench/README.md)
import { loadavg } from "node:os";
import { type Asked, startLoad } from "./load";
import { measure, type Player } from "./measure";
import { fixed } from "./report";
import { medianRatio, quantile } from "./rounds";
import { type Closer, openSite } from "./site";

const AGENTS = Number(process.env["AGENTS"] ?? 10_000);
const PAGE = 10;
const GOAL = 1.3;

/** Words that one agent has, that many have, and that none has together, so that meaning decides. */
const TEXTS = ["glossa", "translate", "something that translates contracts", "granite 42"];

const own = (text: string): Asked => ({ path: `/api/agents/search?q=${encodeURIComponent(text)}&limit=${PAGE}` });
const byArd = (text: string): Asked => ({
  path: "/api/ard/search",
  body: { query: { text }, federation: "none", pageSize: PAGE },
});

async function main(): Promise<void> {
  const server = process.env["DATABASE_URL"];
  if (server === undefined) throw new Error("DATABASE_URL must name a PostgreSQL server to make databases on.");
  process.env["TEST_DATABASE_URL"] = server;
  const loadBefore = loadavg()[0] ?? Number.NaN;
  const closers: Closer[] = [];
  const load = startLoad();
  try {
    // With a public address each entry carries a signed statement.
    const settings = { PUBLIC_URL: "https://fed.example" };
    const site = await openSite({ engine: "PostgreSQL", agents: AGENTS }, () => {}, closers, settings);
    const rows: string[] = [];
    for (const text of TEXTS) {
      const player = (name: string, asked: Asked): Player => ({ name, server: site.service, asked, callers: 1 });
      const played = await measure(load, [player("own", own(text)), player("ARD", byArd(text))], () => {});
      const [ours = [], ard = []] = played.map(({ p50Milliseconds }) => p50Milliseconds);
      const cells = [quantile(ours, 0.5), quantile(ard, 0.5), medianRatio(ard, ours)].map(fixed);
      rows.push(`| ${[text, `≤ ${GOAL}`, cells[2], cells[0], cells[1]].join(" | ")} |`);
    }
    process.stdout.write(
      `${["| text | goal | figure | own p50 ms | ARD p50 ms |", "|---|---:|---:|---:|---:|", ...rows].join("\n")}\n`,
    );
    process.stdout.write(
      `${site.agents} agents, ${site.version}, Node ${process.version}, build ${site.build}, load before ${fixed(loadBefore)}\n`,
    );
  } finally {
    load.stop();
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
