import { lapsesAt } from "@/lib/agents/rules";
import type { ApplicationRow } from "@/lib/db/schema/applications";
import type { Application, ApplicationStanding } from "../schema";

/** An application's row as its applicant sees it. */
export function viewStanding(row: ApplicationRow): ApplicationStanding {
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
    claim_until: row.status === "approved" && row.decidedAt ? lapsesAt(row.decidedAt).toISOString() : null,
  };
}

/** The same as operators see it: all that was said. The secret's hash stays behind. */
export function viewApplication(row: ApplicationRow): Application {
  return {
    ...viewStanding(row),
    id: row.id,
    email: row.email,
    purpose: row.purpose,
    decided_by: row.decidedBy,
    credential_id: row.credentialId,
  };
}

/** Whom an application speaks of, as the council's log names it. */
export function subjectOf({ did, organisation }: Pick<ApplicationRow, "did" | "organisation">): string {
  return did ?? `organisation:${organisation}`;
}

/** Who made an application, as the council's log names them: the log is public, and tells no e-mail address. */
export function applicantOf({ id }: Pick<ApplicationRow, "id">): string {
  return `application:${id}`;
}
