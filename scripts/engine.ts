import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Context, systemContext } from "@/lib/context";
import { databaseAddress } from "@/lib/db/address";
import { assertDriver } from "@/lib/db/driver-repairs.mjs";
import { AlreadyRunning, type Embedded, isServed, startEmbedded } from "@/lib/db/embedded/start";
import { migrateDatabase } from "@/lib/db/migrate";
import { closeDatabase, openDatabase } from "@/lib/db/open";
import { settings } from "@/lib/env";
import { checkClock } from "@/lib/ledger/clock";
import { presentEmbedder } from "@/lib/vectors/service/present-embedder";
import { ensureVectorStore } from "@/lib/vectors/service/store";
import { isPassing } from "./reason";

const DEFAULT_ATTEMPTS = 8;
const PAUSE_MILLISECONDS = 250;

/** The database, wherever it runs. */
export interface Engine {
  /** Runs `work` on it, and again where the database was away: `work` may have been done already. */
  run: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
}

/**
 * Opens the database that the settings name. The embedded engine is reached through the socket of the process that
 * runs it, a server or another import, and started here where none does; ends that process, this one takes its place.
 * @param create brings schema and vector store up to date first; without it nothing is written
 * @param attempts how often work is tried where the database is away
 * @returns null where there is no database yet, and none is to be created
 */
export async function openEngine({
  create,
  attempts = DEFAULT_ATTEMPTS,
}: {
  create: boolean;
  attempts?: number;
}): Promise<Engine | null> {
  assertDriver();
  const address = databaseAddress();
  const directory = path.resolve(settings().DATA_DIR, "postgres");
  let embedded: Embedded | undefined;
  let reaching: Promise<void> | undefined;

  async function reach(): Promise<void> {
    if ("url" in address || embedded || (await isServed(address.socket))) return;
    try {
      embedded = await startEmbedded({ ...address, directory });
    } catch (error) {
      // Another process was faster: its socket answers at the next attempt.
      if (!(error instanceof AlreadyRunning)) throw error;
    }
  }

  async function run<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        reaching ??= reach();
        await reaching;
        return await work(systemContext(openDatabase()));
      } catch (error) {
        if (attempt === attempts || !isPassing(error)) throw error;
        await sleep(PAUSE_MILLISECONDS * attempt);
        reaching = undefined;
      }
    }
  }

  async function close(): Promise<void> {
    await closeDatabase();
    await embedded?.stop();
  }

  if (!create && !("url" in address) && !(await isServed(address.socket)) && !existsSync(directory)) return null;
  try {
    // On the embedded engine all connections are one session, so two that migrate at once do not wait for each other:
    // the second fails, and finds everything done at its next attempt.
    if (create) {
      await run(async (ctx) => {
        await migrateDatabase(address);
        await checkClock(ctx.db);
        await ensureVectorStore(ctx, presentEmbedder());
      });
    }
    if (!create && (await run(isEmpty))) return await close().then(() => null);
  } catch (error) {
    await close();
    throw error;
  }
  return { run, close };
}

async function isEmpty({ db }: Context): Promise<boolean> {
  const [row] = await db.execute<{ agents: string | null }>(sql`select to_regclass('agents') as agents`);
  return row?.agents === null;
}
