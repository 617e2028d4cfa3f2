import { sql } from "drizzle-orm";
import { type Context, systemContext } from "@/lib/context";
import type { Database } from "@/lib/db/open";
import { type SourceRun, sources } from "@/lib/db/schema/sources";
import { appendAllWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { OutgoingRefused } from "@/lib/outgoing/request";
import { type Fetched, fetchSource } from "./fetch-source";
import { bringBack, noteDeleted, notePresence, noteStillMissing, withdrawGone } from "./gone";
import { importItem } from "./import-item";
import { keepLease, type LeasedSource, leaseDueSource, leaseSource, releaseLease, stillLeased } from "./lease";
import { type AskOutside, SourceFault } from "./read-body";

/** After so many records it is made sure that nobody has paused the source meanwhile. */
const RECORDS_BETWEEN_LOOKS = 25;
/** When a fetch is tried again that failed here, the database being away for one. */
const RETRY_MINUTES = 1;
const MOST_RECORDS = 20_000;
const MOST_REFUSALS_KEPT = 10;

type Counts = Omit<SourceRun, "at" | "complete">;
const nothing = (): Counts => ({
  ...{ registered: 0, updated: 0, unchanged: 0, refused: 0, withdrawn: 0, returned: 0 },
  refusals: [],
});

/** The fetch was taken from this process: nothing more of it may be stored. */
class LeaseLost extends Error {}

async function holdOn(ctx: Context, source: LeasedSource, ended: AbortSignal | undefined): Promise<void> {
  if (ended?.aborted || !(await keepLease(ctx, source))) throw new LeaseLost();
}

interface Imported {
  counts: Counts;
  present: string[];
  deleted: string[];
}

async function importAll(
  ctx: Context,
  source: LeasedSource,
  { items }: Fetched,
  ended: AbortSignal | undefined,
): Promise<Imported> {
  const counts = nothing();
  const present = new Set<string>();
  const deleted: string[] = [];
  let read = 0;
  const refuse = (index: number, reason: string) => {
    counts.refused += 1;
    if (counts.refusals.length < MOST_REFUSALS_KEPT) counts.refusals.push(`Record ${index}: ${reason}`.slice(0, 500));
  };
  for (const item of items) {
    if (read % RECORDS_BETWEEN_LOOKS === 0) await holdOn(ctx, source, ended);
    read += 1;
    if (read > MOST_RECORDS) throw new SourceFault(`Its list has more than ${MOST_RECORDS} records.`);
    if ("isDeleted" in item) {
      if (item.did) deleted.push(item.did);
      continue;
    }
    if (item.did && present.has(item.did)) {
      refuse(read, `${item.did} stands in the list already.`);
      continue;
    }
    // One that cannot be registered any more is not gone.
    if (item.did) present.add(item.did);
    if ("reason" in item) {
      refuse(read, item.reason);
      continue;
    }
    const outcome = await importItem(ctx, source.id, item);
    if (typeof outcome === "string") counts[outcome] += 1;
    else refuse(read, `${item.input.did} ${outcome.refused}`);
  }
  return { counts, present: [...present], deleted };
}

const changed = ({ registered, updated, withdrawn, returned }: Counts) =>
  registered + updated + withdrawn + returned > 0;

/** Stores what came of a fetch, and puts on record what it changed. */
async function finish(
  ctx: Context,
  source: LeasedSource,
  run: SourceRun,
  { asks, ...rest }: Partial<Pick<Fetched, "etag" | "since">> & { asks?: { gone: number; of: number } },
): Promise<void> {
  const { host } = new URL(source.address);
  const act = (kind: string, details: object) => ({
    ...{ kind, actor: "system", subject: `source:${source.id}` },
    details: { host, ...details },
  });
  const { registered, updated, withdrawn, returned } = run;
  await ctx.db.transaction(async (tx) => {
    const kept = await tx
      .update(sources)
      .set({
        ...{ lease: null, leasedUntil: null, last: run, ...rest },
        nextAt: sql`now() + make_interval(mins => ${source.everyMinutes})`,
        ...(run.complete ? { completeAt: sql`now()` } : {}),
        ...(asks ? { state: "asking" as const, asks } : {}),
      })
      .where(stillLeased(source))
      .returning({ id: sources.id });
    if (kept.length === 0) throw new LeaseLost();
    const acts = [
      ...(changed(run) ? [act("source.imported", { registered, updated, withdrawn, returned })] : []),
      ...(asks ? [act("source.stopped", asks)] : []),
    ];
    await appendAllWithin(tx, COUNCIL_LOG, acts, ctx.clock());
  });
}

async function runFetch(ctx: Context, source: LeasedSource, ask: AskOutside, ended?: AbortSignal): Promise<SourceRun> {
  const at = ctx.clock();
  const fetched = await fetchSource(source, ask, at, ended);
  const { complete, notModified, etag, since } = fetched;
  const { counts, present, deleted } = await importAll(ctx, source, fetched, ended);
  await holdOn(ctx, source, ended);
  await ctx.db.transaction(async (tx) => {
    if (notModified) return void (await noteStillMissing(tx, source.id));
    await notePresence(tx, source.id, present, complete);
    await noteDeleted(tx, source.id, deleted);
  });
  const returned = await bringBack(ctx, source.id, present);
  const gone = await withdrawGone(ctx, source.id, complete ? {} : { among: deleted });
  const asks = typeof gone === "number" ? undefined : gone;
  const withdrawn = typeof gone === "number" ? gone : 0;
  const run: SourceRun = {
    ...{ ...counts, returned, withdrawn, at: at.toISOString(), complete },
    ...(notModified ? { notModified } : {}),
  };
  await finish(ctx, source, run, { etag, since, ...(asks ? { asks } : {}) });
  return run;
}

/** Fetches a source that was leased. @returns what came of it; null where it was taken away, or the process ends */
async function runLeased(ctx: Context, source: LeasedSource, ask: AskOutside, ended?: AbortSignal) {
  try {
    return await runFetch(ctx, source, ask, ended);
  } catch (error) {
    if (error instanceof LeaseLost || ended?.aborted) {
      await releaseLease(ctx, source);
      return null;
    }
    if (!(error instanceof SourceFault || error instanceof OutgoingRefused)) {
      await releaseLease(ctx, source, RETRY_MINUTES);
      throw error;
    }
    const run: SourceRun = { ...nothing(), at: ctx.clock().toISOString(), complete: false, failed: error.message };
    await finish(ctx, source, run, {});
    return run;
  }
}

/**
 * Fetches the source that has been due for longest, if one is and no other instance has it, and imports what it says.
 * @param ask asks the addresses; @param ended ends it early
 * @returns whether there was one
 */
export async function runDueSource(db: Database, ask: AskOutside, ended?: AbortSignal): Promise<boolean> {
  const ctx = systemContext(db);
  const source = await leaseDueSource(ctx);
  if (source) await runLeased(ctx, source, ask, ended);
  return source !== null;
}

/** Fetches this source now. @returns what came of it; null where it is paused, asking or being fetched */
export async function runSource(ctx: Context, id: string, ask: AskOutside): Promise<SourceRun | null> {
  const source = await leaseSource(ctx, id);
  return source && runLeased(ctx, source, ask);
}
