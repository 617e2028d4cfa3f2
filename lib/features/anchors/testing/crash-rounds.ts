import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { ensureSigningKey } from "@/lib/authority/keys";
import { migrateDatabase } from "@/lib/database/migrate";
import type { PrivateCluster } from "@/lib/database/testing/private-cluster";
import { ANCHOR_LOG } from "@/lib/ledger/append";
import { verifyStoredLog } from "@/lib/ledger/verify-stored";

export type Victim = "node" | "backend" | "postmaster";

/** The state after a series of crashes. */
export interface CrashReport {
  rounds: number;
  acknowledged: number;
  stored: number;
  /** Acknowledged entries that are not stored as they were acknowledged. */
  lost: number;
  /** The faults that the verifier found in the chain. */
  fault: string | null;
}

const CALLERS = 16;
const LONGEST_RUN_MILLISECONDS = 500;
/** Short, because a killed database must be noticed soon. */
const CRASH_TIMEOUT_SECONDS = 5;
const DONE = "done";
const HASH_DIGITS = 64;
const APPENDER = "lib/features/anchors/testing/appender.ts";

/** A process that appends. */
export interface Appender {
  child: ChildProcess;
  /** Starts this many concurrent callers with this many appends each, and waits for all of them. */
  append(callers: number, appends: number): Promise<unknown>;
}

/**
 * Starts a process that appends, and collects its output. It is ready after it has appended nothing.
 * @param timeoutSeconds after this time, an append is neither acknowledged nor rejected
 */
export function startAppender(url: string, acknowledged: Map<string, string>, timeoutSeconds: number): Appender {
  const child = spawn(process.execPath, ["--import", "tsx", APPENDER, url], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, LOG_LEVEL: "silent", DATABASE_TIMEOUT_SECONDS: String(timeoutSeconds) },
  });
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => {
    if (line === DONE) return child.emit(DONE);
    const [seq = "", id = "", hash = ""] = line.split(" ");
    // A killed process may have printed half a line.
    return hash.length === HASH_DIGITS && acknowledged.set(id, `${seq} ${hash}`);
  });
  const ended = once(child, "close").then(() => Promise.reject(new Error("the process ended")));
  ended.catch(() => {});
  const append = (callers: number, appends: number) => {
    child.stdin.write(`${callers} ${appends}\n`);
    return Promise.race([once(child, DONE), ended]);
  };
  return { child, append };
}

async function moreThan(acknowledged: Map<string, string>, count: number): Promise<void> {
  for (let waited = 0; acknowledged.size <= count; waited += 10) {
    if (waited > 60_000) throw new Error("nothing is acknowledged any more");
    await sleep(10);
  }
}

/**
 * Repeatedly kills the victim during the appends of two processes, and then checks the result: everything acknowledged
 * must be stored, and the chain must be valid.
 */
export async function crashRounds(cluster: PrivateCluster, victims: readonly Victim[]): Promise<CrashReport> {
  await migrateDatabase({ url: cluster.url });
  const keys = postgres(cluster.url, { max: 1, onnotice: () => {} });
  await ensureSigningKey(drizzle(keys), undefined, new Date());
  await keys.end();
  const acknowledged = new Map<string, string>();
  const start = () => {
    const { child, append } = startAppender(cluster.url, acknowledged, CRASH_TIMEOUT_SECONDS);
    append(CALLERS, Number.MAX_SAFE_INTEGER).catch(() => {});
    return child;
  };
  const appenders = [start(), start()];
  try {
    await killInTurn(cluster, victims, { appenders, start, acknowledged });
  } finally {
    for (const appender of appenders) {
      appender.kill("SIGKILL");
      await once(appender, "close");
    }
  }
  await cluster.ready();
  return report(cluster.url, victims.length, acknowledged);
}

async function killInTurn(
  cluster: PrivateCluster,
  victims: readonly Victim[],
  {
    appenders,
    start,
    acknowledged,
  }: { appenders: ChildProcess[]; start: () => ChildProcess; acknowledged: Map<string, string> },
): Promise<void> {
  for (const [round, victim] of victims.entries()) {
    await moreThan(acknowledged, acknowledged.size + CALLERS);
    await sleep(Math.random() * LONGEST_RUN_MILLISECONDS);
    const index = round % appenders.length;
    const appender = appenders[index];
    if (appenders.some(({ exitCode, signalCode }) => exitCode !== null || signalCode !== null)) {
      throw new Error("a process did not survive what it needs");
    }
    if (victim === "node" && appender) {
      appender.kill("SIGKILL");
      await once(appender, "close");
      appenders[index] = start();
    } else if (victim === "backend") {
      const sql = postgres(cluster.url, { max: 1, onnotice: () => {} });
      const [busy] = await sql`
        select pid from pg_stat_activity where query like '%ledger_append%' and pid <> pg_backend_pid() limit 1`;
      await sql.end();
      if (busy) cluster.killBackend(busy["pid"]);
      await cluster.ready();
    } else if (victim === "postmaster") {
      await cluster.killPostmaster();
    }
  }
}

/** Compares the acknowledged entries with the stored ones. */
export async function report(url: string, rounds: number, acknowledged: Map<string, string>): Promise<CrashReport> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  const rows = await sql<{ seq: string; id: string; hash: string }[]>`
    select seq, id, encode(hash, 'hex') as hash from ledger_entries where log = ${ANCHOR_LOG}`;
  const stored = new Map(rows.map(({ seq, id, hash }) => [id, `${seq} ${hash}`]));
  const lost = [...acknowledged].filter(([id, entry]) => stored.get(id) !== entry).length;
  const { fault } = await verifyStoredLog(drizzle(sql), ANCHOR_LOG);
  await sql.end();
  return { rounds, acknowledged: acknowledged.size, stored: stored.size, lost, fault: fault?.reason ?? null };
}
