import { Seal } from "@/components/drawings/seal";
import { Breadcrumb } from "@/components/layout/page";
import { When } from "@/components/ui/ago";
import { CopyButton } from "@/components/ui/copy-button";
import type { AgentProfile, Suspension } from "@/lib/agents/schema";
import { TIERS } from "@/lib/tiers";
import { AgentAbout } from "./about";
import { KeyMark, StatusMark, TierMark } from "./marks";

/** Who an agent is, and how it stands. */
export function ProfileHead({ agent }: { agent: AgentProfile }) {
  return (
    <>
      <Breadcrumb
        above={[
          { name: "Agents", href: "/agents" },
          { name: agent.zone, href: `/agents?zone=${encodeURIComponent(agent.zone)}` },
        ]}
      />
      <header className="flex flex-wrap items-start gap-x-8 gap-y-5 border-total border-b pb-8">
        <span className="text-accent">
          <Seal did={agent.did} size={96} />
        </span>
        <div className="min-w-0 flex-1 basis-72">
          <h1 className="text-title-1 [overflow-wrap:anywhere]">
            <bdi>{agent.name}</bdi>
          </h1>
          <div className="mt-2 flex flex-wrap items-start gap-x-4 gap-y-2">
            <DidAnatomy did={agent.did} />
            <CopyButton text={agent.did} what="the DID" />
          </div>
          <p className="mt-4 flex flex-wrap gap-x-6 gap-y-1 text-ink-2 text-sm">
            <StatusMark status={agent.status} />
            {agent.key_verified && <KeyMark />}
            <span>Zone {agent.zone}</span>
            {agent.role && <bdi>{agent.role}</bdi>}
            <span>
              Seen <When instant={agent.last_seen} />
            </span>
            {agent.is_demo && <span className="border border-rule border-dashed px-1.5 text-xs">demo data</span>}
          </p>
          <AgentAbout {...agent} />
        </div>
        <div className="w-full border-hair md:w-56 md:border-l md:pl-6">
          <p className="font-serif text-title-0 leading-none">
            {agent.trust_score.toFixed(1)} <span className="font-sans text-ink-2 text-sm">of 100</span>
          </p>
          <p className="mt-3">
            <TierMark tier={agent.trust_tier} />
          </p>
          <p className="mt-1 text-ink-2 text-sm">{TIERS[agent.trust_tier].meaning}</p>
        </div>
      </header>
    </>
  );
}

/** A DID with its parts named under it. */
function DidAnatomy({ did }: { did: string }) {
  const [, method = "", zone = ""] = did.split(":", 3);
  const name = did.slice(`did:${method}:${zone}:`.length);
  const parts = [
    { text: method, names: "method" },
    { text: zone, names: "zone" },
    { text: name, names: "name" },
  ];
  return (
    <p className="flex flex-wrap items-start pb-4 font-mono text-md">
      <span className="text-ink-3">did</span>
      {parts.map(({ text, names }) => (
        <span key={names} className="flex min-w-0">
          <span className="text-ink-3">:</span>
          <span className="relative min-w-0">
            <span className="border-rule border-b [overflow-wrap:anywhere]">{text}</span>
            <span
              aria-hidden
              className="absolute top-full left-0 pt-0.5 font-sans text-[0.6875rem] text-ink-3 leading-3"
            >
              {names}
            </span>
          </span>
        </span>
      ))}
    </p>
  );
}

/** That an agent is suspended, since when, and why. */
export function SuspensionNote({ suspension: { since, reason } }: { suspension: Suspension }) {
  return (
    <aside aria-label="Suspended" className="mt-6 border-ink border-l-4 bg-sunk px-5 py-4 text-sm">
      <p>
        <strong>Suspended</strong> by an operator on <When instant={since} />. Until it is reinstated it stores nothing,
        nothing is routed to it, and everyone who asks is told not to trust it.
      </p>
      <p className="mt-2 max-w-[72ch] whitespace-pre-line text-pretty [overflow-wrap:anywhere]">
        <span className="text-ink-2">Reason: </span>
        <bdi>{reason}</bdi>
      </p>
    </aside>
  );
}
