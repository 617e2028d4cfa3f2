// Repeatedly kills one of two instances under writes, and compares the published changes with the committed ones:
// npm run bench:feed-crash, with TEST_DATABASE_URL
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";
import { freePort, NODE_FLAGS } from "@/e2e/http/start-server";
import { newServerDatabase, removeDirectory } from "@/lib/database/testing/template";
import { provenance, publish } from "./report";

const ROUNDS = Number(process.env["ROUNDS"] ?? 100);
const WRITERS = 6;
const OPERATOR_TOKEN = "an-operator-token-of-the-feed-crash-bench";
const READY_MILLISECONDS = 180_000;
const RECEIVED_WITHIN_MILLISECONDS = 30_000;
const HEADERS = { authorization: `Bearer ${OPERATOR_TOKEN}`, "content-type": "application/json" };

const database = await newServerDatabase({ empty: true });
if (!database) throw new Error("Set TEST_DATABASE_URL to a PostgreSQL server's superuser.");
const dataDir = await mkdtemp(path.join(tmpdir(), "governance-feed-crash-"));

interface Instance {
  port: number;
  process: ChildProcess | undefined;
}
const instances: Instance[] = [];
for (let n = 0; n < 2; n += 1) instances.push({ port: await freePort(), process: undefined });

async function start(instance: Instance): Promise<void> {
  instance.process = spawn(process.execPath, [...NODE_FLAGS, "dist/server.js"], {
    env: {
      ...{ PATH: process.env["PATH"], NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(instance.port) },
      ...{ DATA_DIR: dataDir, DATABASE_URL: database?.url, OPERATOR_TOKEN, LOG_LEVEL: "error" },
      RATE_LIMIT_REQUESTS: "1000000",
    },
    stdio: "ignore",
  });
  const until = Date.now() + READY_MILLISECONDS;
  while (Date.now() < until) {
    const ready = await fetch(`http://127.0.0.1:${instance.port}/readyz`).catch(() => undefined);
    if (ready?.ok) return;
    await sleep(50);
  }
  throw new Error("An instance did not start.");
}

const portOf = (n: number) => instances[n % 2]?.port ?? 0;

/** The revisions whose writes were acknowledged, by subject. The first is the registration. */
const acknowledged = new Map<string, number[]>();
/** The received revisions in order, by subject; and all received numbers. */
const received = new Map<string, number[]>();
const numbers: number[] = [];
let cursor = "";
let isOver = false;
let isPaused = false;
let isWriting = 0;

async function write(did: string, n: number): Promise<void> {
  const body = { did, name: "Crash", description: `revision ${n}` };
  const response = await fetch(`http://127.0.0.1:${portOf(Math.floor(Math.random() * 2))}/api/agent/register`, {
    method: "POST",
    headers: HEADERS,
    body: JSON.stringify(body),
  });
  const record = (await response.json()) as { revision?: number };
  if (response.status === 201) acknowledged.get(did)?.push(record.revision ?? 0);
}

async function writer(number: number): Promise<void> {
  for (let agent = 0; !isOver; agent += 1) {
    const did = `did:crash:s1:${number}-${agent}`;
    acknowledged.set(did, []);
    for (let n = 0; n < 20 && !isOver; n += 1) {
      while (isPaused && !isOver) await sleep(5);
      if (isOver) return;
      isWriting += 1;
      await write(did, n).catch(() => {});
      isWriting -= 1;
    }
  }
}

function take(event: string): void {
  const [, id = "", data] = /^id: (\S+)\ndata: (.*)$/m.exec(event) ?? [];
  if (data === undefined) return;
  cursor = id;
  const { subject, data: words } = JSON.parse(data) as { subject: string; data: { revision?: number } };
  numbers.push(Number(id.split(".")[1]));
  const own = received.get(subject) ?? [];
  received.set(subject, own);
  own.push(words.revision ?? 1);
}

