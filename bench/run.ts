import { playRound, type Target, warmUp } from "./load";
import { medianRatio, provenance, type Row, tableOf, writeSection } from "./report";
import { SCENARIOS, type Scenario } from "./scenarios";
import { openSite, type Site } from "./site";

const SIZES = [1_000, 100_000];
const ROUNDS = 7;

interface Pair {
  site: Site;
  service: Target;
  bare: Target;
}

function pairOf(site: Site, scenario: Scenario): Pair {
  const target = (url: string): Target => ({ url, token: site.token, latenciesMilliseconds: [], roundMeans: [] });
  return {
    site,
    service: target(site.service + scenario.path),
    bare: target(`${site.bare}/${SCENARIOS.indexOf(scenario)}`),
  };
}

/** Plays a scenario in rounds on all servers by turns, now forwards, now backwards, so that noise hits them alike. */
async function play(scenario: Scenario, sites: Site[]): Promise<Row[]> {
  const pairs = sites.map((site) => pairOf(site, scenario));
  const targets = pairs.flatMap(({ service, bare }) => [service, bare]);
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
    service,
    bare,
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
    const text = `${provenance(sites[0]?.engine ?? "", command)}\n\n${tableOf(rows)}`;
    process.stdout.write(`${text}\n`);
    await writeSection(server === undefined ? "Embedded engine" : "PostgreSQL", text);
  } finally {
    for (const site of sites) await site.close();
  }
}

await main();
process.exit(0);
