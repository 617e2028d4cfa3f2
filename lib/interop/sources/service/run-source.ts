import { sql } from "drizzle-orm";
import { type Context, systemContext } from "@/lib/authority/context";
import { NO_LEASE } from "@/lib/database/leases";
import type { Database } from "@/lib/database/open";
import { type SourceRun, sources } from "@/lib/database/schema/sources";
import { cut } from "@/lib/foundation/text/cut";
import { appendAllWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { OutgoingRequestError } from "@/lib/outgoing/request";
import { feedCursor, rewindFeed } from "./feed-lease";
import { type Fetched, fetchSource } from "./fetch-source";
import { importItem } from "./import-item";
import { keepLease, type LeasedSource, leaseDueSource, leaseSource, releaseLease, stillLeased } from "./lease";
import { markDeleted, markPresence, markStillMissing, restoreReturned, withdrawMissing } from "./missing-records";
import { type FetchExternal, SourceFault } from "./read-body";

/** The lease is renewed after this many records, which also detects a paused source. */
const RECORDS_BETWEEN_RENEWALS = 25;
/** The pause after a fetch that failed because of this service, for example because of the database. */
const RETRY_MINUTES = 1;
const MAX_RECORDS = 20_000;
const MAX_REFUSALS = 10;

type Counts = Omit<SourceRun, "at" | "complete">;
const nothing = (): Counts => ({
  registered: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  withdrawn: 0,
  returned: 0,
  refusals: [],
});

/** Thrown if this process no longer has the lease. Nothing more of the fetch may be stored. */
class LeaseLost extends Error {}

async function renewOrThrow(ctx: Context, source: LeasedSource, ended: AbortSignal | undefined): Promise<void> {
  if (ended?.aborted || !(await keepLease(ctx, source))) throw new LeaseLost();
}

/** Counts the records, before anything of the list is stored. @throws SourceFault if there are too many */
function assertFewEnough({ items, elements }: Fetched): void {
  // Reading all records twice is necessary only if some elements of a long list may have none.
  if (elements <= MAX_RECORDS) return;
  let count = 0;
  for (const _ of items) count += 1;
  if (count > MAX_RECORDS) throw new SourceFault(`The list has more than ${MAX_RECORDS} records.`);
}

interface Imported {
  counts: Counts;
  present: string[];
  deleted: string[];
}

async function importAll(
  ctx: Context,
  source: LeasedSource,
  fetched: Fetched,
  ended: AbortSignal | undefined,
): Promise<Imported> {
  const counts = nothing();
  const present = new Set<string>();
  const deleted: string[] = [];
  assertFewEnough(fetched);
  let read = 0;
  const refuse = (index: number, reason: string) => {
    counts.refused += 1;
    if (counts.refusals.length < MAX_REFUSALS) counts.refusals.push(cut(`Record ${index}: ${reason}`, 500));
  };
  for (const item of fetched.items) {
    if (read % RECORDS_BETWEEN_RENEWALS === 0) await renewOrThrow(ctx, source, ended);
    read += 1;
    if ("isDeleted" in item) {
      if (item.did) deleted.push(item.did);
      continue;
    }
    if (item.did && present.has(item.did)) {
      refuse(read, `${item.did} is already in the list.`);
      continue;
    }
    // A listed record that can no longer be registered is not gone.
    if (item.did) present.add(item.did);
    if ("reason" in item) {
      refuse(read, item.reason);
      continue;
    }
    const outcome = await importItem(ctx, source, item);
    if (typeof outcome === "string") counts[outcome] += 1;
    else refuse(read, `${item.input.did} ${outcome.refused}`);
  }
  return { counts, present: [...present], deleted };
}

const changed = ({ registered, updated, withdrawn, returned }: Counts) =>
  registered + updated + withdrawn + returned > 0;

/** Stores the result of a fetch and ends its lease. Changes are logged. */
async function finish(
  ctx: Context,
  source: LeasedSource,
  run: SourceRun,
  {
    asks,
    feedBefore,
    ...rest
  }: Partial<Pick<Fetched, "etag" | "since">> & {
    asks?: { gone: number; of: number };
    feedBefore?: string | null;
  },
): Promise<void> {
  const { host } = new URL(source.address);
  const act = (kind: string, details: object) => ({
    kind,
    actor: "system",
    subject: `source:${source.id}`,
    details: { host, ...details },
  });
  const { registered, updated, withdrawn, returned } = run;
  await ctx.db.transaction(async (tx) => {
    const kept = await tx
      .update(sources)
      .set({
        ...NO_LEASE,
        last: run,
        ...rest,
        nextAt: sql`now() + make_interval(mins => ${source.everyMinutes})`,
        ...(run.complete ? { completeAt: sql`now()` } : {}),
        ...(asks ? { state: "asking" as const, asks } : {}),
      })
      .where(stillLeased(source))
      .returning({ id: sources.id });
    if (kept.length === 0) throw new LeaseLost();
    if (feedBefore !== undefined) await rewindFeed(tx, source.id, feedBefore);
    const acts = [
      ...(changed(run) ? [act("source.imported", { registered, updated, withdrawn, returned })] : []),
      ...(asks ? [act("source.stopped", asks)] : []),
    ];
    await appendAllWithin(tx, COUNCIL_LOG, acts, ctx.clock());
  });
}

async function runFetch(
  ctx: Context,
  source: LeasedSource,
  ask: FetchExternal,
  ended?: AbortSignal,
): Promise<SourceRun> {
  const at = ctx.clock();
  const feedBefore = await feedCursor(ctx, source.id);
  const fetched = await fetchSource(source, ask, at, ended);
  const { complete, notModified, etag, since } = fetched;
  const { counts, present, deleted } = await importAll(ctx, source, fetched, ended);
  await renewOrThrow(ctx, source, ended);
  await ctx.db.transaction(async (tx) => {
    if (notModified) return void (await markStillMissing(tx, source.id));
    await markPresence(tx, source, present, complete);
    await markDeleted(tx, source.id, deleted);
  });
  const returned = await restoreReturned(ctx, source.id, present);
  const gone = await withdrawMissing(ctx, source.id, complete ? {} : { among: deleted });
  const asks = typeof gone === "number" ? undefined : gone;
  const withdrawn = typeof gone === "number" ? gone : 0;
  const run: SourceRun = {
    ...counts,
    returned,
    withdrawn,
    at: at.toISOString(),
    complete,
    ...(notModified ? { notModified } : {}),
  };
  await finish(ctx, source, run, { etag, since, feedBefore, ...(asks ? { asks } : {}) });
  return run;
}

/** Fetches a leased source. @returns the result; null if the lease was lost or the process ends */
async function runLeased(ctx: Context, source: LeasedSource, ask: FetchExternal, ended?: AbortSignal) {
  try {
    return await runFetch(ctx, source, ask, ended);
  } catch (error) {
    if (error instanceof LeaseLost || ended?.aborted) {
      await releaseLease(ctx, source);
      return null;
    }
    if (!(error instanceof SourceFault || error instanceof OutgoingRequestError)) {
      await releaseLease(ctx, source, RETRY_MINUTES);
      throw error;
    }
    const run: SourceRun = { ...nothing(), at: ctx.clock().toISOString(), complete: false, failed: error.message };
    await finish(ctx, source, run, {});
    return run;
  }
}

/**
 * Fetches the source that has been due for longest and that no other instance is fetching, and imports its records.
 * @param ask sends the requests; @param ended aborts them
 * @returns whether a source was due
 */
export async function runDueSource(db: Database, ask: FetchExternal, ended?: AbortSignal): Promise<boolean> {
  const ctx = systemContext(db);
  const source = await leaseDueSource(ctx);
  if (source) await runLeased(ctx, source, ask, ended);
  return source !== null;
}

/** Fetches a source now. @returns the result; null if the source is paused, asking or being fetched */
export async function runSource(ctx: Context, id: string, ask: FetchExternal): Promise<SourceRun | null> {
  const source = await leaseSource(ctx, id);
  return source && runLeased(ctx, source, ask);
}
