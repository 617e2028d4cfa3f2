import { sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { lock } from "@/lib/database/locks";
import { rfcs } from "@/lib/database/schema/rfcs";
import { actorName } from "@/lib/identity/permissions";
import { appendAllWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { documentIdOf, ENTERED_KIND } from "../rules";
import type { RfcText } from "../schema";
import { type DecisionDetails, NO_REVIEWS } from "../view";

/**
 * Stores texts of the build and logs it: a new number with the status in its text; a DRAFT gets its new text. RFCs that
 * were decided stay unchanged. Safe for instances that start at the same time.
 * @returns the numbers that were added or changed
 */
export async function syncRfcs(ctx: Context, texts: readonly RfcText[]): Promise<number[]> {
  if (texts.length === 0) return [];
  const now = ctx.clock();
  const rows = texts.map(({ number, title, status, created, authors, superseded_by, text, sha256 }) => {
    return { number, title, status, created, authors, supersededBy: superseded_by, text, sha256, since: now };
  });
  const of = (column: string) => sql.raw(`excluded."${column}"`);
  return ctx.db.transaction(async (tx) => {
    await lock(tx, "startup");
    const entered = await tx
      .insert(rfcs)
      .values(rows)
      .onConflictDoUpdate({
        target: rfcs.number,
        set: {
          title: of("title"),
          created: of("created"),
          authors: of("authors"),
          text: of("text"),
          sha256: of("sha256"),
          since: of("since"),
        },
        setWhere: sql`${rfcs.status} = 'DRAFT' and ${rfcs.sha256} <> ${of("sha256")}`,
      })
      .returning();
    const acts = entered
      .sort((a, b) => a.number - b.number)
      .map(({ number, status, supersededBy, sha256 }) => {
        const reason = "The text came with a build.";
        const details: DecisionDetails = {
          from: null,
          status,
          reason,
          superseded_by: supersededBy,
          tally: NO_REVIEWS,
          sha256,
        };
        return { kind: ENTERED_KIND, actor: actorName(ctx.caller), subject: documentIdOf(number), details };
      });
    await appendAllWithin(tx, COUNCIL_LOG, acts, now);
    return entered.map(({ number }) => number);
  });
}
