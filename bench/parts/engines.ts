import { factsOf } from "../facts";
import { countTurns, measure, type Player } from "../measure";
import { EMBEDDED, type Part, USUAL } from "../part";
import { type Row, rowOf } from "../results";
import { medianRatio } from "../rounds";
import { ENGINES, PAGE_READERS, type Scenario } from "../scenarios";
import type { Site } from "../site";

async function playerOf(site: Site, { asked }: Scenario): Promise<Player> {
  return { name: site.engine, server: site.service, asked: asked(await factsOf(site)), callers: PAGE_READERS };
}

/** The service on the embedded engine beside the service on PostgreSQL. */
export const engines: Part = {
  sites: [USUAL, EMBEDDED],
  turns: ENGINES.length * countTurns(2),
  play: async ({ load, site, onTurn }) => {
    const rows: Row[] = [];
    for (const scenario of ENGINES) {
      const players = [await playerOf(site(EMBEDDED), scenario), await playerOf(site(USUAL), scenario)];
      const played = await measure(load, players, () => onTurn(scenario.work));
      const [embedded, server] = played.map(({ perSecond }) => perSecond);
      rows.push(rowOf(scenario.work, scenario.goal, medianRatio(embedded ?? [], server ?? []), played));
    }
    return { rows };
  },
};
