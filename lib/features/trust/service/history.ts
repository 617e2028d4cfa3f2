import { count, desc, eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { trustHistory } from "@/lib/database/schema/trust";
import { notFound } from "@/lib/foundation/errors";
import { Did } from "@/lib/identity/did";
import type { TrustHistory, TrustHistoryQuery } from "../schema";

/**
 * Returns the changes of an agent's standing, newest first. Every agent has at least its first row.
 * @throws ServiceError `notFound`
 */
export async function listTrustHistory(
  ctx: Context,
  { did, limit, offset }: TrustHistoryQuery & { did: string },
): Promise<TrustHistory> {
  if (!Did.safeParse(did).success) throw notFound();
  const totals = ctx.db
    .select({ total: count().as("total") })
    .from(trustHistory)
    .where(eq(trustHistory.did, did))
    .as("totals");
  const page = ctx.db
    .select()
    .from(trustHistory)
    .where(eq(trustHistory.did, did))
    .orderBy(desc(trustHistory.id))
    .limit(limit)
    .offset(offset)
    .as("page");
  const rows = await ctx.db.select().from(totals).leftJoin(page, sql`true`).orderBy(desc(page.id));
  const total = rows[0]?.totals.total ?? 0;
  if (total === 0) throw notFound();
  return {
    did,
    changes: rows
      .flatMap(({ page: row }) => row ?? [])
      .map(({ at, asOf, score, tier, reason }) => ({
        at: at.toISOString(),
        as_of: asOf,
        trust_score: score,
        trust_tier: tier,
        reason,
      })),
    total,
    limit,
    offset,
    generated_at: ctx.clock().toISOString(),
  };
}
