import { When } from "@/components/ui/ago";
import { FactList } from "@/components/ui/section";
import type { OwnCredential } from "@/lib/access/schema";
import { utcMinute } from "@/lib/text/utc";

const KINDS = { agent: "An agent’s", provider: "An organisation’s", operator: "An operator’s" } as const;

/** Says that a credential ends within 14 days. */
export function ExpiryNotice({ credential }: { credential: OwnCredential }) {
  if (!credential.expiring || credential.expires_at === null) return null;
  return (
    <aside aria-label="Expiry" className="mb-8 border-ink border-l-4 bg-sunk px-5 py-4 text-sm">
      <strong>This credential ends soon:</strong> its token works until {utcMinute(credential.expires_at)} UTC.{" "}
      <a href="/owner/credential">Rotate it</a>, and give your programs the new token before then.
    </aside>
  );
}

/** What there is to know of the credential that somebody is signed in with. */
export function CredentialFacts({ credential }: { credential: OwnCredential }) {
  const { kind, did, organisation, expires_at, last_used_at, replaced_by } = credential;
  return (
    <FactList
      facts={[
        { name: "Kind", value: KINDS[kind] },
        { name: "For", value: <bdi className={did === null ? "" : "font-mono text-xs"}>{did ?? organisation}</bdi> },
        { name: "Issued", value: <When instant={credential.created_at} /> },
        { name: "Expires", value: expires_at === null ? "never" : `${utcMinute(expires_at)} UTC` },
        { name: "Last used", value: last_used_at === null ? "never" : <When instant={last_used_at} /> },
        ...(replaced_by === null
          ? []
          : [{ name: "Successor", value: <span className="font-mono text-xs">{replaced_by}</span> }]),
        { name: "Id", value: <span className="font-mono text-xs">{credential.id}</span> },
      ]}
    />
  );
}
