// Prints what one instance needs, for docs/operations: memory idle and under a load of ten seconds, and the requests
// that one core can respond to. Run it on the machine that you size: `npm run bench:sizing`, with DATABASE_URL for
// PostgreSQL. The processor time of a request depends little on other work of the machine.
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { orderOf, startLoad } from "./load";
import { cpuMillisecondsOf, residentMegabytesOf } from "./measure";
import { prepareService } from "./service";

const REST_MILLISECONDS = 20_000;
const WARM_MILLISECONDS = 1_000;
const LOAD_MILLISECONDS = 10_000;
const CALLERS = 4;
/** A number that each request replaces by another. */
const NUMBER = "0000001";
const READS: [name: string, path: string, numbered?: string][] = [
  ["an API read from memory: the directory, 50 rows", "/api/agents/directory"],
  ["a page from memory: an agent", "/agents/did:demo:s2:glossa"],
  ["a search for a task, always another", `/api/agents/search?q=translate%20contract%20${NUMBER}`, NUMBER],
];

const { DATABASE_URL } = process.env;
const directory = await mkdtemp(path.join(tmpdir(), "governance-sizing-"));
const service = await prepareService(directory, DATABASE_URL === undefined ? {} : { DATABASE_URL });
const load = startLoad();
const lines = ["| read | ms of a core | a second on one core |", "|---|---:|---:|"];
try {
  // The first start creates the demo, which needs more memory than later starts.
  await service.start();
  await service.stop();
  await service.start();
  await sleep(REST_MILLISECONDS);
  const atRest = residentMegabytesOf(service.pid());
  const play = async (place: string, numbered: string | undefined, milliseconds: number) => {
    const asked = orderOf({ path: place, ...(numbered === undefined ? {} : { numbered }) });
    const order = { port: service.port, ...asked, callers: CALLERS, milliseconds };
    const done = await load.play(order);
    return done.latenciesMilliseconds.length;
  };
  let peak = atRest;
  for (const [name, place, numbered] of READS) {
    await play(place, numbered, WARM_MILLISECONDS);
    const before = cpuMillisecondsOf(service.pid());
    const requests = await play(place, numbered, LOAD_MILLISECONDS);
    const milliseconds = (cpuMillisecondsOf(service.pid()) - before) / requests;
    peak = Math.max(peak, residentMegabytesOf(service.pid()));
    lines.push(`| ${name} | ${milliseconds.toFixed(2)} | ${Math.round(1_000 / milliseconds).toLocaleString("en")} |`);
  }
  await sleep(REST_MILLISECONDS);
  const engine = DATABASE_URL === undefined ? "embedded database" : "PostgreSQL";
  const megabytes = [atRest, peak, residentMegabytesOf(service.pid())].map((each) => `${Math.round(each)} MB`);
  process.stdout.write(`${lines.join("\n")}

Memory, ${engine}: ${megabytes[0]} idle, at most ${megabytes[1]} under load, ${megabytes[2]} 20 seconds later.
${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model}), load average ${loadavg()[0]?.toFixed(1)}
`);
} finally {
  load.stop();
  await service.stop();
  await rm(directory, { recursive: true, force: true });
}
