import { and, inArray, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { applications } from "@/lib/db/schema/applications";
import { conflict } from "@/lib/errors";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import type { ApplicationStanding, HeldApplication } from "../schema";
import { applicantOf, subjectOf, viewStanding } from "../view/application";
import { heldBy, rowHeldBy } from "./held";

/**
 * Takes an application back, before its token is claimed. What was said for the operators' eyes is erased.
 * @throws ServiceError `notFound`; `conflict` where there is nothing left to withdraw
 */
export async function withdrawApplication(ctx: Context, { secret }: HeldApplication): Promise<ApplicationStanding> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock();
    const decidedBy = sql`'application:' || ${applications.id}`;
    const [row] = await tx
      .update(applications)
      .set({ status: "withdrawn", email: "", purpose: "", decidedAt: now, decidedBy })
      .where(and(heldBy(secret), inArray(applications.status, ["pending", "approved"])))
      .returning();
    if (!row) {
      const { status } = await rowHeldBy(tx, secret);
      throw conflict(`It is ${status}: there is nothing to withdraw.`);
    }
    const details = { application: row.id };
    const act = { kind: "application.withdrawn", actor: applicantOf(row), subject: subjectOf(row), details };
    await appendWithin(tx, COUNCIL_LOG, act, now);
    return viewStanding(row);
  });
}
