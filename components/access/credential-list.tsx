import { DidWithIdenticon } from "@/components/marks/did";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Credential } from "@/lib/features/access/schema";
import { utcMinute } from "@/lib/foundation/text/utc";

const KINDS = {
  agent: "Agent",
  provider: "Organisation",
  operator: "Operator",
} as const;

/** Returns the state of a credential in words. @param now ISO 8601 */
export function stateOf({ revoked_at, expires_at, replaced_by }: Credential, now: string): string {
  if (revoked_at !== null) return `Revoked ${revoked_at.slice(0, 10)}`;
  if (expires_at !== null && expires_at <= now) return `Expired ${expires_at.slice(0, 10)}`;
  if (replaced_by !== null) return `Rotated, valid until ${expires_at ? utcMinute(expires_at) : ""}`;
  return expires_at === null ? "Valid" : `Valid until ${expires_at.slice(0, 10)}`;
}

/** Lists credentials, each with its owner, its state and its last use. @param now ISO 8601 */
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
                <DidWithIdenticon did={credential.did} />
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
          <p className="text-ink-2">{stateOf(credential, now)}</p>
          <p className="text-ink-2">
            {credential.last_used_at === null ? (
              "Never used"
            ) : (
              <>
                Used <RelativeTime instant={credential.last_used_at} />
              </>
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}
