import { existsSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { type Context, systemContext } from "@/lib/authority/context";
import { databaseAddress } from "@/lib/database/address";
import { assertDriver } from "@/lib/database/driver-repairs.mjs";
import { AlreadyRunning, type Embedded, isServed, startEmbedded } from "@/lib/database/embedded/start";
import { isPassing } from "@/lib/database/errors";
import { migrateDatabase } from "@/lib/database/migrate";
import { closeDatabase, openDatabase } from "@/lib/database/open";
import { assertOrigin } from "@/lib/features/anchors/service/open-guard";
import { settings } from "@/lib/foundation/env";
import { checkClock } from "@/lib/ledger/clock";
import { getEmbedder } from "@/lib/search/service/get-embedder";
import { endEncoder } from "@/lib/search/service/get-encoder";
import { ensureVectorStore } from "@/lib/search/service/store";

const DEFAULT_ATTEMPTS = 8;
const PAUSE_MILLISECONDS = 250;

/** The database, on either engine. */
export interface Engine {
  /** Runs `work` on it, and again if the database was unreachable. `work` may then run twice. */
  run: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>;
  close: () => Promise<void>;
}

/**
 * Opens the database in the settings. The embedded engine is reached through the socket of the process that runs it,
 * such as a server or another import. If no process runs it, or that process ends, it is started here.
 * @param create updates schema and vector store first; without it nothing is written
 * @param mayBeEmpty also opens a database of a server that has no tables yet
 * @param attempts number of tries if the database is unreachable
 * @returns null if there is no database yet, and none should be created
 */
export async function openEngine({
  create,
  mayBeEmpty = false,
  attempts = DEFAULT_ATTEMPTS,
}: {
  create: boolean;
  mayBeEmpty?: boolean;
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
      // Another process was faster. Its socket responds at the next attempt.
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
    await endEncoder();
    await closeDatabase();
    await embedded?.stop();
  }

  if (!create && !("url" in address) && !(await isServed(address.socket)) && !existsSync(directory)) return null;
  try {
    // On the embedded engine all connections share one session, so two simultaneous migrations do not wait for each
    // other. The second fails, and finds everything done at its next attempt.
    if (create) {
      await run(async (ctx) => {
        await migrateDatabase(address);
        await assertOrigin(ctx);
        await checkClock(ctx.db);
        await ensureVectorStore(ctx, getEmbedder());
      });
    }
    if (!create && !mayBeEmpty && (await run(isEmpty))) return await close().then(() => null);
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
