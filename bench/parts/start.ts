import { EMBEDDED, type Part, USUAL } from "../part";
import { type Row, rowOf } from "../results";
import { quantile } from "../rounds";
import type { Goal } from "../scenarios";

const STARTS = 7;
const GOALS: [typeof USUAL, Goal][] = [
  [EMBEDDED, { most: 1.5 }],
  [USUAL, { most: 1 }],
];

/** From the start of the process to its first response with rows, after a stop in good order. */
export const start: Part = {
  sites: GOALS.map(([key]) => key),
  turns: GOALS.length * STARTS,
  play: async ({ site, onTurn }) => {
    const rows: Row[] = [];
    for (const [key, goal] of GOALS) {
      const { service } = site(key);
      const milliseconds: number[] = [];
      for (let round = 0; round < STARTS; round++) {
        await service.stop();
        milliseconds.push(await service.start());
        onTurn(`start, ${key.engine}`);
      }
      const work = `with ${key.agents.toLocaleString("en")} agents, ${key.engine}, s`;
      rows.push(rowOf(work, goal, quantile(milliseconds, 0.5) / 1_000));
    }
    return { rows };
  },
};
