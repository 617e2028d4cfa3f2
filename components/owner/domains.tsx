import type { ReactNode } from "react";
import { Ago } from "@/components/ui/ago";
import { Section } from "@/components/ui/section";
import type { AgentProfile } from "@/lib/agents/schema";
import { MAX_DOMAINS, MAX_FAILED_DAYS } from "@/lib/domains/rules";
import type { DomainList, DomainProof, OwnDomain } from "@/lib/domains/schema";
import type { FormAction } from "@/lib/http/form-state";
import { GiveUpDomainForm, ProveDomainForm } from "./domain-forms";

interface DomainsProps {
  agent: Pick<AgentProfile, "did" | "key_verified" | "status">;
  domains: readonly OwnDomain[];
  prove: FormAction<DomainProof>;
  giveUp: FormAction<DomainList>;
}

/** The hosts that an agent controls, what came of their last checks, and the way to prove another one. */
export function Domains({ agent, domains, prove, giveUp }: DomainsProps) {
  const isHeld = agent.status === "suspended" || agent.status === "withdrawn";
  return (
    <Section title="Domains">
      <Explained>
        A host that names this agent and its proven key proves that they belong together. The profile then says that the
        agent controls it, and the score gains 5 points, however many hosts there are. Each host is looked at once a
        day.
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
        The key must be proven first, <a href="/docs/agents">by API</a>: the proof of a domain names it.
      </p>
    );
  }
  if (domains.length >= MAX_DOMAINS) {
    return <p className="text-sm">These are the most that an agent may prove. Give one up to prove another one.</p>;
  }
  return <ProveDomainForm action={prove} did={did} />;
}

const METHODS = { dns: "by its DNS record", did_json: "by its DID document" };

function Checked({ domain: { host, method, checked_at, failed_days, problem } }: { domain: OwnDomain }) {
  return (
    <p className="mb-2 [overflow-wrap:anywhere]">
      <b>{host}</b>, {METHODS[method]}, looked at <Ago instant={checked_at} />
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
