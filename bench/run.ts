import { send } from "./load";
import { provenance, publish, type Row, tableOf } from "./report";
import { type Contender, medianRatio, type Play, playByTurns } from "./rounds";
import { COMPARED, SCENARIOS, type Scenario } from "./scenarios";
import { openSite, type Site } from "./site";

const SIZES = [1_000, 100_000];
const ROUNDS = 7;
const CONNECTIONS = 8;

let dids = 0;

function contender({ name, requests, status, body, page }: Scenario, url: string, token: string): Contender {
  const run = () => {
    dids += 1;
    return send({ url, token, status, firstByte: page === true, body: body?.(`did:bench:s1:agent-${dids}`) });
  };
  return { name, run, runs: requests };
}

/** Plays a scenario on all servers by turns. */
async function play(scenario: Scenario, sites: Site[]): Promise<Row[]> {
  const services = sites.map(({ service, token }) => contender(scenario, service + scenario.path, token));
  const operation = COMPARED().indexOf(scenario);
  const bares = scenario.page ? [] : sites.map(({ bare, token }) => contender(scenario, `${bare}/${operation}`, token));
  const plays = await playByTurns([...services, ...bares], CONNECTIONS, ROUNDS);
  if (scenario.body) for (const site of sites) await site.tidy();
  return sites.flatMap(({ agents }, at) => {
    const [smallest, service, bare] = [plays[0], plays[at], plays[sites.length + at]];
    if (!smallest || !service) return [];
    const over = (other: Play) => medianRatio(service.meansMilliseconds, other.meansMilliseconds);
    return { scenario: scenario.name, agents, service, bare, ratio: bare && over(bare), growth: over(smallest) };
  });
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
    await publish(server === undefined ? "Embedded engine" : "PostgreSQL", text);
  } finally {
    for (const site of sites) await site.close();
  }
}

await main();
process.exit(0);
