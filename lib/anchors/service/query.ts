import { and, desc, eq, gt, gte, inArray, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Context } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { anchorTexts } from "@/lib/db/schema/anchors";
import { ledgerEntries, ledgerPayloads } from "@/lib/db/schema/ledger";
import { tierTooLow } from "@/lib/errors";
import { ANCHOR_LOG } from "@/lib/ledger/append";
import { fromHex } from "@/lib/ledger/bytes";
import { entryOf } from "@/lib/ledger/pages";
import { permit } from "@/lib/permissions";
import { tierAtLeast } from "@/lib/tiers";
import type { QueriedAnchors, QueryAnchors } from "../schema";
import { viewReadableAnchor } from "../view";
import { indexAnchors, indexedUpTo, wordsOf } from "./texts";

const DEFAULT_LIMIT = 100;

/** What a caller may read of an anchor, as a condition: PRIVATE is its DID's, its organisation's, an operator's. */
function readableBy({ db, caller }: Context): SQL | undefined {
  const shared = ne(ledgerEntries.scope, "PRIVATE");
  if (caller.kind === "agent") return or(shared, eq(ledgerPayloads.did, caller.did));
  if (caller.kind !== "provider") return undefined;
  const own = db.select({ did: agents.did }).from(agents).where(eq(agents.organisation, caller.organisation));
  return or(shared, inArray(ledgerPayloads.did, own));
}

/** An organisation reads as the best of its agents would. @throws ServiceError `tierTooLow` */
async function permitReader(ctx: Context): Promise<void> {
  permit(ctx.caller, "memory.query");
  if (ctx.caller.kind !== "provider") return;
  const [best] = await ctx.db
    .select({ tier: agents.trustTier })
    .from(agents)
    .where(eq(agents.organisation, ctx.caller.organisation))
    .orderBy(desc(agents.trustTier))
    .limit(1);
  if (!tierAtLeast(best?.tier ?? "T0", "T2")) throw tierTooLow("T2", best?.tier ?? "T0");
}

/** Conditions on what the entry itself says. */
function ofEntry(ctx: Context, { scope, hash, from, to }: QueryAnchors): (SQL | undefined)[] {
  return [
    eq(ledgerEntries.log, ANCHOR_LOG),
    readableBy(ctx),
    scope === undefined ? undefined : eq(ledgerEntries.scope, scope),
    hash === undefined ? undefined : eq(ledgerEntries.hash, fromHex(hash)),
    from && gte(ledgerEntries.createdAt, from),
    to && lte(ledgerEntries.createdAt, to),
  ];
}

/** Conditions on its content, wherever that is looked up. */
function ofContent(
  { query, did, kind }: QueryAnchors,
  where: { did: PgColumn; kind: PgColumn; words: SQL | PgColumn },
): (SQL | undefined)[] {
  return [
    did === undefined ? undefined : eq(where.did, did),
    kind === undefined ? undefined : eq(where.kind, kind),
    query === undefined ? undefined : sql`${where.words} @@ plainto_tsquery('simple', ${query})`,
  ];
}

function find({ db }: Context, conditions: (SQL | undefined)[], limit: number) {
  return db
    .select({ entry: ledgerEntries, payload: ledgerPayloads })
    .from(ledgerEntries)
    .innerJoin(
      ledgerPayloads,
      and(eq(ledgerPayloads.log, ledgerEntries.log), eq(ledgerPayloads.seq, ledgerEntries.seq)),
    )
    .leftJoin(anchorTexts, eq(anchorTexts.seq, ledgerEntries.seq))
    .where(and(...conditions))
    .orderBy(desc(ledgerEntries.seq))
    .limit(limit);
}

/** Those that meet the criteria: first among the newest, whose texts are not made yet, then by their texts. */
async function findAll(ctx: Context, wanted: QueryAnchors, limit: number) {
  const entry = ofEntry(ctx, wanted);
  const byContent = wanted.query !== undefined || wanted.did !== undefined || wanted.kind !== undefined;
  if (!byContent) return find(ctx, entry, limit);
  await indexAnchors(ctx.db);
  const upTo = await indexedUpTo(ctx.db);
  const inPayloads = { ...ledgerPayloads, words: wordsOf(sql`${ledgerPayloads.payload}`) };
  const newest = await find(ctx, [gt(ledgerEntries.seq, upTo), ...entry, ...ofContent(wanted, inPayloads)], limit);
  if (newest.length === limit) return newest;
  const indexed = [lte(anchorTexts.seq, upTo), ...entry, ...ofContent(wanted, anchorTexts)];
  const older = await find(ctx, indexed, limit - newest.length);
  return [...newest, ...older];
}

/**
 * The newest anchors that meet every criterion and that the caller may read, with their payloads.
 * @throws ServiceError `tierTooLow`
 */
export async function queryAnchors(ctx: Context, wanted: QueryAnchors): Promise<QueriedAnchors> {
  await permitReader(ctx);
  const rows = await findAll(ctx, wanted, wanted.limit ?? DEFAULT_LIMIT);
  const anchors = rows.map(({ entry, payload }) => viewReadableAnchor(entryOf(entry, ""), payload));
  return { anchors, count: anchors.length, generated_at: ctx.clock().toISOString() };
}
