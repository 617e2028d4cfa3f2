// Kills processes under writes many times over, and compares what was acknowledged with what came of it:
// npm run bench:crash -- ledger feed webhooks (bench/README.md)
import { startPrivateCluster } from "@/lib/database/testing/private-cluster";
import { feed } from "./crash/feed";
import { ledger } from "./crash/ledger";
import { webhooks } from "./crash/webhooks";
import { chooseNames, provenance, publish } from "./report";
import type { Closer } from "./site";

const COMPARISONS = {
  ledger: { heading: "Ledger under kill -9", compare: ledger },
  feed: { heading: "Change feed under kill -9", compare: feed },
  webhooks: { heading: "Webhooks under kill -9", compare: webhooks },
};

let holdsAll = true;
for (const name of chooseNames(["ledger", "feed", "webhooks"] as const, process.argv.slice(2))) {
  const { heading, compare } = COMPARISONS[name];
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
