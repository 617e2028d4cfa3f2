import type { AuditRow } from "@/lib/database/schema/council";
import type { DisputeState } from "@/lib/features/disputes/schema";
import type { Audit } from "./schema";

/** Returns an audit's row as everyone sees it. @param row with its dispute, and the salt of its entry in the council's log */
export function viewAudit(row: AuditRow & { dispute: DisputeState; salt: string | null }): Audit {
  return {
    id: row.id,
    seq: row.seq ?? 0,
    did: row.did,
    auditor: row.auditor,
    auditor_organisation: row.auditorOrganisation,
    verdict: row.verdict,
    status: row.verdict === "pending" ? "pending" : "completed",
    summary: row.summary,
    findings: row.findings,
    evidence: row.evidence,
    created_at: row.createdAt.toISOString(),
    disputed: row.dispute === "disputed",
    decision: row.dispute === "disputed" ? null : row.dispute,
    salt: row.salt,
  };
}
