import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { tellEarlier } from "@/lib/authority/earlier";
import { NO_LEASE } from "@/lib/database/leases";
import type { Transaction } from "@/lib/database/open";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { followedFeeds, type SourceRow, sourceRecords, sources } from "@/lib/database/schema/sources";
import { conflict, foundRow, notFound } from "@/lib/foundation/errors";
import { ownValue } from "@/lib/foundation/own-values";
import { actorName, authorize } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import type { AddSource, DecideSource, Source, SourceAction } from "../schema";
import { type SourceOrigin, viewSource } from "../view";
import { followFeedOf } from "./feed-lease";
import { assertStillGone, keepMissing, withdrawMissing } from "./missing-records";

const shown = {
  source: sources,
  feed: followedFeeds,
  isRunning: sql<boolean>`coalesce(${sources.leasedUntil} > now(), false)`,
  records: sql<number>`(select count(*)::int from ${sourceRecords} where ${sourceRecords.sourceId} = ${sources.id})`,
};

const feeds = [followedFeeds, eq(followedFeeds.sourceId, sources.id)] as const;

async function find(db: Pick<Context["db"], "select">, id: string): Promise<Source> {
  const [row] = await db
    .select(shown)
    .from(sources)
    .leftJoin(...feeds)
    .where(eq(sources.id, id));
  if (!row) throw notFound();
  return viewSource({ ...row.source, ...row });
}

/** Returns the followed lists, oldest first. */
export async function listSources({ db, caller }: Context): Promise<Source[]> {
  authorize(caller, "source.read");
  const rows = await db
    .select(shown)
    .from(sources)
    .leftJoin(...feeds)
    .orderBy(asc(sources.createdAt), asc(sources.id));
  return rows.map((row) => viewSource({ ...row.source, ...row }));
}

/** Returns the followed list of an agent, and the standing which that list states; null if it came from no list. */
export async function findOrigin({ db, caller }: Context, did: string): Promise<SourceOrigin | null> {
  authorize(caller, "source.read");
  const [row] = await db
    .select({ address: sources.address, standing: sourceRecords.standing })
    .from(sourceRecords)
    .innerJoin(sources, eq(sources.id, sourceRecords.sourceId))
    .where(eq(sourceRecords.did, did));
  return row ? { host: new URL(row.address).host, standing: row.standing } : null;
}

/** Logs an act with the host only, because the log is public and an address may contain a secret. */
async function record(ctx: Context, tx: Transaction, source: SourceRow, done: string, details: object = {}) {
  const { host } = new URL(source.address);
  const act = { kind: `source.${done}`, actor: actorName(ctx.caller), subject: `source:${source.id}` };
  await appendWithin(tx, COUNCIL_LOG, { ...act, details: { host, ...details } }, ctx.clock());
}

/** Adds a followed list. @throws ServiceError `conflict` if it is already followed */
export async function addSource(
  ctx: Context,
  { kind, address, every_minutes, members = false }: AddSource,
): Promise<Source> {
  authorize(ctx.caller, "source.manage");
  return ctx.db.transaction(async (tx) => {
    const [added] = await tx
      .insert(sources)
      .values({
        kind,
        address: new URL(address).href,
        everyMinutes: every_minutes,
        members,
        state: "active",
        createdBy: actorName(ctx.caller),
      })
      .onConflictDoNothing()
      .returning();
    if (!added) throw conflict("This address is already followed.", { field: "address" });
    await followFeedOf(tx, added);
    await record(ctx, tx, added, "added", { kind, every_minutes, ...(members ? { members } : {}) });
    return find(tx, added.id);
  });
}

const WRONG_STATE: Record<SourceAction, string> = {
  pause: "Only an active source can be paused.",
  resume: "Only a paused source can be resumed.",
  run: "Only an active source can be fetched. Resume it, or decide about its missing agents.",
  accept: "There is nothing to decide, because the source has not stopped.",
  keep: "There is nothing to decide, because the source has not stopped.",
  remove: "",
};
const FROM: Record<SourceAction, SourceRow["state"] | null> = {
  pause: "active",
  resume: "paused",
  run: "active",
  accept: "asking",
  keep: "asking",
  remove: null,
};

const SETS: Record<Exclude<SourceAction, "remove">, object> = {
  // Without its lease, a running fetch can store nothing more.
  pause: { state: "paused", ...NO_LEASE },
  resume: { state: "active", nextAt: sql`now()` },
  run: { nextAt: sql`now()` },
  // Not due at once, because the decision still withdraws agents.
  accept: { state: "active", asks: null, nextAt: sql`greatest(next_at, now() + interval '5 minutes')` },
  // The complete list is fetched again, and its missing records are counted from zero.
  keep: { state: "active", asks: null, etag: null },
};
/** What somebody did, by the kind of its act. */
const DID: Record<string, string> = {
  "source.paused": "paused it",
  "source.resumed": "resumed it",
  "source.gone_accepted": "withdrew its missing agents",
  "source.gone_kept": "kept its missing agents",
};
const DONE: Record<Exclude<SourceAction, "run" | "remove">, string> = {
  pause: "paused",
  resume: "resumed",
  accept: "gone_accepted",
  keep: "gone_kept",
};

/** Returns a sentence about the last decision on a source, or "". */
async function lastDecision({ caller }: Context, tx: Transaction, id: string): Promise<string> {
  const [act] = await tx
    .select()
    .from(ledgerActs)
    .where(and(eq(ledgerActs.subject, `source:${id}`), inArray(ledgerActs.kind, Object.keys(DID))))
    .orderBy(desc(ledgerActs.seq))
    .limit(1);
  if (!act) return "";
  const { actor, kind, createdAt: at } = act;
  return tellEarlier({ db: tx, caller }, { actor, did: ownValue(DID, kind) ?? "decided", at });
}

/**
 * Applies an operator's decision. The required state is a condition of the update, so the second of two concurrent
 * decisions is a conflict.
 * @throws ServiceError `notFound`; `conflict` if the source is in another state, or if other agents are
 * missing than the operator saw
 */
export async function decideSource(ctx: Context, { id, action, gone }: DecideSource): Promise<Source> {
  authorize(ctx.caller, "source.manage");
  const decided = await ctx.db.transaction(async (tx) => {
    if (action === "remove") {
      const before = await find(tx, id);
      const removed = foundRow(await tx.delete(sources).where(eq(sources.id, id)).returning());
      await record(ctx, tx, removed, "removed");
      return before;
    }
    const from = FROM[action];
    const [changed] = await tx
      .update(sources)
      .set(SETS[action])
      .where(and(eq(sources.id, id), from === null ? undefined : eq(sources.state, from)))
      .returning();
    if (!changed) {
      await find(tx, id);
      throw conflict([WRONG_STATE[action], await lastDecision(ctx, tx, id)].join(" ").trim());
    }
    if (gone !== undefined) await assertStillGone({ ...ctx, db: tx }, id, gone);
    if (action === "keep") await keepMissing(tx, id);
    if (action !== "run") await record(ctx, tx, changed, DONE[action]);
    return find(tx, id);
  });
  if (action === "accept") await withdrawMissing(ctx, id, { decided: true });
  return decided;
}
