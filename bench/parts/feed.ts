import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import { openClient } from "@/lib/database/client";
import type { Database } from "@/lib/database/open";
import { recordChange } from "@/lib/features/events/record-change";
import type { ReaderReport, StreamOrder } from "../feed-readers";
import { residentMegabytesOf } from "../measure";
import { type Bench, GROWING, type Part } from "../part";
import { quantile } from "../rounds";
import type { Site } from "../site";

const SECONDS = Number(process.env["SECONDS"] ?? 30);
const SETTLE_MILLISECONDS = 3_000;
const MEMORY_MILLISECONDS = 250;
const OPERATORS = 10;
const STREAMS_OF_OPERATOR = 100;

/** A process that follows the feed. Without tokens for further streams it reports the events since the last report. */
function startReaders(port: number) {
  const child = fork("bench/feed-readers.ts", { execArgv: ["--import", "tsx"], serialization: "advanced" });
  const report = async (tokens: string[] = []): Promise<ReaderReport> => {
    child.send({ port, tokens } satisfies StreamOrder);
    const [answer] = (await once(child, "message")) as [ReaderReport | { fault: string }];
    if ("fault" in answer) throw new Error(answer.fault);
    return answer;
  };
  return { report, stop: () => child.kill() };
}

/** Commits changes at an even pace. Each contains the time at which its commit began. @returns how many */
async function writeChanges(db: Database, perSecond: number, seconds: number): Promise<number> {
  const began = performance.now();
  const writing: Promise<void>[] = [];
  for (let n = 0; n < perSecond * seconds; n += 1) {
    const early = began + (n * 1_000) / perSecond - performance.now();
    if (early > 0) await sleep(early);
    const did = `did:bench:s1:${n}`;
    writing.push(
      db.transaction(async (tx) => {
        const committed_at = performance.timeOrigin + performance.now();
        const data = { name: "An agent of the bench", status: "active", revision: n, committed_at };
        await recordChange(tx, { kind: "agent.changed", subject: did, dids: [did], data });
      }),
    );
  }
  await Promise.all(writing);
  await sleep(SETTLE_MILLISECONDS);
  return writing.length;
}

async function issueOperators({ service, token }: Site): Promise<string[]> {
  const tokens: string[] = [];
  for (let n = 0; n < OPERATORS; n += 1) {
    const response = await fetch(`http://127.0.0.1:${service.port}/api/access/credentials`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ kind: "operator", label: `bench ${n}` }),
    });
    tokens.push(((await response.json()) as { token: string }).token);
  }
  return tokens;
}

/**
 * Writes events to streams with these tokens, and adds their latency from commit to receipt. The first stream is idle for a
 * while, so memory that all streams share counts as idle.
 * @returns megabytes of the process: idle, and the most with all streams
 */
async function measureStreams(
  { add }: Bench,
  { service, address }: Site,
  tokens: string[],
  { perSecond, seconds, p99 }: { perSecond: number; seconds: number; p99: number },
): Promise<{ idle: number; most: number }> {
  await service.stop();
  await service.start();
  const client = openClient(address);
  const db = drizzle(client);
  const readers = startReaders(service.port);
  let most = 0;
  const look = setInterval(() => (most = Math.max(most, residentMegabytesOf(service.pid()))), MEMORY_MILLISECONDS);
  try {
    await readers.report(tokens.slice(0, 1));
    await writeChanges(db, perSecond, 5);
    const idle = residentMegabytesOf(service.pid());
    await readers.report(tokens.slice(1));
    most = 0;
    const written = await writeChanges(db, perSecond, seconds);
    const { latencies, ended } = await readers.report();
    const received = latencies.length / tokens.length;
    if (received !== written || ended > 0) {
      throw new Error(`${written} written, ${received} received, ${ended} streams ended`);
    }
    const work = `${perSecond} events/s to ${tokens.length.toLocaleString("en")} streams, from commit to receipt`;
    add(`${work}: p50, ms`, undefined, quantile(latencies, 0.5));
    add(`${work}: p99, ms`, { most: p99 }, quantile(latencies, 0.99));
    return { idle, most };
  } finally {
    clearInterval(look);
    readers.stop();
    await client.end({ timeout: 1 });
  }
}

/** Latency and memory of streams of changes. */
export const feed: Part = async (bench) => {
  const site = await bench.site(GROWING);
  await measureStreams(bench, site, Array(20).fill(site.token), { perSecond: 200, seconds: SECONDS, p99: 250 });
  const tokens = (await issueOperators(site)).flatMap((token) => Array<string>(STREAMS_OF_OPERATOR).fill(token));
  const { idle, most } = await measureStreams(bench, site, tokens, { perSecond: 2, seconds: SECONDS, p99: 1_000 });
  bench.add("memory of the process when idle, MB", undefined, idle);
  bench.add("memory above that with 1,000 streams, at most, MB", { most: 150 }, most - idle);
};
