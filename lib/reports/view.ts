import type { ReportRow } from "@/lib/db/schema/reports";
import type { Report, ReportStanding } from "./schema";

/** A report's row as its sender sees it. */
export function viewStanding(row: ReportRow): ReportStanding {
  return {
    id: row.id,
    status: row.status,
    created_at: row.createdAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    reason: row.reason,
    incident: row.incidentId,
    has_email: row.email !== "",
  };
}

/** The same as operators see it: all that was said. The secret's hash stays behind. */
export function viewReport(row: ReportRow): Report {
  const { text, dids, happened, evidence, about, email, decidedBy } = row;
  return { ...viewStanding(row), text, dids, happened, evidence, about, email, decided_by: decidedBy };
}

/** How the council's log names a report. The log tells neither who sent it nor what it says. */
export const subjectOf = (id: number): string => `report:${id}`;
