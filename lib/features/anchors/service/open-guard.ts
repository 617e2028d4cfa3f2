import path from "node:path";
import { desc, eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { lock } from "@/lib/database/locks";
import type { Database, Reader } from "@/lib/database/open";
import { UnusableDatabase } from "@/lib/database/requirements";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { type Settings, settings } from "@/lib/foundation/env";
import { ServiceError } from "@/lib/foundation/errors";
import { reasonOf } from "@/lib/foundation/reason";
import { ANCHOR_LOG, appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { toHex } from "@/lib/ledger/bytes";
import { folderStore } from "@/lib/ledger/guard/folder-store";
import { GuardUnreachable, guardOf, LogGuard, setGuardStore } from "@/lib/ledger/guard/guard";
import { closedStore, type GuardStore, isWitnessed } from "@/lib/ledger/guard/guard-store";
import { type Head, readHead } from "@/lib/ledger/head";

const ADOPTED = "log.guard_adopted";
const FOUNDED = "log.founded";

export const isRedisAddress = (guard: string) => /^rediss?:\/\//.test(guard);

/** Returns the folder of the guard, beside the data, or undefined if it is a Redis. */
export function guardFolder({ GUARD, DATA_DIR }: Pick<Settings, "GUARD" | "DATA_DIR">): string | undefined {
  if (GUARD !== undefined) return isRedisAddress(GUARD) ? undefined : path.resolve(GUARD);
  return `${path.resolve(DATA_DIR)}.guard`;
}

/** Opens the place in the settings. The embedded engine does not wait for the disk, so the guard of its logs does not either. */
export async function guardStoreOf(config: Settings): Promise<GuardStore> {
  const folder = guardFolder(config);
  if (folder !== undefined) return folderStore(folder, config.DATABASE_URL !== undefined);
  const { redisStore } = await import("@/lib/ledger/guard/redis-store");
  return redisStore(config.GUARD ?? "");
}

const readHeads = (db: Reader) => Promise.all([ANCHOR_LOG, COUNCIL_LOG].map((log) => readHead(db, log)));

/** Returns the newest act of a kind. */
const findAct = async (db: Reader, kind: string) =>
  (await db.select().from(ledgerActs).where(eq(ledgerActs.kind, kind)).orderBy(desc(ledgerActs.seq)).limit(1))[0];

let opened: GuardStore | undefined;
let timer: NodeJS.Timeout | undefined;

/** Keeps everything from being signed until the guard is opened. The server calls it before it listens. */
export function holdGuards(db: Database): void {
  setGuardStore(db, closedStore(), () => false);
}

/** Closes the store of the guard. */
export async function closeGuards(): Promise<void> {
  clearTimeout(timer);
  opened?.close();
  opened = undefined;
}

/**
 * Says with an act of the council that a guard was empty and began with these logs. Of starts at the same time one does it.
 * @param before the last such act, read before the guard was found empty
 */
export async function announceAdoption(ctx: Context, before: { seq: number } | undefined): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lock(tx, "startup");
    if ((await findAct(tx, ADOPTED))?.seq !== before?.seq) return;
    const heads = await readHeads(tx);
    const details = Object.fromEntries(
      heads.map(({ log, tree }) => [log, { size: tree.size, root_hash: toHex(tree.root()) }]),
    );
    await appendWithin(tx, COUNCIL_LOG, { kind: ADOPTED, actor: "system", subject: "logs", details }, ctx.clock());
  });
}

/**
 * Opens the guard of both logs, and compares it with them. A log that differs stays readable, and nothing of it is signed.
 *
 * An empty guard begins with logs from before, and an act says so. A second time, an operator must say that the guard was
 * lost (GUARD_ADOPT): it may also be a wrong one. Instances with a database server have each their own guard if none is set, so
 * those begin again with each new machine.
 * @param adopts false: an empty guard is an error
 * @throws GuardUnreachable
 */
