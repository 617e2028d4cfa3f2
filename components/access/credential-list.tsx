import { SealedDid } from "@/components/agents/did";
import { When } from "@/components/ui/ago";
import type { Credential } from "@/lib/access/schema";
import { utcMinute } from "@/lib/text/utc";

const KINDS = { agent: "Agent", provider: "Organisation", operator: "Operator" } as const;

/** Where a credential stands, in words. @param now ISO 8601 */
export function standingOf({ revoked_at, expires_at, replaced_by }: Credential, now: string): string {
  if (revoked_at !== null) return `Revoked ${revoked_at.slice(0, 10)}`;
  if (expires_at !== null && expires_at <= now) return `Expired ${expires_at.slice(0, 10)}`;
  if (replaced_by !== null) return `Rotated, works until ${expires_at && utcMinute(expires_at)}`;
  return expires_at === null ? "Works" : `Works until ${expires_at.slice(0, 10)}`;
}

/** Credentials, each with its owner, where it stands, and when it was last used. @param now ISO 8601 */
export function CredentialTable({ credentials, now }: { credentials: readonly Credential[]; now: string }) {
  return (
    <ol className="border-total border-t">
      {credentials.map((credential) => (
        <li
          key={credential.id}
          className="grid gap-x-6 gap-y-1 border-hair border-b py-3 text-sm md:grid-cols-[minmax(0,1fr)_13rem_9rem] md:items-baseline"
        >
          <p className="min-w-0 [overflow-wrap:anywhere]">
            <a href={`/console/credentials/${credential.id}`} className="font-semibold">
              {credential.did === null ? (
                <bdi>{credential.organisation ?? (credential.label || "unnamed operator")}</bdi>
              ) : (
                <SealedDid did={credential.did} />
              )}
            </a>
            <span className="block text-ink-2 text-xs">
              {KINDS[credential.kind]}
              {credential.label && credential.kind !== "operator" && (
                <>
                  , <bdi>{credential.label}</bdi>
                </>
              )}
            </span>
          </p>
          <p className="text-ink-2">{standingOf(credential, now)}</p>
          <p className="text-ink-2">
            {credential.last_used_at === null ? (
              "Never used"
            ) : (
              <>
                Used <When instant={credential.last_used_at} />
              </>
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}
