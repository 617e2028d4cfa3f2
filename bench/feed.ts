// Measures the cost and the latency of the change feed: npm run bench:feed, with TEST_DATABASE_URL
import { setTimeout as sleep } from "node:timers/promises";
import { measureRegistrations } from "./feed-registration";
import { openFeedSite, residentMb, startReaders, writeChanges } from "./feed-site";
import { fixed, provenance, publish } from "./report";
import { quantile } from "./rounds";
import type { Closer } from "./site";

const SECONDS = Number(process.env["SECONDS"] ?? 30);
const SETTLE_MILLISECONDS = 3_000;
const MEMORY_MILLISECONDS = 250;
const OPERATORS = 10;
const STREAMS_OF_OPERATOR = 100;

interface Row {
  what: string;
  goal: string;
  measured: string;
}

async function twentyStreams(): Promise<Row[]> {
  const closers: Closer[] = [];
  try {
    const { service, db, token } = await openFeedSite(closers);
    const readers = startReaders(closers);
    await readers.open({ port: service.port, path: "/api/events/stream", tokens: Array(20).fill(token) });
    await writeChanges(db, 200, 3);
    await sleep(SETTLE_MILLISECONDS);
    await readers.report();
    const written = await writeChanges(db, 200, SECONDS);
    await sleep(SETTLE_MILLISECONDS);
    const { latencies } = await readers.report();
    const received = latencies.length / 20;
    if (received !== written) throw new Error(`${written} changes were written, but ${received} received`);
    return [
      {
        what: "200 events/s to 20 streams, from commit to receipt, p50 and p99",
        goal: "p99 < 250 ms",
        measured: `${fixed(quantile([...latencies], 0.5))} and ${fixed(quantile([...latencies], 0.99))} ms`,
      },
    ];
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

async function issueOperators(port: number, token: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let n = 0; n < OPERATORS; n += 1) {
    const response = await fetch(`http://127.0.0.1:${port}/api/access/credentials`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ kind: "operator", label: `bench ${n}` }),
    });
    tokens.push(((await response.json()) as { token: string }).token);
  }
  return tokens;
}

async function thousandStreams(): Promise<Row[]> {
  const closers: Closer[] = [];
  try {
    const { service, db, token } = await openFeedSite(closers);
    const readers = startReaders(closers);
    const issued = await issueOperators(service.port, token);
    const tokens = issued.flatMap((each) => Array<string>(STREAMS_OF_OPERATOR).fill(each));
    // One stream, so memory that all streams share counts as idle.
    await readers.open({ port: service.port, path: "/api/events/stream", tokens: tokens.slice(0, 1) });
    await writeChanges(db, 2, 10);
    await sleep(SETTLE_MILLISECONDS);
    const idle = residentMb(service.pid());
    await readers.open({ port: service.port, path: "/api/events/stream", tokens: tokens.slice(1) });
    await readers.report();
    let most = 0;
    const look = setInterval(() => (most = Math.max(most, residentMb(service.pid()))), MEMORY_MILLISECONDS);
    const written = await writeChanges(db, 2, SECONDS * 2);
    await sleep(SETTLE_MILLISECONDS);
    clearInterval(look);
    const { latencies, ended } = await readers.report();
    const received = latencies.length / tokens.length;
    if (received !== written || ended > 0) {
      throw new Error(`${written} written, ${received} received, ${ended} streams ended`);
    }
    return [
      {
        what: "2 events/s to 1,000 streams of ten operators, p50 and p99",
        goal: "p99 < 1 s",
        measured: `${fixed(quantile([...latencies], 0.5))} and ${fixed(quantile([...latencies], 0.99))} ms`,
      },
      {
        what: "memory of the process above idle with 1,000 streams, at most",
        goal: "150 MB",
        measured: `${fixed(most - idle)} MB above ${fixed(idle)} MB`,
      },
    ];
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

async function registration(): Promise<Row[]> {
  const closers: Closer[] = [];
  try {
    const cost = await measureRegistrations(closers);
    const [without, withFeed] = [0, 1].map((build) => (cost.process[build] ?? 0) + (cost.database[build] ?? 0));
    const parts = ([before = 0, after = 0]: number[]) => `${fixed(before)} → ${fixed(after)} ms`;
    return [
      {
        what: "processor time of a registration, relative to the commit before the feed: service and database",
        goal: "≤ 1.1",
        measured: `${fixed((withFeed ?? 0) / (without ?? 1))} (service ${parts(cost.process)}, database ${parts(cost.database)})`,
      },
    ];
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

const asked = process.argv.slice(2);
const parts = { twenty: twentyStreams, thousand: thousandStreams, registration };
const rows: Row[] = [];
for (const [name, part] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const measured = await part();
  for (const row of measured) process.stdout.write(`${row.what}: ${row.measured}\n`);
  rows.push(...measured);
}
if (asked.length === 0) {
  const table = ["| measurement | goal | result |", "|---|---:|---:|"];
  for (const { what, goal, measured } of rows) table.push(`| ${what} | ${goal} | ${measured} |`);
  await publish("Change feed", [provenance("PostgreSQL", "npm run bench:feed"), "", ...table].join("\n"));
}
process.exit();
