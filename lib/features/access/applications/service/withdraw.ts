import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { erase } from "@/lib/database/erasures/erase";
import type { Transaction } from "@/lib/database/open";
import { type ApplicationRow, applications } from "@/lib/database/schema/applications";
import { conflict } from "@/lib/foundation/errors";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import type { ApplicationBySecret, ApplicationProgress } from "../schema";
import { applicantOf, subjectOf, viewProgress } from "../view/application";
import { bySecret, findRowBySecret } from "./by-secret";

/** Withdraws applications before their token is claimed, and erases their texts. @returns those that it withdrew */
async function withdrawWithin(ctx: Context, tx: Transaction, which: SQL | undefined): Promise<ApplicationRow[]> {
  const now = ctx.clock();
  const decidedBy = sql`'application:' || ${applications.id}`;
  const rows = await tx
    .update(applications)
    .set({ status: "withdrawn", decidedAt: now, decidedBy })
    .where(and(which, inArray(applications.status, ["pending", "approved"])))
    .returning();
  await erase(
    tx,
    "withdrawal",
    rows.map(({ id }) => id),
  );
  for (const row of rows) {
    const details = { application: row.id };
    const act = { kind: "application.withdrawn", actor: applicantOf(row), subject: subjectOf(row), details };
    await appendWithin(tx, COUNCIL_LOG, act, now);
  }
  return rows;
}

/**
 * Withdraws an application before its token is claimed. The texts that only operators could read are erased, and what the
 * token was for. The organisation and the DID stay, because the council's log names them.
 * @throws ServiceError `notFound`; `conflict` if it can no longer be withdrawn; `unavailable` if the journal of erasures
 * cannot be written
 */
export async function withdrawApplication(ctx: Context, { secret }: ApplicationBySecret): Promise<ApplicationProgress> {
  return ctx.db.transaction(async (tx) => {
    const [row] = await withdrawWithin(ctx, tx, bySecret(secret));
    const present = await findRowBySecret(tx, secret);
    if (!row) throw conflict(`This application is ${present.status} and cannot be withdrawn.`);
    return viewProgress(present);
  });
}

/** Withdraws applications that a restored database has again, as the journal says. @returns their ids */
export async function withdrawAgain(ctx: Context, ids: readonly string[]): Promise<string[]> {
  const rows = await ctx.db.transaction((tx) => withdrawWithin(ctx, tx, inArray(applications.id, [...ids])));
  return rows.map(({ id }) => id);
}
