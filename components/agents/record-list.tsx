import type { AgentProfile } from "@/lib/agents/schema";

const CARD = {
  valid: "signed with the proven key",
  invalid: "signed, but not with the proven key",
};

const controlOf = ({ key_proven_at }: AgentProfile) =>
  key_proven_at ? `proven on ${key_proven_at.slice(0, 10)}` : "not proven";

/** The rest of an agent's record. */
export function RecordList({ agent }: { agent: AgentProfile }) {
  const day = (instant: string) => `${instant.slice(0, 10)}, ${instant.slice(11, 16)} UTC`;
  const lines: [string, string, boolean?][] = [
    ["Provider", agent.provider],
    ["Model", agent.model, true],
    ["Runtime", agent.runtime_type],
    ["Registered", day(agent.registered_at), true],
    ["Last seen", day(agent.last_seen), true],
    ["Public key", agent.public_key, true],
    ...(agent.public_key ? [["Control of it", controlOf(agent)] as [string, string]] : []),
    ...(agent.card_signature === "unchecked" ? [] : [["Agent card", CARD[agent.card_signature]] as [string, string]]),
  ];
  return (
    <dl className="text-sm">
      {lines.map(([term, value, mono]) => (
        <div key={term} className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3 border-hair border-b py-2">
          <dt className="text-ink-2">{term}</dt>
          <dd className={`[overflow-wrap:anywhere] ${mono ? "font-mono text-xs leading-5" : ""}`}>
            {value ? <bdi>{value}</bdi> : <span className="font-sans text-ink-3 text-sm">not stated</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
