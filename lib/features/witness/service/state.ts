import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Database } from "@/lib/database/open";
import { witnessedLogs } from "@/lib/database/schema/witness";
import { withDeadline } from "@/lib/foundation/deadline";
import { ServiceError } from "@/lib/foundation/errors";
import { reasonOf } from "@/lib/foundation/reason";
import { sameBytes } from "@/lib/ledger/bytes";
import { guardStoreFor, mayBeginWith } from "@/lib/ledger/guard/guard";
import { type LogState, witnessedName } from "@/lib/ledger/guard/guard-store";
import { sha256 } from "@/lib/ledger/sha256";

const GUARD_MILLISECONDS = 5_000;
/** How often other instances may overtake this one in a guard that keeps one state. */
const TRIES = 8;

/** Returns the SHA-256 of an origin line, by which monitors ask for a log. */
export const originHash = (origin: string): string => createHash("sha256").update(origin).digest("hex");

const guardName = (origin: string) => witnessedName(originHash(origin));

/** The known states of a log of others. */
export interface Known {
  /** In the database; undefined if it has none. */
  row: LogState | undefined;
  /** In the guard. */
  guarded: LogState[];
  /** The larger one: a database that was restored is behind its guard. */
  latest: LogState;
}

const EMPTY: LogState = { size: 0, root: sha256(new Uint8Array(0)) };
const isSame = (a: LogState, b: LogState) => a.size === b.size && sameBytes(a.root, b.root);

async function reach<T>({ log }: Pick<Context, "log">, access: Promise<T>): Promise<T> {
  return withDeadline(access, GUARD_MILLISECONDS).catch((error: unknown) => {
    log.error({ event: "witness_unguarded", error: reasonOf(error) });
    throw new ServiceError("unavailable", "The guard of this witness does not respond.", { retryAfterSeconds: 1 });
  });
}

/** Returns the largest of states. @throws ServiceError `unavailable` if two of its size have different roots */
function latestOf({ log }: Pick<Context, "log">, origin: string, states: readonly LogState[]): LogState {
  const latest = states.reduce((a, b) => (b.size > a.size ? b : a), EMPTY);
  if (states.every((one) => one.size < latest.size || isSame(one, latest))) return latest;
  const says = "This witness has two roots for the same size of this log, so it cosigns nothing more of it.";
  log.error({ event: "witness_contradiction", origin, size: latest.size }, says);
  throw new ServiceError("unavailable", says);
}

/** Ends a request about a log that was cosigned and that the guard does not know, unless it may begin again. */
function assertMayBegin({ db, log }: Pick<Context, "db" | "log">, origin: string): void {
  if (mayBeginWith(db, guardName(origin))) {
    log.warn({ event: "witness_guard_adopted", origin }, "an empty guard begins with what the database knows");
    return;
  }
  const says = "The guard of this witness is empty, although this log was cosigned before.";
  log.error({ event: "witness_guard_lost", origin }, `${says} If it was lost, start once with GUARD_ADOPT=1.`);
  throw new ServiceError("unavailable", says);
}

/** Reads the known states of a log. @throws ServiceError `unavailable` */
export async function readKnown(ctx: Context, origin: string): Promise<Known> {
  const [row] = await ctx.db
    .select({ size: witnessedLogs.size, root: witnessedLogs.root, note: witnessedLogs.note })
    .from(witnessedLogs)
    .where(eq(witnessedLogs.origin, origin));
  const guarded = await reach(ctx, guardStoreFor(ctx.db).read(guardName(origin)));
  if (row && row.note !== null && guarded.length === 0) assertMayBegin(ctx, origin);
  return { row, guarded, latest: latestOf(ctx, origin, row ? [row, ...guarded] : guarded) };
}

/**
 * Stores a state in place of the one that was read. Of several requests at a time, one succeeds.
 * @returns false if another state is there now
 */
export async function replaceState(
  db: Database,
  origin: string,
  { row }: Pick<Known, "row">,
  next: LogState,
): Promise<boolean> {
  const isUnchanged = row && and(eq(witnessedLogs.size, row.size), eq(witnessedLogs.root, row.root));
  const stored = await db
    .insert(witnessedLogs)
    .values({ origin, ...next })
    .onConflictDoUpdate({ target: witnessedLogs.origin, set: next, setWhere: isUnchanged ?? sql`false` })
    .returning({ size: witnessedLogs.size });
  return stored.length > 0;
}

/**
 * Stores a state in the guard. The guard may have got another state since it was read, although the database let this
 * request through: when the database lost what it had (a standby that takes over). Then the proof says nothing about that state.
 * @returns its largest state, which is another one if a later request was faster
 * @throws ServiceError `unavailable`
 */
export async function guardState(
  ctx: Context,
  origin: string,
  { row, guarded }: Known,
  next: LogState,
): Promise<LogState> {
  const store = guardStoreFor(ctx.db);
  const name = guardName(origin);
  const proven = [next, ...guarded, ...(row ? [row] : [])];
  const read = async () => {
    const states = await reach(ctx, store.read(name));
    const other = states.find((one) => one.size < next.size && !proven.some((each) => isSame(each, one)));
    if (other === undefined) return states;
    ctx.log.error({ event: "witness_overtaken", origin, size: other.size }, "the guard has a state without a proof");
    // Otherwise the next request would continue this state. If it was cosigned meanwhile, the guard has it.
    await replaceState(ctx.db, origin, { row: next }, other);
    throw new ServiceError("unavailable", "Another request was faster.", { retryAfterSeconds: 1 });
  };
  let known = await read();
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const latest = latestOf(ctx, origin, [...known, next]);
    if (latest.size > next.size) return latest;
    await reach(ctx, store.advance(name, next, known));
    known = await read();
    if (known.some((one) => isSame(one, next))) return latestOf(ctx, origin, known);
  }
  throw new ServiceError("unavailable", "The guard of this witness is busy.", { retryAfterSeconds: 1 });
}

/** Stores the cosigned checkpoint of a state, unless a newer state is there. */
export async function storeNote(db: Database, origin: string, { size, root }: LogState, note: string): Promise<void> {
  const isState = and(eq(witnessedLogs.origin, origin), eq(witnessedLogs.size, size), eq(witnessedLogs.root, root));
  await db.update(witnessedLogs).set({ note }).where(isState);
}

/** Reads the newest cosigned checkpoint of a log. @returns null if there is none */
export async function readNote(db: Database, origin: string): Promise<string | null> {
  const [row] = await db
    .select({ note: witnessedLogs.note })
    .from(witnessedLogs)
    .where(eq(witnessedLogs.origin, origin));
  return row?.note ?? null;
}
