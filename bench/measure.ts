import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type Asked, bytesOf, type Load } from "./load";
import { byTurns, quantile } from "./rounds";
import type { Server } from "./service";

/** Whose work is measured, and by what load. */
export interface Player {
  name: string;
  server: Server;
  asked: Asked;
  callers: number;
  /** What one request does, where it does more than one. */
  things?: number;
}

/** One player's figures, each of every round. */
export interface Measured {
  name: string;
  perSecond: number[];
  p50Milliseconds: number[];
  p99Milliseconds: number[];
  /** Of the server's process, for a request. */
  cpuMilliseconds: number[];
  /** Share of a core used by the load. Near 1, the load is slower than the server. */
  loadShare: number[];
}

const ROUNDS = Number(process.env["ROUNDS"] ?? 7);
const ROUND_MILLISECONDS = 1_500;
const TICK_MILLISECONDS = 1_000 / Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

/** Returns the processor time of a process so far, in all its threads. */
export function cpuMillisecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the name in parentheses; user and system time are the 14th and the 15th.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MILLISECONDS;
}

async function playRound(load: Load, player: Player, milliseconds: number) {
  const { server, asked, callers, things = 1 } = player;
  const cpuBefore = cpuMillisecondsOf(server.pid());
  const loadBefore = cpuMillisecondsOf(load.pid());
  const { latenciesMilliseconds, elapsedMilliseconds } = await load.play({
    port: server.port,
    requests: [bytesOf(asked)],
    numbered: asked.numbered,
    status: asked.status ?? 200,
    callers,
    milliseconds,
  });
  const requests = latenciesMilliseconds.length;
  return {
    perSecond: (1_000 * requests * things) / elapsedMilliseconds,
    p50: quantile(latenciesMilliseconds, 0.5),
    p99: quantile(latenciesMilliseconds, 0.99),
    cpu: (cpuMillisecondsOf(server.pid()) - cpuBefore) / requests,
    loadShare: (cpuMillisecondsOf(load.pid()) - loadBefore) / elapsedMilliseconds,
  };
}

/** Returns how many turns so many players take. */
export const countTurns = (players: number) => players * (ROUNDS + 1);

/** Plays all by turns. The first turn of each, which does not count, warms it. */
export async function measure(
  load: Load,
  players: readonly Player[],
  onTurn: () => void,
  milliseconds = ROUND_MILLISECONDS,
): Promise<Measured[]> {
  const played = await byTurns(players, ROUNDS, async (player) => {
    const round = await playRound(load, player, milliseconds);
    onTurn();
    return round;
  });
  return players.map(({ name }, index) => {
    const rounds = played[index] ?? [];
    return {
      name,
      perSecond: rounds.map(({ perSecond }) => perSecond),
      p50Milliseconds: rounds.map(({ p50 }) => p50),
      p99Milliseconds: rounds.map(({ p99 }) => p99),
      cpuMilliseconds: rounds.map(({ cpu }) => cpu),
      loadShare: rounds.map(({ loadShare }) => loadShare),
    };
  });
}
