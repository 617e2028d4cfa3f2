import type { ReportRow } from "@/lib/database/schema/reports";
import type { Report, ReportProgress } from "./schema";

/** Returns a report's row as its sender sees it. */
export function viewProgress(row: ReportRow): ReportProgress {
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

/** Returns the same with all input, as operators see it. The secret's hash is left out. */
export function viewReport(row: ReportRow): Report {
  const { text, dids, happened, evidence, about, email, decidedBy } = row;
  return { ...viewProgress(row), text, dids, happened, evidence, about, email, decided_by: decidedBy };
}

/** Returns the name of a report in the council's log. The log contains neither its sender nor its text. */
export const subjectOf = (id: number): string => `report:${id}`;
