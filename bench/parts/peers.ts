import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { type Measured, measure, residentMegabytesOf } from "../measure";
import { type Contender, offsetsOf, readAgents, startBare, startNanda, type Work } from "../others";
import { backendsOf } from "../own-database";
import type { Part } from "../part";
import { fixed, thousands } from "../report";
import { quantile } from "../rounds";
import { ANCHOR, authorised, change, NUMBER, page, RECORD, searchOf } from "../scenarios";
import type { Closer, Site } from "../site";

/** With the 42 of the demo. */
const AGENTS = 958;
const TURN_MILLISECONDS = 1_000;
const REST_MILLISECONDS = 15_000;
const WRITERS = 8;

const WORKS: [work: Work, text: string, callers: number][] = [
  ["tiny", "a tiny response", 8],
  ["one", "one agent, always the same", 8],
  ["token", "one agent, always the same, with a token", 8],
  ["changed", "one agent, each after a change", 8],
  ["list", "list of 50, always the same, with a token", 8],
  ["lists", "list of 50, each after a change", 8],
  ["search", "search, always another text", 8],
  ["page", "page of an agent, each after a change", 4],
  ["register", "register", WRITERS],
  ["anchor", "anchor", WRITERS],
];

/** The service. Each list of paths is longer than what callers ask between two changes, so nothing kept is of use. */
async function contenderOf(site: Site, closers: Closer[]): Promise<Contender> {
  const agents = await readAgents(site);
  const dids = agents.map(({ did }) => encodeURIComponent(did));
  const facts = { token: site.token, did: agents[0]?.did ?? "" };
  const headers = authorised(facts);
  const before = change(facts);
  if (!("url" in site.address)) throw new Error("The comparison needs PostgreSQL.");
  const { backends, stop } = backendsOf(site.address.url);
  closers.push(stop);
  return {
    ...site.service,
    backends,
    name: "service",
    asked: {
      tiny: { path: "/livez" },
      one: { path: `/api/agents/${dids[0]}` },
      token: { path: `/api/agents/${dids[0]}`, headers },
      changed: { path: dids.map((did) => `/api/agents/${did}`), before },
      list: { path: "/api/agents/directory?limit=50", headers },
      lists: { path: offsetsOf(agents).map((offset) => `/api/agents/directory?limit=50&offset=${offset}`), before },
      search: searchOf("/api/agents/search?limit=10&q="),
      page: { ...page("")(), path: dids.map((did) => `/agents/${did}`), before },
      register: { path: "/api/agent/register", headers, body: RECORD, numbered: NUMBER, status: 201 },
      anchor: { path: "/api/memory/anchor", headers, body: ANCHOR, status: 201 },
    },
  };
}

/** Lets all threads of a process run on these cores only. */
const pin = (pid: number, cores: string) => execFileSync("taskset", ["-acp", cores, String(pid)], { stdio: "ignore" });

/** Returns the median of some figures, and their quartiles. */
function spread(values: readonly number[]): string {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => fixed(quantile(values, share)));
  return `${middle} (${low}–${high})`;
}

const over = (figures: readonly number[], under: readonly number[]) =>
  figures.map((figure, round) => figure / (under[round] ?? Number.NaN));
const processorOf = ({ cpuMilliseconds, databaseMilliseconds }: Measured) =>
  cpuMilliseconds.map((milliseconds, round) => milliseconds + (databaseMilliseconds[round] ?? 0));
const median = (values: readonly number[]) => fixed(quantile(values, 0.5));

/** Returns a line of the table for each server. */
function linesOf(text: string, played: readonly Measured[]): string[][] {
  const [service] = played;
  return played.map((measured, index) => [
    index === 0 ? text : "",
    measured.name,
    thousands(quantile(measured.perSecond, 0.5)),
    median(measured.p50Milliseconds),
    median(measured.p99Milliseconds),
    median(measured.cpuMilliseconds),
    median(measured.databaseMilliseconds),
    service && index > 0 ? spread(over(service.perSecond, measured.perSecond)) : "",
    service && index > 0 ? spread(over(processorOf(service), processorOf(measured))) : "",
  ]);
}

/**
 * The service, a bare server and, if its folder is given, another registry, each with 1,000 agents on its own database and
 * on the same core by turns.
 */
export const peers: Part = async ({ load, site, folder, add }) => {
  const closers: Closer[] = [];
  const lastCore = cpus().length - 1;
  const heads = [
    "work",
    "server",
    "a second",
    "p50 ms",
    "p99 ms",
    "CPU ms",
    "database CPU ms",
    "rate of the service over it",
  ];
  const table = [[...heads, "CPU of the service over it"]];
  try {
    const own = await site({ engine: "PostgreSQL", agents: AGENTS, grows: true });
    const service = await contenderOf(own, closers);
    const agents = await readAgents(own);
    const contenders = [service, await startBare(agents, closers)];
    if (folder !== undefined) contenders.push(await startNanda(folder, agents, closers));
    for (const { pid } of contenders) pin(pid(), "0");
    pin(load.pid(), `${Math.min(1, lastCore)}-${lastCore}`);
    await sleep(REST_MILLISECONDS);
    const idle = contenders.map(({ pid }) => residentMegabytesOf(pid()));
    for (const [work, text, callers] of WORKS) {
      const players = contenders.flatMap(({ name, asked: { [work]: asked }, ...server }) =>
        asked ? [{ name, server, asked, callers }] : [],
      );
      const lines = linesOf(text, await measure(load, players, TURN_MILLISECONDS));
      table.push(...lines);
      process.stderr.write(`${lines.map((cells) => cells.join(" | ")).join("\n")}\n`);
    }
    await sleep(REST_MILLISECONDS);
    for (const [index, { name, pid }] of contenders.entries()) {
      add(`memory of ${name}, idle, MB`, undefined, idle[index] ?? Number.NaN);
      add(`memory of ${name}, after all this, MB`, undefined, residentMegabytesOf(pid()));
    }
  } finally {
    pin(load.pid(), `0-${lastCore}`);
    for (let closer = closers.pop(); closer; closer = closers.pop()) await closer();
  }
  return { table };
};
