import type { ApplicationRow } from "@/lib/database/schema/applications";
import { approvalExpiresAt } from "@/lib/features/agents/rules";
import type { Application, ApplicationProgress } from "../schema";

export function viewProgress(row: ApplicationRow): ApplicationProgress {
  return {
    kind: row.kind,
    did: row.did,
    organisation: row.organisation,
    status: row.status,
    requested_tier: row.requestedTier,
    granted_tier: row.grantedTier,
    note: row.note,
    capabilities: row.capabilities,
    public_key: row.publicKey,
    created_at: row.createdAt.toISOString(),
    decided_at: row.decidedAt?.toISOString() ?? null,
    claimed_at: row.claimedAt?.toISOString() ?? null,
    claim_check: row.claimCheck,
    claim_until: row.status === "approved" && row.decidedAt ? approvalExpiresAt(row.decidedAt).toISOString() : null,
  };
}

/** Returns the same with all input, as operators see it. The secret's hash is left out. */
export function viewApplication(row: ApplicationRow): Application {
  return {
    ...viewProgress(row),
    id: row.id,
    email: row.email,
    purpose: row.purpose,
    decided_by: row.decidedBy,
    credential_id: row.credentialId,
  };
}

/** Returns the subject of an application, as named in the council's log. */
export function subjectOf({ did, organisation }: Pick<ApplicationRow, "did" | "organisation">): string {
  return did ?? `organisation:${organisation}`;
}

/** Returns the applicant, as named in the council's log. The log is public, so it contains no e-mail address. */
export function applicantOf({ id }: Pick<ApplicationRow, "id">): string {
  return `application:${id}`;
}
