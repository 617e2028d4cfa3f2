import { EMBEDDED, type Part, USUAL } from "../part";
import { quantile } from "../rounds";
import type { Goal } from "../scenarios";

const STARTS = 7;
const GOALS: [typeof USUAL, Goal][] = [
  [EMBEDDED, { most: 1.5 }],
  [USUAL, { most: 1 }],
];

/** From the start of the process to its first response with rows, after a stop in good order. */
export const start: Part = async ({ site, add }) => {
  for (const [key, goal] of GOALS) {
    const { service } = await site(key);
    const milliseconds: number[] = [];
    for (let round = 0; round < STARTS; round++) {
      await service.stop();
      milliseconds.push(await service.start());
    }
    const work = `with ${key.agents.toLocaleString("en")} agents, ${key.engine}, s`;
    add(work, goal, quantile(milliseconds, 0.5) / 1_000);
  }
};