export async function openGuards(ctx: Context, config = settings(), adopts = true): Promise<void> {
  const { GUARD, GUARD_ADOPT, DATABASE_URL } = config;
  await closeGuards();
  const store = await guardStoreOf(config);
  opened = store;
  const isStrict = GUARD !== undefined || DATABASE_URL === undefined;
  const before = await findAct(ctx.db, ADOPTED);
  const heads = await readHeads(ctx.db);
  const known = await Promise.all(heads.map((head) => readStates(ctx.db, store, head)));
  const lacking = heads.filter(({ tree }, at) => tree.size > 0 && known[at]?.length === 0).map(({ log }) => log);
  if (lacking.length > 0 && !adopts)
    throw new Error("The guard knows nothing of these logs yet. Start the service first.");
  const mayAdopt = before === undefined || !isStrict || GUARD_ADOPT;
  const mayAdoptWitnessed = !isStrict || GUARD_ADOPT;
  setGuardStore(ctx.db, store, (log) => (isWitnessed(log) ? mayAdoptWitnessed : mayAdopt && lacking.includes(log)));
  await checkGuards(ctx);
  if (lacking.length === 0 || !mayAdopt) return;
  ctx.log.warn(
    { event: "guard_adopted", guard: store.name, logs: lacking },
    "an empty guard begins with the present logs",
  );
  if (before !== undefined && !GUARD_ADOPT) return;
  // Only now, because it is known that the guard can be written.
  await announceAdoption(ctx, before);
  await checkGuards(ctx);
}

/** Compares both logs with the guard. A refusal is no error here. @throws GuardUnreachable; any error of the database */
async function checkGuards(ctx: Context): Promise<void> {
  for (const head of await readHeads(ctx.db)) {
    const guard = guardOf(ctx.db, head);
    await guard.check().catch((error: unknown) => {
      if (guard.stopped) return;
      throw error instanceof ServiceError ? new GuardUnreachable() : error;
    });
  }
}

const readStates = (db: Database, store: GuardStore, { log, origin }: Head) =>
  new LogGuard(db, store, { log, origin }, false).read();

/** How often a guard that does not respond at the start is tried again. */
const AGAIN_MILLISECONDS = 5_000;

/** Opens the guard, in the background if it does not respond. Until then nothing is signed, and everything else goes on. */
export async function openGuardsPatiently(ctx: Context, config = settings()): Promise<void> {
  try {
    await openGuards(ctx, config);
  } catch (error) {
    if (!(error instanceof GuardUnreachable)) throw error;
    holdGuards(ctx.db);
    const again = () =>
      openGuardsPatiently(ctx, config).catch((failure: unknown) => {
        ctx.log.error({ event: "guard_not_opened", error: reasonOf(failure) });
        timer = setTimeout(again, AGAIN_MILLISECONDS).unref();
      });
    timer = setTimeout(again, AGAIN_MILLISECONDS).unref();
  }
}

/**
 * Throws if the council's log is not the one in LOG_ORIGIN, and was not founded in its place.
 * @throws UnusableDatabase
 */
export async function assertOrigin({ db }: Pick<Context, "db">): Promise<void> {
  const { LOG_ORIGIN, INIT } = settings();
  if (LOG_ORIGIN === undefined) return;
  const head = await readHead(db, COUNCIL_LOG);
  if (head.origin === LOG_ORIGIN || (INIT && head.tree.size === 0)) return;
  const founded = await findAct(db, FOUNDED);
  if (INIT && founded?.details["replaces"] === LOG_ORIGIN) return;
  throw new UnusableDatabase({
    cannot: `The council's log in this database is ${head.origin}, not the one in LOG_ORIGIN.`,
    remedy: "Check DATABASE_URL or DATA_DIR. To keep this log, set LOG_ORIGIN to its name.",
  });
}

/** Says in the first entry of logs that were just founded (INIT) which ones they replace. Of starts at the same time one does it. */
export async function nameReplacedLogs({ db, clock }: Context): Promise<void> {
  const { LOG_ORIGIN, INIT } = settings();
  if (LOG_ORIGIN === undefined || !INIT) return;
  await db.transaction(async (tx) => {
    await lock(tx, "startup");
    const { origin, tree } = await readHead(tx, COUNCIL_LOG);
    if (origin === LOG_ORIGIN || tree.size > 0) return;
    const details = { replaces: LOG_ORIGIN };
    await appendWithin(tx, COUNCIL_LOG, { kind: FOUNDED, actor: "system", subject: "logs", details }, clock());
  });
}

/** Returns why nothing is signed of a log, sentences for each such log. */
export async function listStops(ctx: Pick<Context, "db">): Promise<string[]> {
  const heads = await readHeads(ctx.db);
  return heads.flatMap((head) => guardOf(ctx.db, head).stopped?.reason ?? []);
}