/** Follows the feed through any instance that responds, after the last received change. */
async function follow(): Promise<void> {
  for (let n = 0; !isOver; n += 1) {
    await new Promise<void>((resolve) => {
      const headers = { authorization: HEADERS.authorization, ...(cursor === "" ? {} : { "last-event-id": cursor }) };
      const asked = request({ host: "127.0.0.1", port: portOf(n), path: "/api/events/stream", headers, agent: false });
      asked.on("response", (response) => {
        let rest = "";
        response.setEncoding("utf8").on("data", (text: string) => {
          const parts = (rest + text).split("\n\n");
          rest = parts.pop() ?? "";
          for (const part of parts) take(part);
        });
        response.on("close", resolve).on("error", () => {});
      });
      asked.on("error", () => resolve()).end();
    });
    await sleep(20);
  }
}

/** Compares received with acknowledged revisions. @returns the faults */
function faults(): string[] {
  const found: string[] = [];
  numbers.forEach((seq, at) => {
    const before = numbers[at - 1] ?? seq - 1;
    if (seq !== before + 1) found.push(`${seq} came after ${before}`);
  });
  for (const [did, revisions] of acknowledged) {
    const own = received.get(did) ?? [];
    const missing = revisions.filter((revision) => !own.includes(revision));
    if (missing.length > 0) found.push(`${did}: revisions ${missing.join(", ")} are missing`);
    if (own.some((revision, at) => at > 0 && revision <= (own[at - 1] ?? 0))) found.push(`${did}: ${own.join(", ")}`);
  }
  return found;
}

/** Prints the table's rows of the subjects with faults. */
async function explain(found: string[]): Promise<void> {
  if (found.length === 0) return;
  const sql = postgres(database?.url ?? "", { max: 1 });
  const [feed] =
    await sql`select epoch, head, (select count(*) from changes where seq is null) as waiting from change_feed`;
  process.stdout.write(`${JSON.stringify(feed)}, received up to ${cursor}\n`);
  for (const subject of new Set(found.map((fault) => fault.split(": ")[0] ?? ""))) {
    const rows = await sql`select id, seq, kind, at, data from changes where subject = ${subject} order by id`;
    const [agent] = await sql`select revision, description from agents where did = ${subject}`;
    process.stdout.write(
      `${subject} ${JSON.stringify(agent)} received ${received.get(subject)} acknowledged ${acknowledged.get(subject)}\n`,
    );
    for (const row of rows) process.stdout.write(`  ${JSON.stringify(row)}\n`);
  }
  await sql.end();
}

let written = 0;
try {
  await Promise.all(instances.map(start));
  while (cursor === "") {
    const response = await fetch(`http://127.0.0.1:${portOf(0)}/api/events`);
    const first = (await response.json()) as { cursor?: string };
    if (first.cursor === undefined) process.stdout.write(`${response.status} ${JSON.stringify(first)}\n`);
    cursor = first.cursor ?? "";
    await sleep(200);
  }
  void follow();
  const writers = Array.from({ length: WRITERS }, (_, number) => writer(number));
  for (let round = 0; round < ROUNDS; round += 1) {
    const victim = instances[round % 2];
    if (!victim?.process) throw new Error("no instance");
    await sleep(100 + Math.random() * 400);
    const exited = once(victim.process, "exit");
    victim.process.kill("SIGKILL");
    await exited;
    await sleep(Math.random() * 200);
    await start(victim);
    if (round % 10 === 9) process.stdout.write(`round ${round + 1}\n`);
  }
  isPaused = true;
  while (isWriting > 0) await sleep(10);
  written = [...acknowledged.values()].reduce((sum, { length }) => sum + length, 0);
  const until = Date.now() + RECEIVED_WITHIN_MILLISECONDS;
  while (faults().length > 0 && Date.now() < until) await sleep(200);
  await explain(faults());
  isOver = true;
  await Promise.all(writers);
} finally {
  isOver = true;
  for (const { process: running } of instances) running?.kill("SIGKILL");
  await sleep(500);
  await database.drop();
  await removeDirectory(dataDir);
}
const found = faults();
for (const fault of found.slice(0, 20)) process.stdout.write(`${fault}\n`);
await publish(
  "Change feed under kill -9",
  [
    provenance("PostgreSQL", "npm run bench:feed-crash"),
    "",
    "| kill -9 of one of two instances under writes | acknowledged writes | received changes | missing or out of order |",
    "|---|---:|---:|---:|",
    `| ${ROUNDS} rounds, ${WRITERS} writers | ${written} | ${numbers.length} | ${found.length} |`,
  ].join("\n"),
);
process.exit(found.length === 0 ? 0 : 1);
