import type { ReactNode } from "react";
import { BreakAtSlashes } from "@/components/ui/code";
import { ShortRelativeTime } from "@/components/ui/relative-time";
import { type Launches, launchesOf } from "@/lib/features/agents/connect/launch";
import { listedTexts, listingOf } from "@/lib/features/agents/listing";
import type { Liveness } from "@/lib/features/agents/liveness/schema";
import { answerOf, inboxOf, type SignOfLife } from "@/lib/features/agents/liveness/words";
import type { AgentProfile } from "@/lib/features/agents/schema";
import { getAgentCredential } from "@/lib/features/trust/contract";
import { utcMinute } from "@/lib/foundation/text/utc";
import { pathOf } from "@/lib/http/client";
import { memberDocumentPath, memberWebDid } from "@/lib/identity/web-did";
import { NamedPage } from "./agent-details";

const CARD = {
  valid: "signed with the proven key",
  invalid: "signed, but not with the proven key",
};

const controlOf = ({ key_proven_at }: AgentProfile) =>
  key_proven_at ? `proven on ${key_proven_at.slice(0, 10)}` : "not proven";

interface RecordListProps {
  agent: AgentProfile;
  /** The did:web of this service, or null if it has no public address. */
  ownDid: string | null;
}

/**
 * Lists the other fields of an agent's record. Empty fields are left out. A listed record has no calls and no signed
 * standing to show.
 */
export function RecordList({ agent, ownDid }: RecordListProps) {
  const listing = listingOf(agent);
  const { packages } = launchesOf(agent.endpoints, agent.capability_manifest);
  return (
    <dl className="text-sm">
      <Line term="Role">{agent.role}</Line>
      <Line term="Repository">{agent.repository && <NamedPage url={agent.repository} />}</Line>
      <Line term="Homepage">{agent.homepage && <NamedPage url={agent.homepage} />}</Line>
      <Line term="Package">
        {packages.length > 0 &&
          packages.map((found) => (
            <span key={found.package} className="block">
              <PackageName {...found} />
            </span>
          ))}
      </Line>
      <Line term="Version">{agent.version}</Line>
      <Line term="Licence">{agent.licence}</Line>
      <Line term="Runtime">{agent.runtime_type}</Line>
      <Line term="Model" mono>
        {agent.model_given && agent.model}
      </Line>
      <Line term="Capabilities">{agent.capabilities.join(", ")}</Line>
      <Line term="Zone">{agent.zone}</Line>
      <Line term={listing ? listedTexts.since : "Registered"}>{agent.registered_at.slice(0, 10)}</Line>
      <Line term="Member since">{agent.member_since !== agent.registered_at && agent.member_since?.slice(0, 10)}</Line>
      <Line term="Claim proven at" mono>
        {agent.claim_proof && (
          <a href={agent.claim_proof} rel="nofollow noopener">
            {agent.claim_proof}
          </a>
        )}
      </Line>
      <Line term="Last call">{!listing && <LastCall agent={agent} />}</Line>
      <Line term="Alive">{!listing && <Answer liveness={agent.liveness} />}</Line>
      <Line term="Inbox">{!listing && <Sign {...inboxOf(agent.liveness)} />}</Line>
      <Line term="Public key" mono>
        {agent.public_key}
      </Line>
      <Line term="Key control">{agent.public_key && controlOf(agent)}</Line>
      <Line term="Web DID" mono>
        {ownDid !== null && agent.status !== "withdrawn" && (
          <a href={memberDocumentPath(ownDid, agent.did)}>{memberWebDid(ownDid, agent.did)}</a>
        )}
      </Line>
      <Line term="Credential">
        {ownDid !== null && agent.status === "active" && (
          <a href={pathOf(getAgentCredential, { params: { did: agent.did } })}>Signed standing, valid for 15 minutes</a>
        )}
      </Line>
      <Line term="Controls">{agent.domains.join(", ")}</Line>
      <Line term="Agent card">{agent.card_signature !== "unchecked" && CARD[agent.card_signature]}</Line>
    </dl>
  );
}

function LastCall({ agent: { last_seen, registered_at } }: { agent: AgentProfile }) {
  return last_seen > registered_at ? <ShortRelativeTime instant={last_seen} /> : "none yet";
}

function Answer({ liveness }: { liveness: Liveness }) {
  return <Sign {...answerOf(liveness)} joined={liveness.silent_since === undefined ? ", " : " since "} />;
}

function Sign({ words, at, joined = ", " }: SignOfLife & { joined?: string }) {
  if (at === undefined) return words;
  return (
    <>
      {words}
      {joined}
      {utcMinute(at)} UTC
    </>
  );
}

const REGISTRY_PAGES = {
  npx: "https://www.npmjs.com/package/",
  uvx: "https://pypi.org/project/",
} as const;

/** Shows a package, linked to its page if its registry has pages. Its name is valid there, so the address is safe. */
function PackageName({ program, package: specifier, version }: Launches["packages"][number]) {
  const name = version && program !== "docker" ? specifier.slice(0, -version.length - 1) : specifier;
  const words = (
    <code className="font-mono text-xs [overflow-wrap:anywhere]">
      <BreakAtSlashes text={name} />
    </code>
  );
  if (program === "docker") return words;
  return (
    <a href={REGISTRY_PAGES[program] + name} rel="nofollow noopener ugc">
      {words}
    </a>
  );
}

/** Shows one fact, or nothing if it has no value. */
function Line({ term, mono = false, children }: { term: string; mono?: boolean; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className="grid min-h-9 grid-cols-[6.5rem_minmax(0,1fr)] items-center gap-3 border-hair border-b py-1.5 max-md:min-h-11 [&_a]:inline-flex [&_a]:items-center max-md:[&_a]:min-h-11">
      <dt className="text-ink-2">{term}</dt>
      <dd className={`[overflow-wrap:anywhere] ${mono ? "font-mono text-xs leading-5" : ""}`}>
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
