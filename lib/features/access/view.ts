import type { CredentialRow } from "@/lib/database/schema/access";
import type { Credential } from "./schema";

/** A credential's row as operators see it. The hash stays behind. */
export function viewCredential(row: CredentialRow): Credential {
  return {
    id: row.id,
    kind: row.kind,
    did: row.did,
    organisation: row.organisation,
    operator: row.operator,
    role: row.role,
    label: row.label,
    created_at: row.createdAt.toISOString(),
    created_by: row.createdBy,
    expires_at: row.expiresAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    replaced_by: row.replacedBy,
  };
}
