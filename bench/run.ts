// Measures the service: npm run bench (bench/README.md)
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { commit } from "@/scripts/commit.mjs";
import { startLoad } from "./load";
import type { Part } from "./part";
import { ard } from "./parts/ard";
import { attacks } from "./parts/attacks";
import { engines } from "./parts/engines";
import { feed } from "./parts/feed";
import { following } from "./parts/following";
import { growth } from "./parts/growth";
import { guard } from "./parts/guard";
import { ledger } from "./parts/ledger";
import { memory } from "./parts/memory";
import { peers } from "./parts/peers";
import { start } from "./parts/start";
import { tablesOf, writePage } from "./performance-page";
import { chooseNames, fixed } from "./report";
import {
  type Circumstances,
  PART_NAMES,
  type PartName,
  type Results,
  type Row,
  readResults,
  rowOf,
  writeResults,
} from "./results";
import { type Closer, openSite, type Site, type SiteKey } from "./site";

const PARTS: Record<PartName, Part> = {
  peers,
  engines,
  start,
  growth,
  memory,
  attacks,
  ledger,
  guard,
  ard,
  feed,
  following,
};
/** The parts that take a few minutes each. */
const USUAL_PARTS: PartName[] = ["peers", "engines", "start"];

/** Returns the machine, time and build of the measurement. */
function circumstancesOf(sites: ReadonlySet<Site>, loadBefore: number): Circumstances {
  const [first] = sites;
  return {
    at: new Date().toISOString(),
    commit: first?.build ?? commit().slice(0, 12),
    node: process.version,
    database: [...new Set([...sites].map(({ version }) => version))].join(" and ") || "PostgreSQL",
    cores: cpus().length,
    processor: cpus()[0]?.model ?? "unknown",
    loadBefore,
  };
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { all: { type: "boolean" }, peer: { type: "string" } },
  });
  const names = chooseNames(PART_NAMES, positionals.length > 0 || values.all ? positionals : USUAL_PARTS);
  // Each site gets its own database on that server, and drops it.
  const server = process.env["DATABASE_URL"];
  if (server === undefined) throw new Error("DATABASE_URL must name a PostgreSQL server to make databases on.");
  process.env["TEST_DATABASE_URL"] = server;
  const loadBefore = loadavg()[0] ?? Number.NaN;
  const closers: Closer[] = [];
  const load = startLoad();
  closers.push(load.stop);
  const close = async () => {
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  process.once("SIGINT", () => void close().finally(() => process.exit(130)));
  const opened = new Map<string, Promise<Site>>();
  const open = (key: SiteKey): Promise<Site> => {
    const id = JSON.stringify(key);
    const site = opened.get(id) ?? openSite(key, closers);
    opened.set(id, site);
    return site;
  };
  const results: Results = {};
  try {
    for (const name of names) {
      const rows: Row[] = [];
      const sites = new Set<Site>();
      const more = await PARTS[name]({
        load,
        folder: values.peer,
        site: async (key) => {
          const site = await open(key);
          sites.add(site);
          return site;
        },
        add: (work, goal, figure, played) => {
          rows.push(rowOf(work, goal, figure, played));
          process.stderr.write(`${name}, ${work}: ${fixed(figure)}\n`);
        },
      });
      const measured = circumstancesOf(sites, loadBefore);
      results[name] = { rows, ...more, measured };
      const all = { ...readResults(), ...results };
      writeResults(all);
      writePage(all);
    }
  } finally {
    await close();
  }
  process.stdout.write(`${tablesOf(results)}\n`);
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
