import { setTimeout as sleep } from "node:timers/promises";
import type { PrivateCluster } from "@/lib/database/testing/private-cluster";
import type { Closer } from "../site";

export const ROUNDS = Number(process.env["ROUNDS"] ?? 100);

/** A table with one line, and whether everything holds that must. */
interface Outcome {
  heads: string[];
  cells: (string | number)[];
  holds: boolean;
}

/** Works on a separate PostgreSQL server. Its closers run at the end, the last one first. */
export type Comparison = (cluster: PrivateCluster, closers: Closer[]) => Promise<Outcome>;

/** A running process of the service or of a part of it. */
export interface Instance {
  kill: () => Promise<void>;
}

const LONGEST_PAUSE_MILLISECONDS = 200;

/**
 * Runs two instances, and in each round kills one of them with SIGKILL and starts it again.
 * @param chooseVictim waits until the moment of the kill, and returns the index of the instance
 * @returns both instances, which still run
 */
export async function killByTurns<I extends Instance>(
  start: (index: number) => Promise<I>,
  chooseVictim: (round: number, instances: readonly I[]) => Promise<number>,
): Promise<I[]> {
  const instances = [await start(0), await start(1)];
  for (let round = 0; round < ROUNDS; round += 1) {
    const victim = await chooseVictim(round, instances);
    await instances[victim]?.kill();
    await sleep(Math.random() * LONGEST_PAUSE_MILLISECONDS);
    instances[victim] = await start(victim);
    process.stderr.write(`\r${round + 1} of ${ROUNDS} `);
  }
  return instances;
}
