import { factsOf } from "../facts";
import { countTurns, measure } from "../measure";
import { type Part, USUAL } from "../part";
import { type Row, rowOf } from "../results";
import { quantile } from "../rounds";
import { CPU } from "../scenarios";

const CALLERS = 2;

/** Processor time of the service's process for a request. */
export const cpu: Part = {
  sites: [USUAL],
  turns: CPU.length * countTurns(1),
  play: async ({ load, site, onTurn }) => {
    const rows: Row[] = [];
    const { service } = site(USUAL);
    const facts = await factsOf(site(USUAL));
    for (const { work, goal, asked } of CPU) {
      const player = { name: "service", server: service, asked: asked(facts), callers: CALLERS };
      const played = await measure(load, [player], () => onTurn(work));
      rows.push(rowOf(work, goal, quantile(played[0]?.cpuMilliseconds ?? [], 0.5), played));
    }
    return { rows };
  },
};
