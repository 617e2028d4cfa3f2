import { factsOf } from "../facts";
import { measure } from "../measure";
import { type Part, USUAL } from "../part";
import { quantile } from "../rounds";
import { CPU } from "../scenarios";

const CALLERS = 2;

/** Processor time of the service's process for a request. */
export const cpu: Part = async ({ load, site, add }) => {
  const usual = await site(USUAL);
  const facts = await factsOf(usual);
  for (const { work, goal, asked } of CPU) {
    const player = { name: "service", server: usual.service, asked: asked(facts), callers: CALLERS };
    const played = await measure(load, [player]);
    add(work, goal, quantile(played[0]?.cpuMilliseconds ?? [], 0.5), played);
  }
};
