import { factsOf } from "../facts";
import { countTurns, measure, type Player } from "../measure";
import type { Part } from "../part";
import { type Row, rowOf } from "../results";
import { medianRatio } from "../rounds";
import { GROWTH } from "../scenarios";
import type { SiteKey } from "../site";

const SITES = (process.env["GROWTH"] ?? "1000,100000,1000000")
  .split(",")
  .map((agents): SiteKey => ({ engine: "PostgreSQL", agents: Number(agents), hasHistory: true }));
/** One caller's latencies need no long turns, and there are many. */
const TURN_MILLISECONDS = 750;

/** The latency of one caller with ever more rows. The figure is that with the most over that with the fewest. */
export const growth: Part = {
  sites: SITES,
  turns: GROWTH.length * countTurns(SITES.length),
  play: async ({ load, site, onTurn }) => {
    const rows: Row[] = [];
    for (const { work, goal, asked } of GROWTH) {
      const players: Player[] = [];
      for (const key of SITES) {
        const { service } = site(key);
        const name = key.agents.toLocaleString("en");
        players.push({ name, server: service, asked: asked(await factsOf(site(key))), callers: 1 });
      }
      const played = await measure(load, players, () => onTurn(work), TURN_MILLISECONDS);
      const latencies = played.map(({ p50Milliseconds }) => p50Milliseconds);
      rows.push(rowOf(work, goal, medianRatio(latencies.at(-1) ?? [], latencies[0] ?? []), played));
    }
    return { rows };
  },
};
