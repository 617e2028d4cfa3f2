import { and, eq } from "drizzle-orm";
import { nameOperators } from "@/lib/access/service/credentials";
import type { Context } from "@/lib/context";
import { type ApplicationRow, applications } from "@/lib/db/schema/applications";
import { conflict, invalid, notFound, type ServiceError } from "@/lib/errors";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { sendLetter } from "@/lib/mail";
import { actorName, permit } from "@/lib/permissions";
import { utcMinute } from "@/lib/text/utc";
import { isUuid } from "@/lib/text/uuid";
import type { Application, ApproveApplication, RejectApplication } from "../schema";
import { subjectOf, viewApplication } from "../view/application";
import { approvedLetter, rejectedLetter } from "./letters";

/** Tells an operator who comes second what has become of the application. */
async function overtaken(ctx: Context, id: string): Promise<ServiceError> {
  const [row] = await ctx.db.select().from(applications).where(eq(applications.id, id));
  if (!row) return notFound("There is no such application.");
  const { status, decidedBy, decidedAt } = row;
  const when = decidedAt && utcMinute(decidedAt.toISOString());
  if (status === "withdrawn") return conflict(`The applicant withdrew it at ${when} UTC.`);
  if (status === "claimed") return conflict("Its token has been claimed: revoke the credential instead.");
  const who = decidedBy ?? "";
  const names = await nameOperators(ctx, [who]);
  return conflict(`It was ${status} at ${when} UTC by ${names[who] ?? who}.`);
}

type Decision = Pick<ApplicationRow, "status" | "note" | "grantedTier">;

/** Decides an application that still stands as the operator saw it, and puts that on record. */
async function decide(
  ctx: Context,
  { id, seen }: { id: string; seen: ApplicationRow["status"] },
  decision: Decision,
): Promise<ApplicationRow> {
  permit(ctx.caller, "application.decide");
  if (!isUuid(id)) throw notFound("There is no such application.");
  const actor = actorName(ctx.caller);
  const decided = await ctx.db.transaction(async (tx) => {
    const decidedAt = ctx.clock();
    const [row] = await tx
      .update(applications)
      .set({ ...decision, decidedAt, decidedBy: actor })
      .where(and(eq(applications.id, id), eq(applications.status, seen)))
      .returning();
    if (!row) return null;
    if (row.kind === "provider" && row.grantedTier !== null) {
      throw invalid("An organisation has no tier: its agents have.", { field: "tier" });
    }
    const { status, note, grantedTier } = row;
    const details = { application: id, reason: note, ...(status === "approved" ? { granted_tier: grantedTier } : {}) };
    const kind = `application.${status}`;
    await appendWithin(tx, COUNCIL_LOG, { kind, actor, subject: subjectOf(row), details }, decidedAt);
    return row;
  });
  if (decided === null) throw await overtaken(ctx, id);
  return decided;
}

/**
 * Approves a pending application: whoever made it may then claim the token.
 * @throws ServiceError `notFound`; `conflict`, with who did what, where it is pending no longer
 */
export async function approveApplication(ctx: Context, { id, tier, note }: ApproveApplication): Promise<Application> {
  const row = await decide(ctx, { id, seen: "pending" }, { status: "approved", note, grantedTier: tier });
  sendLetter(ctx, approvedLetter(row));
  return viewApplication(row);
}

/**
 * Rejects a pending application, or takes an approval back whose token is not claimed yet.
 * @throws ServiceError `notFound`; `conflict`, with who did what, where it is no longer as it was seen
 */
export async function rejectApplication(ctx: Context, { id, seen, note }: RejectApplication): Promise<Application> {
  const row = await decide(ctx, { id, seen }, { status: "rejected", note, grantedTier: null });
  sendLetter(ctx, rejectedLetter(row));
  return viewApplication(row);
}
