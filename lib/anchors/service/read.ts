import { and, desc, eq } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { isDatabaseError } from "@/lib/db/errors";
import { ledgerEntries } from "@/lib/db/schema/ledger";
import { ANCHOR_LOG } from "@/lib/ledger/append";
import { entryOf } from "@/lib/ledger/pages";
import type { AnchorList, AnchorListQuery } from "../schema";
import { viewPublicAnchor } from "../view";

/** The newest anchors of scope PUBLIC. Where the database fails it says so in a list without anchors (contract). */
export async function listAnchors(ctx: Context, { limit }: AnchorListQuery): Promise<AnchorList> {
  const generated_at = ctx.clock().toISOString();
  try {
    const rows = await ctx.db
      .select()
      .from(ledgerEntries)
      .where(and(eq(ledgerEntries.log, ANCHOR_LOG), eq(ledgerEntries.scope, "PUBLIC")))
      .orderBy(desc(ledgerEntries.seq))
      .limit(limit);
    // The origin is none of the six fields.
    const anchors = rows.map((row) => viewPublicAnchor(entryOf(row, "")));
    return { anchors, count: anchors.length, generated_at };
  } catch (error) {
    if (!isDatabaseError(error)) throw error;
    ctx.log.error({ event: "anchors_unreadable", error: String(error) });
    return { anchors: [], count: 0, db_error: true, generated_at };
  }
}
