import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { type Asked, type Load, orderOf } from "./load";
import { quantile } from "./rounds";
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

/** Work in this process that is measured. */
export interface Runner {
  name: string;
  run: () => Promise<unknown>;
  callers: number;
}

/** One player's figures, each of every round. */
export interface Measured {
  name: string;
  perSecond: number[];
  p50Milliseconds: number[];
  p99Milliseconds: number[];
  /** Of the server's process, for a request. Empty for work in this process. */
  cpuMilliseconds: number[];
  /** Of the server's own processes of PostgreSQL, for a request. Empty if they are not known. */
  databaseMilliseconds: number[];
  /** Share of a core used by the load. Near 1, the load is slower than the server. Empty for work in this process. */
  loadShare: number[];
}

export const ROUNDS = Number(process.env["ROUNDS"] ?? 7);
const ROUND_MILLISECONDS = 1_500;
const TICK_MILLISECONDS = 1_000 / Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));

const newMeasured = (name: string): Measured => ({
  name,
  perSecond: [],
  p50Milliseconds: [],
  p99Milliseconds: [],
  cpuMilliseconds: [],
  databaseMilliseconds: [],
  loadShare: [],
});

/** Returns the processor time of a process so far, in all its threads. */
export function cpuMillisecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field is the name in parentheses; user and system time are the 14th and the 15th.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * TICK_MILLISECONDS;
}

/** Returns the processor time of each of these processes that still runs. */
function cpuOfEach(pids: readonly number[]): Map<number, number> {
  return new Map(pids.filter((pid) => existsSync(`/proc/${pid}`)).map((pid) => [pid, cpuMillisecondsOf(pid)]));
}

/** Returns the processor time between two moments. A process that began in between counts from its beginning. */
function cpuBetween(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, milliseconds]) => sum + milliseconds - (before.get(pid) ?? 0), 0);
}

/** Returns the processor time of this process for some work. */
export async function processorMilliseconds(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** Returns the resident memory of a process. */
export function residentMegabytesOf(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1_024;
}

async function playRound(load: Load, player: Player, milliseconds: number, measured: Measured): Promise<void> {
  const { server, asked, callers, things = 1 } = player;
  const backendsBefore = cpuOfEach((await server.backends?.()) ?? []);
  const cpuBefore = cpuMillisecondsOf(server.pid());
  const loadBefore = cpuMillisecondsOf(load.pid());
  const { latenciesMilliseconds, elapsedMilliseconds } = await load.play({
    port: server.port,
    ...orderOf(asked),
    callers,
    milliseconds,
  });
  const requests = latenciesMilliseconds.length;
  measured.perSecond.push((1_000 * requests * things) / elapsedMilliseconds);
  measured.p50Milliseconds.push(quantile(latenciesMilliseconds, 0.5));
  measured.p99Milliseconds.push(quantile(latenciesMilliseconds, 0.99));
  measured.cpuMilliseconds.push((cpuMillisecondsOf(server.pid()) - cpuBefore) / requests);
  if (server.backends) {
    measured.databaseMilliseconds.push(cpuBetween(backendsBefore, cpuOfEach(await server.backends())) / requests);
  }
  measured.loadShare.push((cpuMillisecondsOf(load.pid()) - loadBefore) / elapsedMilliseconds);
}

/** Runs a round in this process: each caller starts its next run when its last one is done. */
async function runRound({ run, callers }: Runner, milliseconds: number, measured: Measured): Promise<void> {
  const latencies: number[] = [];
  const began = performance.now();
  const call = async () => {
    for (let now = began; now < began + milliseconds; ) {
      const started = now;
      await run();
      now = performance.now();
      latencies.push(now - started);
    }
  };
  await Promise.all(Array.from({ length: callers }, call));
  measured.perSecond.push((1_000 * latencies.length) / (performance.now() - began));
  measured.p50Milliseconds.push(quantile(latencies, 0.5));
  measured.p99Milliseconds.push(quantile(latencies, 0.99));
}

/**
 * Plays all in alternating order, so noise affects all of them equally. The first turn of each warms it and does not count.
 */
export async function measure(
  load: Load,
  players: readonly (Player | Runner)[],
  milliseconds = ROUND_MILLISECONDS,
): Promise<Measured[]> {
  const turns = players.map((player) => ({ player, measured: newMeasured(player.name) }));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const { player, measured } of round % 2 === 0 ? turns : turns.toReversed()) {
      const into = round < 0 ? newMeasured(player.name) : measured;
      if ("run" in player) await runRound(player, milliseconds, into);
      else await playRound(load, player, milliseconds, into);
    }
  }
  return turns.map(({ measured }) => measured);
}
