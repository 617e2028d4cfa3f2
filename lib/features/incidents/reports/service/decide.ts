import { and, eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { incidents } from "@/lib/database/schema/incidents";
import { type ReportRow, reports } from "@/lib/database/schema/reports";
import { nameOperators } from "@/lib/features/access/service/operators";
import { tellOwners } from "@/lib/features/access/service/tell-owners";
import { incidentRecord } from "@/lib/features/disputes/rules";
import { openWithin } from "@/lib/features/incidents/service/open";
import type { LockedAgent } from "@/lib/features/trust/service/events";
import { conflict, invalid, type ServiceError } from "@/lib/foundation/errors";
import { ownValue } from "@/lib/foundation/own-values";
import { utcMinute } from "@/lib/foundation/text/utc";
import { actorName, authorize } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { sendEmail } from "@/lib/outgoing/mail";
import type { DismissReport, DuplicateReport, OpenReport, Report } from "../schema";
import { subjectOf, viewReport } from "../view";
import { decisionEmail } from "./emails";
import { assertOwnWords } from "./own-words";
import { findReport } from "./read";

/** Throws an error that tells a later operator the report's present state. */
async function overtaken(ctx: Context, { decidedBy, decidedAt, status, incidentId }: ReportRow): Promise<ServiceError> {
  const who = decidedBy ?? "";
  const names = await nameOperators(ctx, [who]);
  const what = { waiting: status, opened: "opened as", duplicate: "found to be a duplicate of", dismissed: status };
  const incident = incidentId === null ? "" : ` incident ${incidentId}`;
  const when = decidedAt && utcMinute(decidedAt.toISOString());
  return conflict(`This report was ${what[status]}${incident} at ${when} UTC by ${ownValue(names, who) ?? who}.`);
}

type Decision = Pick<ReportRow, "status"> &
  Partial<Pick<ReportRow, "reason" | "incidentId">> & {
    /** Whether the operator said that the reporter agreed to publish its words. The log keeps it. */
    agreed?: boolean;
  };

/**
 * Decides a waiting report, in one transaction with the changes that follow, and logs the decision.
 * @param settle makes the decision; called while the report is locked and waiting
 * @throws ServiceError `notFound`; `conflict`, with the earlier decision, if it is already decided
 */
async function decide(
  ctx: Context,
  id: string,
  settle: (tx: Transaction, row: ReportRow) => Promise<Decision>,
): Promise<Report> {
  authorize(ctx.caller, "report.decide");
  const { id: number } = await findReport(ctx, id);
  const decided = await ctx.db.transaction(async (tx) => {
    const waits = and(eq(reports.id, number), eq(reports.status, "waiting"));
    const [waiting] = await tx.select().from(reports).where(waits).for("update");
    if (!waiting) throw await overtaken({ ...ctx, db: tx }, await findReport({ db: tx }, id));
    const { agreed, ...decision } = await settle(tx, waiting);
    const at = ctx.clock();
    const actor = actorName(ctx.caller);
    const [row = waiting] = await tx
      .update(reports)
      .set({ ...decision, decidedAt: at, decidedBy: actor })
      .where(waits)
      .returning();
    const { status, reason, incidentId } = row;
    const details = {
      ...(reason === "" ? {} : { reason }),
      ...(incidentId === null ? {} : { incident: incidentId }),
      ...(agreed ? { reporter_agreed: true } : {}),
    };
    await appendWithin(tx, COUNCIL_LOG, { kind: `report.${status}`, actor, subject: subjectOf(number), details }, at);
    return row;
  });
  if (decided.email !== "") sendEmail(ctx, decisionEmail(decided));
  return viewReport(decided);
}

/**
 * Opens an incident from a report, in the operator's name. Its timeline says that the public reported it.
 * @throws ServiceError `notFound`; `conflict` if the report is already decided, or the incident repeats its private words
 */
export async function openReport(
  ctx: Context,
  { report, reporter_agreed: reporterAgreed, ...incident }: OpenReport,
): Promise<Report> {
  let named: LockedAgent[] = [];
  const decided = await decide(ctx, report, async (tx, waiting) => {
    const { title, incident_type, description } = incident;
    assertOwnWords([waiting], { texts: { title, incident_type, description }, reporterAgreed });
    const note = `Reported by the public, in report ${waiting.id}.`;
    const opened = await openWithin(ctx, tx, { ...incident, reporter: actorName(ctx.caller), note });
    named = opened.named;
    return { status: "opened", incidentId: opened.incident.id, ...(reporterAgreed ? { agreed: true } : {}) };
  });
  if (decided.incident !== null) await tellOwners(ctx, { record: incidentRecord(decided.incident), named });
  return decided;
}

/** Dismisses a report. Its sender reads the reason. @throws ServiceError `notFound`, `conflict` */
export function dismissReport(ctx: Context, { id, reason }: DismissReport): Promise<Report> {
  return decide(ctx, id, async () => ({ status: "dismissed", reason }));
}

/**
 * Decides that a report is about an existing incident.
 * @throws ServiceError `notFound`, `conflict`; `invalid` if the incident does not exist
 */
export function markDuplicate(ctx: Context, { id, incident }: DuplicateReport): Promise<Report> {
  return decide(ctx, id, async (tx) => {
    const [found] = await tx.select({ id: incidents.id }).from(incidents).where(eq(incidents.id, incident));
    if (!found) throw invalid(`There is no incident ${incident}.`, { field: "incident" });
    return { status: "duplicate", incidentId: incident };
  });
}
