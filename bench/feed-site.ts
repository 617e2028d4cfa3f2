import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { openClient } from "@/lib/database/client";
import type { Database } from "@/lib/database/open";
import { newServerDatabase, removeDirectory } from "@/lib/database/testing/template";
import { recordChange } from "@/lib/features/events/record-change";
import type { ReaderOrder, ReaderReport } from "./feed-readers";
import { prepareService, type Service } from "./service";
import type { Closer } from "./site";

/** A service on a new database of the PostgreSQL server, with a connection to this database. */
export interface FeedSite {
  service: Service;
  url: string;
  db: Database;
  token: string;
}

/** Starts a service for the feed's benchmarks. @param settings further settings of the service */
export async function openFeedSite(closers: Closer[], settings: Record<string, string> = {}): Promise<FeedSite> {
  const database = await newServerDatabase({ empty: true });
  if (!database) throw new Error("Set TEST_DATABASE_URL to a PostgreSQL server's superuser.");
  closers.push(database.drop);
  const dataDir = await mkdtemp(path.join(tmpdir(), "governance-feed-"));
  closers.push(() => removeDirectory(dataDir));
  const environment = { DATABASE_URL: database.url, SEED_DEMO: "1", ...settings };
  const service = await prepareService(dataDir, environment);
  closers.push(service.stop);
  await service.start();
  // The first start creates the demo, which needs more memory than later starts.
  await service.stop();
  await service.start();
  const client = openClient({ url: database.url });
  closers.push(async () => void (await client.end({ timeout: 1 })));
  return { service, url: database.url, db: drizzle(client), token: await service.token() };
}

/** A process that follows the feed. */
export interface Readers {
  open: (order: Omit<Extract<ReaderOrder, { do: "open" }>, "do">) => Promise<ReaderReport>;
  report: () => Promise<ReaderReport>;
}

export function startReaders(closers: Closer[]): Readers {
  const child = fork("bench/feed-readers.ts", { execArgv: ["--import", "tsx"], serialization: "advanced" });
  closers.push(() => void child.kill());
  const ask = async (order: ReaderOrder): Promise<ReaderReport> => {
    child.send(order);
    const [answer] = (await once(child, "message")) as [ReaderReport | { fault: string }];
    if ("fault" in answer) throw new Error(answer.fault);
    return answer;
  };
  return { open: (order) => ask({ do: "open", ...order }), report: () => ask({ do: "report" }) };
}

const now = () => performance.timeOrigin + performance.now();

/** Commits changes at an even pace. Each contains the time at which its commit began. @returns how many */
export async function writeChanges(db: Database, perSecond: number, seconds: number): Promise<number> {
  const total = perSecond * seconds;
  const began = performance.now();
  const writing: Promise<void>[] = [];
  for (let n = 0; n < total; n += 1) {
    const due = began + (n * 1_000) / perSecond;
    const early = due - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    writing.push(
      db.transaction(async (tx) => {
        const data = { name: "An agent of the bench", status: "active", revision: n, committed_at: now() };
        await recordChange(tx, {
          kind: "agent.changed",
          subject: `did:bench:s1:${n}`,
          dids: [`did:bench:s1:${n}`],
          data,
        });
      }),
    );
  }
  await Promise.all(writing);
  return total;
}

/** Returns the resident memory of a process, in MB. */
export function residentMb(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1_024;
}
