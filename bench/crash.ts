// Kills processes under writes many times over, and compares what was acknowledged with what came of it:
// npm run bench:crash -- ledger feed webhooks (bench/README.md)
import { type PrivateCluster, startPrivateCluster } from "@/lib/database/testing/private-cluster";
import { feed } from "./crash/feed";
import { ledger } from "./crash/ledger";
import { webhooks } from "./crash/webhooks";
import { provenance, publish } from "./report";
import type { Closer } from "./site";

/** A table with one line, and whether everything holds that must. */
interface Outcome {
  heads: string[];
  cells: (string | number)[];
  holds: boolean;
}

/** Works on a separate PostgreSQL server. Its closers run at the end, the last one first. */
export type Comparison = (cluster: PrivateCluster, closers: Closer[]) => Promise<Outcome>;

const COMPARISONS: Record<string, { heading: string; compare: Comparison }> = {
  ledger: { heading: "Ledger under kill -9", compare: ledger },
  feed: { heading: "Change feed under kill -9", compare: feed },
  webhooks: { heading: "Webhooks under kill -9", compare: webhooks },
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !Object.hasOwn(COMPARISONS, name));
if (unknown !== undefined)
  throw new Error(`No comparison ${unknown}. There are: ${Object.keys(COMPARISONS).join(", ")}.`);
let holdsAll = true;
for (const [name, { heading, compare }] of Object.entries(COMPARISONS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const cluster = await startPrivateCluster();
  if (!cluster) throw new Error("PostgreSQL's programs are not installed.");
  const closers: Closer[] = [cluster.stop];
  try {
    const { heads, cells, holds } = await compare(cluster, closers);
    const line = (of: (string | number)[]) => `| ${of.join(" | ")} |`;
    const table = [line(heads), line(heads.map((_, column) => (column === 0 ? "---" : "---:"))), line(cells)];
    await publish(heading, [provenance("PostgreSQL", `npm run bench:crash -- ${name}`), "", ...table].join("\n"));
    holdsAll &&= holds;
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}
process.exit(holdsAll ? 0 : 1);
