import { asc, count, desc, eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { type ReportRow, reports } from "@/lib/database/schema/reports";
import { recordReadings } from "@/lib/features/access/service/readings";
import { incidentIdOf } from "@/lib/features/incidents/rules/incident";
import { notFound } from "@/lib/foundation/errors";
import { authorize } from "@/lib/identity/permissions";
import type { Report, ReportList, ReportQuery } from "../schema";
import { viewReport } from "../view";

/** Reads a report's row. @throws ServiceError `notFound`, also for a text that cannot be a number */
export async function findReport({ db }: Pick<Context, "db">, id: string): Promise<ReportRow> {
  const number = incidentIdOf(id);
  const [row] = number === null ? [] : await db.select().from(reports).where(eq(reports.id, number));
  if (!row) throw notFound("There is no such report.");
  return row;
}

/** Lists the reports of one status: waiting ones oldest first, the others by their decision, newest first. */
export async function listReports(ctx: Context, { status, limit, offset }: ReportQuery): Promise<ReportList> {
  authorize(ctx.caller, "report.read");
  const order = status === "waiting" ? [asc(reports.id)] : [desc(reports.decidedAt), asc(reports.id)];
  const [rows, counts] = await Promise.all([
    ctx.db
      .select()
      .from(reports)
      .where(eq(reports.status, status))
      .orderBy(...order)
      .limit(limit)
      .offset(offset),
    ctx.db.select({ status: reports.status, reports: count() }).from(reports).groupBy(reports.status),
  ]);
  await recordReadings(
    ctx,
    rows.map(({ id }) => `report:${id}` as const),
  );
  const none = { waiting: 0, opened: 0, duplicate: 0, dismissed: 0 };
  const by_status = { ...none, ...Object.fromEntries(counts.map((row) => [row.status, row.reports])) };
  return { reports: rows.map(viewReport), total: by_status[status], limit, offset, by_status };
}

/** Returns the complete data of one report. @throws ServiceError `notFound` */
export async function getReport(ctx: Context, { id }: { id: string }): Promise<Report> {
  authorize(ctx.caller, "report.read");
  const row = await findReport(ctx, id);
  await recordReadings(ctx, [`report:${row.id}`]);
  return viewReport(row);
}
