import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { fitPage } from "@/lib/http/page-bytes";
import { authorize } from "@/lib/identity/permissions";
import { COUNCIL_LOG } from "@/lib/ledger/append";
import { readHead } from "@/lib/ledger/head";
import type { ActFilters, ActList, ActQuery } from "../schema";

function matching({ actor, kind, subject }: ActFilters) {
  const asked = [actor, kind, subject].join("");
  // PostgreSQL rejects a comparison with text that it cannot store.
  if (asked.includes("\0") || !asked.isWellFormed()) return sql`false`;
  const kinds = kind?.endsWith(".") ? sql`starts_with(${ledgerActs.kind}, ${kind})` : undefined;
  return and(
    actor ? eq(ledgerActs.actor, actor) : undefined,
    kind ? (kinds ?? eq(ledgerActs.kind, kind)) : undefined,
    subject ? eq(ledgerActs.subject, subject) : undefined,
  );
}

/** Every entry of the council's log is an act, so without a condition the log's size is their number. */
async function countActs({ db }: Context, where: SQL | undefined): Promise<number> {
  if (where === undefined) return (await readHead(db, COUNCIL_LOG)).tree.size;
  const [counted] = await db.select({ total: count() }).from(ledgerActs).where(where);
  return counted?.total ?? 0;
}

/** Lists the acts of people and of the system in the council's log, newest first, filtered and paged. */
export async function listActs(ctx: Context, { limit, offset, ...filters }: ActQuery): Promise<ActList> {
  authorize(ctx.caller, "council.read_acts");
  const where = matching(filters);
  const rows = await ctx.db
    .select()
    .from(ledgerActs)
    .where(where)
    .orderBy(desc(ledgerActs.seq))
    .limit(limit)
    .offset(offset);
  const total = await countActs(ctx, where);
  const fitting = fitPage(rows, limit);
  return {
    acts: fitting.rows.map(({ seq, id, kind, actor, subject, details, createdAt }) => ({
      seq,
      id,
      kind,
      actor,
      subject,
      details,
      created_at: createdAt.toISOString(),
    })),
    total,
    limit: fitting.limit,
    offset,
    generated_at: ctx.clock().toISOString(),
  };
}
