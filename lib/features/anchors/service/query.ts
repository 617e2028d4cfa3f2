import { and, desc, eq, gt, inArray, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { authorizeCaller } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { anchorTexts } from "@/lib/database/schema/anchors";
import { ledgerEntries, ledgerPayloads } from "@/lib/database/schema/ledger";
import { fitPage } from "@/lib/http/page-bytes";
import { actorName } from "@/lib/identity/permissions";
import { ANCHOR_LOG } from "@/lib/ledger/append";
import { fromHex } from "@/lib/ledger/bytes";
import { sinceInstant, untilInstant } from "@/lib/ledger/dates";
import { entryOf } from "@/lib/ledger/pages";
import { vectorLiteral } from "@/lib/search/rules";
import { anchorEmbedder } from "@/lib/search/service/get-embedder";
import { vectorStoreOf } from "@/lib/search/service/store";
import type { QueriedAnchors, QueryAnchors } from "../schema";
import { viewReadableAnchor } from "../view";
import { embedAnchors, MAX_EMBEDDED_ANCHORS } from "./embeddings";
import { indexAnchors, indexedUpTo, payloadWords } from "./search-index";

const DEFAULT_LIMIT = 100;
/** Minimum similarity. Below this, short texts share little more than letters. */
const LEAST_SIMILARITY = 0.25;
const MAX_NEAR = 20;

/**
 * Returns the condition that a caller may read an anchor. A PRIVATE one is readable by its DID, its organisation and
 * operators.
 */
function readableBy({ db, caller }: Context): SQL | undefined {
  const shared = ne(ledgerEntries.scope, "PRIVATE");
  if (caller.kind === "agent") return or(shared, eq(ledgerPayloads.did, caller.did));
  if (caller.kind !== "provider") return undefined;
  const own = db.select({ did: agents.did }).from(agents).where(eq(agents.organisation, caller.organisation));
  return or(shared, eq(ledgerPayloads.did, actorName(caller)), inArray(ledgerPayloads.did, own));
}

/** Returns the conditions on the entry itself. */
function ofEntry(ctx: Context, { scope, hash, from, to }: QueryAnchors): (SQL | undefined)[] {
  return [
    eq(ledgerEntries.log, ANCHOR_LOG),
    readableBy(ctx),
    scope === undefined ? undefined : eq(ledgerEntries.scope, scope),
    hash === undefined ? undefined : eq(ledgerEntries.hash, fromHex(hash)),
    from && sinceInstant(ANCHOR_LOG, ledgerEntries.seq, sql`${from.toISOString()}`),
    to && untilInstant(ANCHOR_LOG, ledgerEntries.seq, sql`${to.toISOString()}`),
  ];
}

/** Returns the conditions on its content, in whichever table that is. */
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

/** Finds anchors that match the criteria: first the newest, which are not in the text index yet, then by the index. */
async function findAll(ctx: Context, wanted: QueryAnchors, limit: number) {
  const entry = ofEntry(ctx, wanted);
  const byContent = wanted.query !== undefined || wanted.did !== undefined || wanted.kind !== undefined;
  if (!byContent) return find(ctx, entry, limit);
  await indexAnchors(ctx.db);
  const upTo = await indexedUpTo(ctx.db);
  const inPayloads = { ...ledgerPayloads, words: payloadWords(sql`${ledgerPayloads.payload}`) };
  const newest = await find(ctx, [gt(ledgerEntries.seq, upTo), ...entry, ...ofContent(wanted, inPayloads)], limit);
  if (newest.length === limit) return newest;
  const indexed = [lte(anchorTexts.seq, upTo), ...entry, ...ofContent(wanted, anchorTexts)];
  const older = await find(ctx, indexed, limit - newest.length);
  return [...newest, ...older];
}

/**
 * Finds anchors close in meaning to the query that match the other criteria, closest first, without those found by
 * words.
 */
async function findSemantic(ctx: Context, { query, ...others }: QueryAnchors, found: number[], limit: number) {
  const embedder = anchorEmbedder();
  if (query === undefined || limit <= 0 || !vectorStoreOf(ctx.db)) return [];
  // A remote model's vectors are computed in the background.
  if (embedder.builtIn) await embedAnchors(ctx.db, embedder);
  const asked = vectorLiteral((await embedder.embedIntent(query))?.vector ?? new Float32Array());
  if (asked === null) return [];
  const near = sql`(select v.seq, 1 - (v.v <=> ${asked}::vector) as similarity from anchor_vectors as v
    where v.model = ${embedder.model} and v.v is not null
      and v.seq > (select max(seq) - ${MAX_EMBEDDED_ANCHORS}::bigint from anchor_vectors) and ${excluding(found)}) as near`;
  return ctx.db
    .select({ entry: ledgerEntries, payload: ledgerPayloads, similarity: sql`near.similarity`.mapWith(Number) })
    .from(ledgerEntries)
    .innerJoin(
      ledgerPayloads,
      and(eq(ledgerPayloads.log, ledgerEntries.log), eq(ledgerPayloads.seq, ledgerEntries.seq)),
    )
    .innerJoin(anchorTexts, eq(anchorTexts.seq, ledgerEntries.seq))
    .innerJoin(near, sql`near.seq = ${ledgerEntries.seq}`)
    .where(and(sql`near.similarity >= ${LEAST_SIMILARITY}`, ...ofEntry(ctx, others), ...ofContent(others, anchorTexts)))
    .orderBy(sql`near.similarity desc`, desc(ledgerEntries.seq))
    .limit(Math.min(limit, MAX_NEAR));
}

const excluding = (found: readonly number[]): SQL =>
  found.length === 0
    ? sql`true`
    : sql`v.seq not in (select value::bigint from json_array_elements_text(${JSON.stringify(found)}::json))`;

/**
 * Finds the newest anchors that match every criterion and that the caller may read, with their payloads. If a query is
 * given, anchors that contain its words come first, then those that are close in meaning.
 * @throws ServiceError `tierTooLow`
 */
export async function queryAnchors(ctx: Context, wanted: QueryAnchors): Promise<QueriedAnchors> {
  await authorizeCaller(ctx, "memory.query");
  const limit = wanted.limit ?? DEFAULT_LIMIT;
  const rows = await findAll(ctx, wanted, limit);
  const near = await findSemantic(
    ctx,
    wanted,
    rows.map(({ entry }) => entry.seq),
    limit - rows.length,
  );
  const byWords = wanted.query === undefined ? {} : { match: "words" as const };
  const anchors = [
    ...rows.map(({ entry, payload }) => ({ ...viewReadableAnchor(entryOf(entry, ""), payload), ...byWords })),
    ...near.map(({ entry, payload, similarity }) => ({
      ...viewReadableAnchor(entryOf(entry, ""), payload),
      match: "meaning" as const,
      similarity: Math.round(similarity * 1_000) / 1_000,
    })),
  ];
  const { rows: shown } = fitPage(anchors, limit);
  const leftOut = anchors.length - shown.length;
  return {
    anchors: [...shown],
    count: shown.length,
    ...(leftOut > 0 ? { left_out: leftOut } : {}),
    generated_at: ctx.clock().toISOString(),
  };
}
