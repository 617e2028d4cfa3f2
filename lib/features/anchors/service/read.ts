import { and, desc, eq, getTableColumns, lt, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { isDatabaseError } from "@/lib/database/errors";
import { keepPrepared } from "@/lib/database/keep-prepared";
import type { Reader } from "@/lib/database/open";
import { ledgerEntries, ledgerPayloads } from "@/lib/database/schema/ledger";
import { ownEntries } from "@/lib/foundation/own-values";
import { reasonOf } from "@/lib/foundation/reason";
import { cursorAfter } from "@/lib/http/cursor";
import { ANCHOR_LOG } from "@/lib/ledger/append";
import { sinceInstant, untilInstant } from "@/lib/ledger/dates";
import { entryOf } from "@/lib/ledger/pages";
import type { AnchorList, AnchorListQuery, PublicAnchor } from "../schema";
import { viewPublicAnchor } from "../view";

/** DIDs are printable ASCII. PostgreSQL rejects a comparison with text that it cannot store. */
const DID_CHARACTERS = /^[\x21-\x7e]*$/;

type Narrowing = "cursor" | "did" | "from" | "to";

const CONDITIONS: Record<Narrowing, SQL> = {
  cursor: lt(ledgerEntries.seq, sql.placeholder("cursor")),
  did: eq(ledgerPayloads.did, sql.placeholder("did")),
  from: sinceInstant(ANCHOR_LOG, ledgerEntries.seq, sql`${sql.placeholder("from")}`),
  to: untilInstant(ANCHOR_LOG, ledgerEntries.seq, sql`${sql.placeholder("to")}`),
};

/** Returns the query for public anchors. Its shape depends on the filters. */
const selectPublic = keepPrepared((db: Reader, ...narrowing: Narrowing[]) => {
  const all = db.select(getTableColumns(ledgerEntries)).from(ledgerEntries).$dynamic();
  // The condition on the log lets the planner use the index of the anchors' DIDs.
  const own = and(sql`${ledgerPayloads.log} = 'anchors'`, eq(ledgerPayloads.seq, ledgerEntries.seq));
  const entries = narrowing.includes("did") ? all.innerJoin(ledgerPayloads, own) : all;
  const ofLog = [eq(ledgerEntries.log, ANCHOR_LOG), eq(ledgerEntries.scope, "PUBLIC")];
  return entries
    .where(and(...ofLog, ...narrowing.map((name) => CONDITIONS[name])))
    .orderBy(desc(ledgerEntries.seq))
    .limit(sql.placeholder("most"))
    .prepare("public_anchors");
});

/** Reads a page of public anchors, newest first, and the cursor of the next page. */
export async function findAnchors(
  { db }: Context,
  { limit, cursor, did, from, to }: AnchorListQuery,
): Promise<{ anchors: PublicAnchor[]; next_cursor?: string }> {
  if (!DID_CHARACTERS.test(did ?? "")) return { anchors: [] };
  const given = { cursor, did, from: from?.toISOString(), to: to?.toISOString() };
  const narrowing = ownEntries(given).flatMap(([name, value]) => (value ? name : []));
  const rows = await selectPublic(db, ...narrowing).execute({ ...given, most: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    // The origin is not one of the six fields.
    anchors: page.map((row) => viewPublicAnchor(entryOf(row, ""))),
    ...(last && rows.length > limit ? { next_cursor: cursorAfter(last.seq) } : {}),
  };
}

/**
 * Returns the newest anchors of scope PUBLIC. If the database fails, returns a list without anchors that says so
 * (contract).
 */
export async function listAnchors(ctx: Context, query: AnchorListQuery): Promise<AnchorList> {
  const generated_at = ctx.clock().toISOString();
  try {
    const { anchors, next_cursor } = await findAnchors(ctx, query);
    const hasMore = query.cursor !== undefined && next_cursor !== undefined;
    return { anchors, count: anchors.length, generated_at, ...(hasMore ? { next_cursor } : {}) };
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    ctx.log.error({ event: "anchors_unreadable", error: reasonOf(error) });
    return { anchors: [], count: 0, db_error: true, generated_at };
  }
}
