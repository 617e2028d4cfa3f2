import { and, count, desc, eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { ledgerActs } from "@/lib/db/schema/ledger";
import { permit } from "@/lib/permissions";
import type { ActFilters, ActList, ActQuery } from "../schema";

function matching({ actor, kind, subject }: ActFilters) {
  const asked = [actor, kind, subject].join("");
  // Postgres would refuse to compare what it cannot store.
  if (asked.includes("\0") || !asked.isWellFormed()) return sql`false`;
  const kinds = kind?.endsWith(".") ? sql`starts_with(${ledgerActs.kind}, ${kind})` : undefined;
  return and(
    actor ? eq(ledgerActs.actor, actor) : undefined,
    kind ? (kinds ?? eq(ledgerActs.kind, kind)) : undefined,
    subject ? eq(ledgerActs.subject, subject) : undefined,
  );
}

/** The acts of people and of the system in the council's log, newest first, filtered and paged. */
export async function listActs(ctx: Context, { limit, offset, ...filters }: ActQuery): Promise<ActList> {
  permit(ctx.caller, "council.read_acts");
  const where = matching(filters);
  const rows = await ctx.db
    .select()
    .from(ledgerActs)
    .where(where)
    .orderBy(desc(ledgerActs.seq))
    .limit(limit)
    .offset(offset);
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(ledgerActs).where(where);
  return {
    acts: rows.map(({ seq, id, kind, actor, subject, details, createdAt }) => ({
      ...{ seq, id, kind, actor, subject, details },
      created_at: createdAt.toISOString(),
    })),
    total,
    limit,
    offset,
    generated_at: ctx.clock().toISOString(),
  };
}
