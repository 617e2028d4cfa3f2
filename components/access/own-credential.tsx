import { RelativeTime } from "@/components/ui/relative-time";
import { FactList } from "@/components/ui/section";
import type { OwnCredential } from "@/lib/features/access/schema";
import { utcMinute } from "@/lib/foundation/text/utc";

const KINDS = {
  agent: "Agent’s credential",
  provider: "Organisation’s credential",
  operator: "Operator’s credential",
} as const;

export function ExpiryNotice({ credential }: { credential: OwnCredential }) {
  if (!credential.expiring || credential.expires_at === null) return null;
  return (
    <aside aria-label="Expiry" className="mb-8 border-ink border-l-4 bg-sunk px-5 py-4 text-sm">
      <strong>This credential expires soon.</strong> Its token works until {utcMinute(credential.expires_at)} UTC.{" "}
      <a href="/owner/credential">Rotate it</a>, and give your programs the new token before then.
    </aside>
  );
}

export function CredentialFacts({ credential }: { credential: OwnCredential }) {
  const { kind, did, organisation, expires_at, last_used_at, replaced_by } = credential;
  return (
    <FactList
      facts={[
        { name: "Kind", value: KINDS[kind] },
        {
          name: "For",
          value: <bdi className={did === null ? "" : "font-mono text-xs"}>{did ?? organisation}</bdi>,
        },
        { name: "Issued", value: <RelativeTime instant={credential.created_at} /> },
        {
          name: "Expires",
          value: expires_at === null ? "never" : `${utcMinute(expires_at)} UTC`,
        },
        {
          name: "Last used",
          value: last_used_at === null ? "never" : <RelativeTime instant={last_used_at} />,
        },
        ...(replaced_by === null
          ? []
          : [{ name: "Successor", value: <span className="font-mono text-xs">{replaced_by}</span> }]),
        { name: "Id", value: <span className="font-mono text-xs">{credential.id}</span> },
      ]}
    />
  );
}
