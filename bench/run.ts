// Measures the service: npm run bench (bench/README.md)
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { SingleBar } from "cli-progress";
import { commit } from "@/scripts/commit.mjs";
import { startLoad } from "./load";
import { GROWING, type Part, USUAL } from "./part";
import { attacks } from "./parts/attacks";
import { comparisons } from "./parts/comparisons";
import { cpu } from "./parts/cpu";
import { engines } from "./parts/engines";
import { growth } from "./parts/growth";
import { memory } from "./parts/memory";
import { start } from "./parts/start";
import { tablesOf, writePage } from "./performance-page";
import { type Circumstances, PART_NAMES, type PartName, type Results, readResults, writeResults } from "./results";
import { READS, WRITES } from "./scenarios";
import { type Closer, countBatches, openSite, type Site, type SiteKey } from "./site";

const PARTS: Record<PartName, Part> = {
  reads: comparisons(READS, USUAL),
  writes: comparisons(WRITES, GROWING),
  cpu,
  engines,
  start,
  growth,
  memory,
  attacks,
};
/** The parts that take ten minutes or more. */
const USUAL_PARTS: PartName[] = ["reads", "writes", "cpu", "engines", "start"];

/** @throws Error where a part is unknown */
function chosenParts(): PartName[] {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { all: { type: "boolean" } } });
  const unknown = positionals.find((name) => !PART_NAMES.some((part) => part === name));
  if (unknown !== undefined) throw new Error(`No part ${unknown}. There are: ${PART_NAMES.join(", ")}.`);
  if (values.all) return [...PART_NAMES];
  return positionals.length > 0 ? PART_NAMES.filter((part) => positionals.includes(part)) : USUAL_PARTS;
}

const idOf = ({ engine, agents, grows, hasHistory }: SiteKey) =>
  `${engine} ${agents}${grows ? ", growing" : ""}${hasHistory ? ", with a history" : ""}`;

/** Sites are opened when a part first needs them, and stay to the end. */
class Sites {
  private readonly open = new Map<string, Site>();
  private readonly closers: Closer[];

  constructor(closers: Closer[]) {
    this.closers = closers;
  }

  async prepare(keys: readonly SiteKey[], onBatch: (work: string) => void): Promise<void> {
    for (const key of keys) {
      const work = `filling the site of ${key.agents.toLocaleString("en")} agents`;
      if (!this.open.has(idOf(key))) this.open.set(idOf(key), await openSite(key, () => onBatch(work), this.closers));
    }
  }

  find(key: SiteKey): Site {
    const site = this.open.get(idOf(key));
    if (!site) throw new Error(`The part does not name the site ${idOf(key)}.`);
    return site;
  }

  /** Returns the machine, time and build of the measurement. */
  circumstances(keys: readonly SiteKey[], loadBefore: number): Circumstances {
    const sites = keys.map((key) => this.find(key));
    return {
      at: new Date().toISOString(),
      commit: sites[0]?.build ?? commit().slice(0, 12),
      node: process.version,
      database: [...new Set(sites.map(({ version }) => version))].join(" and ") || "PostgreSQL",
      cores: cpus().length,
      processor: cpus()[0]?.model ?? "unknown",
      loadBefore,
    };
  }
}

function countTurns(names: PartName[]): number {
  const sites = new Map(names.flatMap((name) => PARTS[name].sites.map((key) => [idOf(key), key])));
  const batches = [...sites.values()].map(countBatches);
  return [...batches, ...names.map((name) => PARTS[name].turns)].reduce((sum, turns) => sum + turns, 0);
}

async function main(): Promise<void> {
  const names = chosenParts();
  // Each site gets its own database on that server, and drops it.
  const server = process.env["DATABASE_URL"];
  if (server === undefined) throw new Error("DATABASE_URL must name a PostgreSQL server to make databases on.");
  process.env["TEST_DATABASE_URL"] = server;
  const loadBefore = loadavg()[0] ?? Number.NaN;
  const closers: Closer[] = [];
  const sites = new Sites(closers);
  const load = startLoad();
  const bar = new SingleBar({ format: "{bar} {percentage}% | {eta_formatted} left | {work}", noTTYOutput: true });
  const onTurn = (work: string) => bar.increment(1, { work });
  const results: Results = {};
  const close = async () => {
    bar.stop();
    load.stop();
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  };
  process.once("SIGINT", () => void close().finally(() => process.exit(130)));
  try {
    bar.start(countTurns(names), 0, { work: "starting" });
    for (const name of names) {
      const part = PARTS[name];
      await sites.prepare(part.sites, onTurn);
      const result = await part.play({ load, site: (key) => sites.find(key), onTurn });
      results[name] = { ...result, measured: sites.circumstances(part.sites, loadBefore) };
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
