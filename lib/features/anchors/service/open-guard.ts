import path from "node:path";
import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { UnusableDatabase } from "@/lib/database/requirements";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { type Settings, settings } from "@/lib/foundation/env";
import { ANCHOR_LOG, appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { toHex } from "@/lib/ledger/bytes";
import { folderStore } from "@/lib/ledger/guard/folder-store";
import { guardOf, setGuardStore, stateOf } from "@/lib/ledger/guard/guard";
import type { GuardStore } from "@/lib/ledger/guard/guard-store";
import { readHead } from "@/lib/ledger/head";

const ADOPTED = "log.guard_adopted";
const FOUNDED = "log.founded";

export const isRedisAddress = (guard: string) => /^rediss?:\/\//.test(guard);

/** Returns the folder of the guard, beside the data, or undefined if it is a Redis. */
export function guardFolder({ GUARD, DATA_DIR }: Pick<Settings, "GUARD" | "DATA_DIR">): string | undefined {
  if (GUARD !== undefined) return isRedisAddress(GUARD) ? undefined : path.resolve(GUARD);
  return `${path.resolve(DATA_DIR)}.guard`;
}

/** Opens the place in the settings. The embedded engine does not wait for the disk, so its guard does not either. */
export async function guardStoreOf(config: Settings): Promise<GuardStore> {
  const folder = guardFolder(config);
  if (folder !== undefined) return folderStore(folder, config.DATABASE_URL !== undefined);
  const { redisStore } = await import("@/lib/ledger/guard/redis-store");
  return redisStore(config.GUARD ?? "");
}

const readHeads = ({ db }: Pick<Context, "db">) =>
  Promise.all([ANCHOR_LOG, COUNCIL_LOG].map((log) => readHead(db, log)));

/**
 * Begins to guard logs that the guard does not know, and says so with an act of the council. A second time, an operator must
 * say that the guard was lost: an empty guard may also be a wrong one. Instances with a database server have
 * each their own guard if none is set, so those begin again with each new machine.
 */
async function adopt(ctx: Context, store: GuardStore, { GUARD, GUARD_ADOPT, DATABASE_URL }: Settings): Promise<void> {
  const [before] = await ctx.db.select().from(ledgerActs).where(eq(ledgerActs.kind, ADOPTED)).limit(1);
  const isStrict = GUARD !== undefined || DATABASE_URL === undefined;
  if (before && isStrict && !GUARD_ADOPT) {
    for (const head of await readHeads(ctx)) {
      guardOf(ctx.db, head).refuse(
        `The guard is empty, although the log "${head.log}" had one before. Nothing more of it is signed. If that guard was lost, start once with GUARD_ADOPT=1.`,
      );
    }
    return;
  }
  ctx.log.warn(
    { event: "guard_adopted", guard: store.name },
    "the guard of the logs was empty, and begins with the present logs",
  );
  if (before && !isStrict) return;
  const heads = await readHeads(ctx);
  const sizes = Object.fromEntries(
    heads.map(({ log, tree }) => [log, { size: tree.size, root_hash: toHex(tree.root()) }]),
  );
  await ctx.db.transaction((tx) =>
    appendWithin(tx, COUNCIL_LOG, { kind: ADOPTED, actor: "system", subject: "logs", details: sizes }, ctx.clock()),
  );
}

let opened: GuardStore | undefined;

/** Closes the store of the guard. */
export async function closeGuards(): Promise<void> {
  opened?.close();
  opened = undefined;
}

/** Opens the guard of both logs, and compares it with them. A log that differs stays readable, and nothing of it is signed. */
export async function openGuards(ctx: Context, config = settings()): Promise<void> {
  const store = await guardStoreOf(config);
  await closeGuards();
  opened = store;
  setGuardStore(ctx.db, store);
  const heads = await readHeads(ctx);
  const known = await Promise.all(heads.map((head) => guardOf(ctx.db, head).read()));
  const isEmpty = known.every((states) => states.length === 0);
  if (isEmpty && heads.some(({ tree }) => tree.size > 0)) await adopt(ctx, store, config);
  for (const head of heads) {
    const guard = guardOf(ctx.db, head);
    if (guard.stopped) continue;
    await guard.accept(stateOf(await readHead(ctx.db, head.log))).catch((error: unknown) => {
      if (!guard.stopped) throw error;
    });
  }
}

/**
 * Throws if the council's log is not the one in LOG_ORIGIN. With INIT=1, logs that were just founded say in their first entry
 * which ones they replace.
 * @throws UnusableDatabase
 */
export async function assertOrigin(ctx: Context): Promise<void> {
  const { LOG_ORIGIN, INIT } = settings();
  if (LOG_ORIGIN === undefined) return;
  const head = await readHead(ctx.db, COUNCIL_LOG);
  if (head.origin === LOG_ORIGIN) return;
  if (INIT && head.tree.size === 0) {
    const details = { replaces: LOG_ORIGIN };
    await ctx.db.transaction((tx) =>
      appendWithin(tx, COUNCIL_LOG, { kind: FOUNDED, actor: "system", subject: "logs", details }, ctx.clock()),
    );
    return;
  }
  const [founded] = await ctx.db.select().from(ledgerActs).where(eq(ledgerActs.kind, FOUNDED)).limit(1);
  if (INIT && founded?.details["replaces"] === LOG_ORIGIN) return;
  throw new UnusableDatabase({
    cannot: `The council's log in this database is ${head.origin}, not the one in LOG_ORIGIN.`,
    remedy: "Check DATABASE_URL or DATA_DIR. To keep this log, set LOG_ORIGIN to its name.",
  });
}

/** Returns why nothing is signed of a log, a sentence for each such log. */
export async function listStops(ctx: Pick<Context, "db">): Promise<string[]> {
  const heads = await readHeads(ctx);
  return heads.flatMap((head) => guardOf(ctx.db, head).stopped?.reason ?? []);
}
