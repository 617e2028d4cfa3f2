import { and, eq } from "drizzle-orm";
import { nameOperators } from "@/lib/access/service/credentials";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/open";
import { incidents } from "@/lib/db/schema/incidents";
import { type ReportRow, reports } from "@/lib/db/schema/reports";
import { conflict, invalid, type ServiceError } from "@/lib/errors";
import { openWithin } from "@/lib/incidents/service/open";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { sendLetter } from "@/lib/mail";
import { actorName, permit } from "@/lib/permissions";
import { utcMinute } from "@/lib/text/utc";
import type { DismissReport, DuplicateReport, OpenReport, Report } from "../schema";
import { subjectOf, viewReport } from "../view";
import { decisionLetter } from "./letters";
import { findReport } from "./read";

/** Tells an operator who comes second what has become of the report. */
async function overtaken(ctx: Context, { decidedBy, decidedAt, status, incidentId }: ReportRow): Promise<ServiceError> {
  const who = decidedBy ?? "";
  const names = await nameOperators(ctx, [who]);
  const what = { waiting: status, opened: "opened as", duplicate: "found to be a duplicate of", dismissed: status };
  const incident = incidentId === null ? "" : ` incident ${incidentId}`;
  const when = decidedAt && utcMinute(decidedAt.toISOString());
  return conflict(`It was ${what[status]}${incident} at ${when} UTC by ${names[who] ?? who}.`);
}

type Decision = Pick<ReportRow, "status"> & Partial<Pick<ReportRow, "reason" | "incidentId">>;

/**
 * Decides a report that waits, in one transaction with what follows from it, and puts the decision on record.
 * @param settle what is decided; it is called while the report is locked and waits
 * @throws ServiceError `notFound`; `conflict`, with who did what, where it is decided already
 */
async function decide(
  ctx: Context,
  id: string,
  settle: (tx: Transaction, row: ReportRow) => Promise<Decision>,
): Promise<Report> {
  permit(ctx.caller, "report.decide");
  const { id: number } = await findReport(ctx, id);
  const decided = await ctx.db.transaction(async (tx) => {
    const waits = and(eq(reports.id, number), eq(reports.status, "waiting"));
    const [waiting] = await tx.select().from(reports).where(waits).for("update");
    if (!waiting) throw await overtaken({ ...ctx, db: tx }, await findReport({ db: tx }, id));
    const decision = await settle(tx, waiting);
    const at = ctx.clock();
    const actor = actorName(ctx.caller);
    const [row = waiting] = await tx
      .update(reports)
      .set({ ...decision, decidedAt: at, decidedBy: actor })
      .where(waits)
      .returning();
    const { status, reason, incidentId } = row;
    const details = { ...(reason === "" ? {} : { reason }), ...(incidentId === null ? {} : { incident: incidentId }) };
    await appendWithin(tx, COUNCIL_LOG, { kind: `report.${status}`, actor, subject: subjectOf(number), details }, at);
    return row;
  });
  if (decided.email !== "") sendLetter(ctx, decisionLetter(decided));
  return viewReport(decided);
}

/**
 * Opens an incident from a report, in the operator's name. Its timeline says that the public reported it.
 * @throws ServiceError `notFound`; `conflict` where the report is decided already
 */
export function openReport(ctx: Context, { report, ...incident }: OpenReport): Promise<Report> {
  return decide(ctx, report, async (tx, { id }) => {
    const note = `Reported by the public, in report ${id}.`;
    const opened = await openWithin(ctx, tx, { ...incident, reporter: actorName(ctx.caller), note });
    return { status: "opened", incidentId: opened.id };
  });
}

/** Dismisses a report; its sender reads the reason. @throws ServiceError `notFound`, `conflict` */
export function dismissReport(ctx: Context, { id, reason }: DismissReport): Promise<Report> {
  return decide(ctx, id, async () => ({ status: "dismissed", reason }));
}

/**
 * Settles a report by the incident that is there already.
 * @throws ServiceError `notFound`, `conflict`; `invalid` where there is no such incident
 */
export function markDuplicate(ctx: Context, { id, incident }: DuplicateReport): Promise<Report> {
  return decide(ctx, id, async (tx) => {
    const [found] = await tx.select({ id: incidents.id }).from(incidents).where(eq(incidents.id, incident));
    if (!found) throw invalid(`There is no incident ${incident}.`, { field: "incident" });
    return { status: "duplicate", incidentId: incident };
  });
}
