import type { ReactNode } from "react";
import { ShortRelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import type { AgentProfile } from "@/lib/features/agents/schema";
import { MAX_DOMAINS, MAX_FAILED_DAYS } from "@/lib/features/domains/rules";
import type { DomainList, DomainProof, OwnDomain } from "@/lib/features/domains/schema";
import type { FormAction } from "@/lib/http/form-state";
import { GiveUpDomainForm, ProveDomainForm } from "./domain-forms";

interface DomainsProps {
  agent: Pick<AgentProfile, "did" | "key_verified" | "status">;
  domains: readonly OwnDomain[];
  prove: FormAction<DomainProof>;
  giveUp: FormAction<DomainList>;
}

export function Domains({ agent, domains, prove, giveUp }: DomainsProps) {
  const isHeld = agent.status === "suspended" || agent.status === "withdrawn";
  return (
    <Section title="Domains">
      <Explained>
        A host proves that it belongs to an agent by naming the agent and its proven key. The profile then says that the
        agent controls the host, and the score gains 5 points for any number of hosts. The service checks each host once
        a day.
      </Explained>
      <ul>
        {domains.map((domain) => (
          <li key={domain.host} className="border-hair border-b py-3 text-sm">
            <Checked domain={domain} />
            {!isHeld && <GiveUpDomainForm action={giveUp} did={agent.did} host={domain.host} />}
          </li>
        ))}
      </ul>
      {!isHeld && <div className="mt-4">{proving(agent, domains, prove)}</div>}
    </Section>
  );
}

function proving(
  { did, key_verified }: DomainsProps["agent"],
  domains: readonly OwnDomain[],
  prove: DomainsProps["prove"],
) {
  if (!key_verified) {
    return (
      <p className="max-w-[56ch] text-sm">
        First prove the key <a href="/docs/agents">with the API</a>. The proof of a domain names the key.
      </p>
    );
  }
  if (domains.length >= MAX_DOMAINS) {
    return <p className="text-sm">An agent cannot prove more domains than this. Give one up to prove another.</p>;
  }
  return <ProveDomainForm action={prove} did={did} />;
}

const METHODS = { dns: "by its DNS record", did_json: "by its DID document" };

function Checked({ domain: { host, method, checked_at, failed_days, problem } }: { domain: OwnDomain }) {
  return (
    <p className="mb-2 [overflow-wrap:anywhere]">
      <b>{host}</b>, {METHODS[method]}, checked <ShortRelativeTime instant={checked_at} />{" "}
      {failed_days > 0 && (
        <span className="mt-1 block">
          Not found on {failed_days === 1 ? "the last day" : `the last ${failed_days} days`}. After {MAX_FAILED_DAYS}{" "}
          days the proof ends. <span className="text-ink-2">{problem}</span>
        </span>
      )}
    </p>
  );
}

function Explained({ children }: { children: ReactNode }) {
  return <p className="mt-3 mb-4 max-w-[56ch] text-ink-2 text-sm">{children}</p>;
}
