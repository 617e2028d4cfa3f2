import { and, desc, eq, lt, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { isDatabaseError } from "@/lib/db/errors";
import { keepPrepared } from "@/lib/db/keep-prepared";
import { ledgerEntries } from "@/lib/db/schema/ledger";
import { cursorBehind } from "@/lib/http/cursor";
import { ANCHOR_LOG } from "@/lib/ledger/append";
import { entryOf } from "@/lib/ledger/pages";
import type { AnchorList, AnchorListQuery } from "../schema";
import { viewPublicAnchor } from "../view";

const NEWEST = "newest";
const OLDER = "older than the cursor";

const selectPublic = keepPrepared((db, shape) =>
  db
    .select()
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.log, ANCHOR_LOG),
        eq(ledgerEntries.scope, "PUBLIC"),
        shape === OLDER ? lt(ledgerEntries.seq, sql.placeholder("cursor")) : undefined,
      ),
    )
    .orderBy(desc(ledgerEntries.seq))
    .limit(sql.placeholder("most"))
    .prepare("public_anchors"),
);

/** The newest anchors of scope PUBLIC. Where the database fails it says so in a list without anchors (contract). */
export async function listAnchors(ctx: Context, { limit, cursor }: AnchorListQuery): Promise<AnchorList> {
  const generated_at = ctx.clock().toISOString();
  try {
    const shape = cursor ? OLDER : NEWEST;
    const rows = await selectPublic(ctx.db, shape).execute({ most: limit + 1, cursor });
    const page = rows.slice(0, limit);
    // The origin is none of the six fields.
    const anchors = page.map((row) => viewPublicAnchor(entryOf(row, "")));
    const last = page.at(-1);
    const hasMore = cursor !== undefined && last !== undefined && rows.length > limit;
    return {
      anchors,
      count: anchors.length,
      generated_at,
      ...(hasMore ? { next_cursor: cursorBehind(last.seq) } : {}),
    };
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    ctx.log.error({ event: "anchors_unreadable", error: String(error) });
    return { anchors: [], count: 0, db_error: true, generated_at };
  }
}
