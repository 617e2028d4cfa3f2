import { crashRounds, type Victim } from "@/lib/features/anchors/testing/crash-rounds";
import { type Comparison, ROUNDS } from "./kills";

const ORDER: readonly Victim[] = ["node", "backend", "postmaster"];

/** Kills processes, backends and the server in mid-append, and compares the acknowledged entries with the stored ones. */
export const ledger: Comparison = async (cluster) => {
  const victims = Array.from({ length: ROUNDS }, (_, round) => ORDER[round % ORDER.length] ?? "node");
  const { acknowledged, stored, lost, fault } = await crashRounds(cluster, victims);
  return {
    heads: ["kill -9 in mid-append", "acknowledged", "stored", "acknowledged but lost", "chain"],
    cells: [`${ROUNDS} rounds: node, backend, server in turn`, acknowledged, stored, lost, fault ?? "whole"],
    holds: lost === 0 && fault === null,
  };
};
