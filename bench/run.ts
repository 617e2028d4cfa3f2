import type { Row } from "./figures";
import { playRound, type Target, warmUp } from "./load";
import { figuresOf, medianRatio, provenance, publish } from "./report";
import { COMPARED, SCENARIOS, type Scenario } from "./scenarios";
import { openSite, type Site } from "./site";

const SIZES = [1_000, 100_000];
const ROUNDS = 7;

interface Pair {
  site: Site;
  service: Target;
  bare: Target | undefined;
}

function pairOf(site: Site, scenario: Scenario): Pair {
  const target = (url: string): Target => ({ url, token: site.token, latenciesMilliseconds: [], roundMeans: [] });
  return {
    site,
    service: target(site.service + scenario.path),
    bare: scenario.page ? undefined : target(`${site.bare}/${COMPARED().indexOf(scenario)}`),
  };
}

/** Plays a scenario in rounds on all servers by turns, now forwards, now backwards, so that noise hits them alike. */
async function play(scenario: Scenario, sites: Site[]): Promise<Row[]> {
  const pairs = sites.map((site) => pairOf(site, scenario));
  const targets = pairs.flatMap(({ service, bare }) => (bare ? [service, bare] : [service]));
  for (const target of targets) await warmUp(target, scenario);
  for (let round = 0; round < ROUNDS; round += 1) {
    const turns = round % 2 === 0 ? targets : targets.toReversed();
    for (const target of turns) await playRound(target, scenario);
  }
  if (scenario.body) for (const site of sites) await site.tidy();
  const smallest = pairs[0]?.service;
  return pairs.map(({ site, service, bare }) => ({
    scenario: scenario.name,
    agents: site.agents,
    service: figuresOf(service),
    bare: bare ? figuresOf(bare) : null,
    ratio: bare ? medianRatio(service, bare) : null,
    growth: smallest ? medianRatio(service, smallest) : 1,
  }));
}

async function main(): Promise<void> {
  const server = process.env["DATABASE_URL"];
  // Each site gets a database of its own on that server, and drops it.
  if (server !== undefined) process.env["TEST_DATABASE_URL"] = server;
  const sites: Site[] = [];
  try {
    for (const size of SIZES) sites.push(await openSite(size));
    const rows: Row[] = [];
    for (const scenario of SCENARIOS) rows.push(...(await play(scenario, sites)));
    const command = server === undefined ? "npm run bench" : "DATABASE_URL=postgres://… npm run bench";
    const result = { provenance: provenance(sites[0]?.engine ?? "", command), rows };
    await publish(server === undefined ? "Embedded engine" : "PostgreSQL", result);
  } finally {
    for (const site of sites) await site.close();
  }
}

await main();
process.exit(0);
