import { factsOf } from "../facts";
import { measure, type Player } from "../measure";
import { EMBEDDED, type Part, USUAL } from "../part";
import { medianRatio } from "../rounds";
import { ENGINES, PAGE_READERS, type Scenario } from "../scenarios";
import type { Site } from "../site";

async function playerOf(site: Site, { asked }: Scenario): Promise<Player> {
  return { name: site.engine, server: site.service, asked: asked(await factsOf(site)), callers: PAGE_READERS };
}

/** The service on the embedded engine beside the service on PostgreSQL. */
export const engines: Part = async ({ load, site, add }) => {
  for (const scenario of ENGINES) {
    const players = [await playerOf(await site(EMBEDDED), scenario), await playerOf(await site(USUAL), scenario)];
    const played = await measure(load, players);
    const [embedded, server] = played.map(({ perSecond }) => perSecond);
    add(scenario.work, scenario.goal, medianRatio(embedded ?? [], server ?? []), played);
  }
};
