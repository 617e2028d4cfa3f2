import { factsOf } from "../facts";
import { measure, type Player } from "../measure";
import type { Part } from "../part";
import { medianRatio } from "../rounds";
import { GROWTH } from "../scenarios";

const AGENTS = (process.env["GROWTH"] ?? "1000,100000,1000000").split(",").map(Number);
/** One caller's latencies need no long turns, and there are many. */
const TURN_MILLISECONDS = 750;

/** The latency of one caller with ever more rows. The figure is that with the most over that with the fewest. */
export const growth: Part = async ({ load, site, add }) => {
  for (const { work, goal, asked } of GROWTH) {
    const players: Player[] = [];
    for (const agents of AGENTS) {
      const own = await site({ engine: "PostgreSQL", agents, hasHistory: true });
      const name = agents.toLocaleString("en");
      players.push({ name, server: own.service, asked: asked(await factsOf(own)), callers: 1 });
    }
    const played = await measure(load, players, TURN_MILLISECONDS);
    const latencies = played.map(({ p50Milliseconds }) => p50Milliseconds);
    add(work, goal, medianRatio(latencies.at(-1) ?? [], latencies[0] ?? []), played);
  }
};
