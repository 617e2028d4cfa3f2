// Measures the cost of the feed for a registration: npm run bench:feed registration, with TEST_DATABASE_URL, and
// WITHOUT_FEED set to a built checkout of the commit before the feed
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { freePort, NODE_FLAGS } from "@/e2e/http/start-server";
import { newServerDatabase, removeDirectory } from "@/lib/database/testing/template";
import { bytesOf, startLoad } from "./load";
import { cpuMillisecondsOf } from "./measure";
import { quantile } from "./rounds";
import type { Closer } from "./site";

const ROUNDS = Number(process.env["ROUNDS"] ?? 9);
const ROUND_MILLISECONDS = 3_000;
const CALLERS = 4;
const OPERATOR_TOKEN = "an-operator-token-of-the-feed-bench";
const DIGITS = "00000000";
const START_MILLISECONDS = 90_000;

interface Build {
  port: number;
  service: ChildProcess;
  sql: postgres.Sql;
}

async function startBuild(directory: string, closers: Closer[]): Promise<Build> {
  const database = await newServerDatabase({ empty: true });
  if (!database) throw new Error("Set TEST_DATABASE_URL to a PostgreSQL server's superuser.");
  closers.push(database.drop);
  const dataDir = await mkdtemp(path.join(tmpdir(), "governance-feed-"));
  closers.push(() => removeDirectory(dataDir));
  const port = await freePort();
  const service = spawn(process.execPath, [...NODE_FLAGS, "dist/server.js"], {
    cwd: directory,
    env: {
      ...{ PATH: process.env["PATH"], NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port), OPERATOR_TOKEN },
      ...{ DATA_DIR: dataDir, DATABASE_URL: database.url, RATE_LIMIT_REQUESTS: "1000000" },
    },
    stdio: "ignore",
  });
  closers.push(async () => {
    if (service.exitCode !== null) return;
    const exited = once(service, "exit");
    service.kill();
    await exited;
  });
  const until = Date.now() + START_MILLISECONDS;
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok) {
    if (Date.now() > until || service.exitCode !== null) throw new Error(`${directory} does not start.`);
    await sleep(50);
  }
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  closers.push(async () => void (await sql.end()));
  return { port, service, sql };
}

/** Returns the processor time of the process and of its backends so far. */
async function cpuOf({ service, sql }: Build): Promise<{ process: number; database: number }> {
  const rows =
    await sql`select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  const database = rows.reduce((sum, { pid }) => sum + cpuMillisecondsOf(Number(pid)), 0);
  return { process: cpuMillisecondsOf(service.pid ?? 0), database };
}

/** @returns the milliseconds per registration of each build, for the process and for the database */
export async function measureRegistrations(closers: Closer[]): Promise<{ process: number[]; database: number[] }> {
  const { WITHOUT_FEED } = process.env;
  if (WITHOUT_FEED === undefined)
    throw new Error("Set WITHOUT_FEED to a built checkout of the commit before the feed.");
  const builds = [await startBuild(WITHOUT_FEED, closers), await startBuild(process.cwd(), closers)];
  const load = startLoad();
  closers.push(load.stop);
  const body = { did: `did:bench:s1:${DIGITS}`, name: "Agent", role: "translator", skills: ["Summarise a contract"] };
  const asked = { path: "/api/agent/register", headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` }, body };
  const measured = builds.map(() => ({ process: [] as number[], database: [] as number[] }));
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, build] of builds.entries()) {
      const before = await cpuOf(build);
      const order = { requests: [bytesOf(asked)], numbered: DIGITS, status: 201, callers: CALLERS };
      const { latenciesMilliseconds } = await load.play({
        ...order,
        port: build.port,
        milliseconds: ROUND_MILLISECONDS,
      });
      // Later work for a registration, such as its number in the feed, also counts.
      await sleep(300);
      const after = await cpuOf(build);
      process.stderr.write(`round ${round} of ${index}: ${latenciesMilliseconds.length}\n`);
      if (round < 0) continue;
      const count = latenciesMilliseconds.length;
      measured[index]?.process.push((after.process - before.process) / count);
      measured[index]?.database.push((after.database - before.database) / count);
    }
  }
  const medians = (part: "process" | "database") => measured.map((each) => quantile(each[part], 0.5));
  return { process: medians("process"), database: medians("database") };
}
