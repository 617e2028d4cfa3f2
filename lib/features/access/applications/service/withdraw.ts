import { and, inArray, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { applications } from "@/lib/database/schema/applications";
import { conflict } from "@/lib/foundation/errors";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import type { ApplicationBySecret, ApplicationProgress } from "../schema";
import { applicantOf, subjectOf, viewProgress } from "../view/application";
import { bySecret, findRowBySecret } from "./by-secret";

/**
 * Withdraws an application before its token is claimed. The texts that only operators could read are erased, and what the
 * token was for. The organisation and the DID stay, because the council's log names them.
 * @throws ServiceError `notFound`; `conflict` if it can no longer be withdrawn
 */
export async function withdrawApplication(ctx: Context, { secret }: ApplicationBySecret): Promise<ApplicationProgress> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock();
    const decidedBy = sql`'application:' || ${applications.id}`;
    const [row] = await tx
      .update(applications)
      .set({
        status: "withdrawn",
        decidedAt: now,
        decidedBy,
        email: "",
        purpose: "",
        capabilities: [],
        publicKey: "",
        claimCheck: null,
      })
      .where(and(bySecret(secret), inArray(applications.status, ["pending", "approved"])))
      .returning();
    if (!row) {
      const { status } = await findRowBySecret(tx, secret);
      throw conflict(`This application is ${status} and cannot be withdrawn.`);
    }
    const details = { application: row.id };
    const act = { kind: "application.withdrawn", actor: applicantOf(row), subject: subjectOf(row), details };
    await appendWithin(tx, COUNCIL_LOG, act, now);
    return viewProgress(row);
  });
}
