// Kills processes, backends and the server in mid-append, many times over, on a separate PostgreSQL server.

import { startPrivateCluster } from "@/lib/database/testing/private-cluster";
import { crashRounds, type Victim } from "@/lib/features/anchors/testing/crash-rounds";
import { provenance, publish } from "./report";

const ROUNDS = 51;
const ORDER: readonly Victim[] = ["node", "backend", "postmaster"];

const cluster = await startPrivateCluster();
if (!cluster) throw new Error("PostgreSQL's programs are not installed.");
try {
  const victims = Array.from({ length: ROUNDS }, (_, round) => ORDER[round % ORDER.length] ?? "node");
  const { acknowledged, stored, lost, fault } = await crashRounds(cluster, victims);
  const text = [
    provenance("PostgreSQL", "npm run bench:crash"),
    "",
    "| kill -9 in mid-append | acknowledged | stored | acknowledged but lost | chain |",
    "|---|---:|---:|---:|---|",
    `| ${ROUNDS} rounds: node, backend, server in turn | ${acknowledged} | ${stored} | ${lost} | ${fault ?? "whole"} |`,
  ].join("\n");
  await publish("Ledger under kill -9", text);
  process.exitCode = lost === 0 && fault === null ? 0 : 1;
} finally {
  await cluster.stop();
}
process.exit();
