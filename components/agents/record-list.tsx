import type { ReactNode } from "react";
import type { AgentProfile } from "@/lib/agents/schema";
import { NamedPage } from "./about";

const CARD = {
  valid: "signed with the proven key",
  invalid: "signed, but not with the proven key",
};

const controlOf = ({ key_proven_at }: AgentProfile) =>
  key_proven_at ? `proven on ${key_proven_at.slice(0, 10)}` : "not proven";

const day = (instant: string) => `${instant.slice(0, 10)}, ${instant.slice(11, 16)} UTC`;

/** The rest of an agent's record. */
export function RecordList({ agent }: { agent: AgentProfile }) {
  return (
    <dl className="text-sm">
      <Line term="Provider">{agent.provider}</Line>
      <Line term="Model" mono>
        {agent.model_given && agent.model}
      </Line>
      <Line term="Runtime">{agent.runtime_type}</Line>
      {agent.version && (
        <Line term="Version" mono>
          {agent.version}
        </Line>
      )}
      {agent.licence && <Line term="Licence">{agent.licence}</Line>}
      {agent.homepage && (
        <Line term="Homepage">
          <NamedPage url={agent.homepage} />
        </Line>
      )}
      {agent.repository && (
        <Line term="Repository">
          <NamedPage url={agent.repository} />
        </Line>
      )}
      <Line term="Registered" mono>
        {day(agent.registered_at)}
      </Line>
      <Line term="Last seen" mono>
        {day(agent.last_seen)}
      </Line>
      <Line term="Public key" mono>
        {agent.public_key}
      </Line>
      {agent.public_key && <Line term="Control of it">{controlOf(agent)}</Line>}
      {agent.card_signature !== "unchecked" && <Line term="Agent card">{CARD[agent.card_signature]}</Line>}
    </dl>
  );
}

/** One fact. Without a value it is not stated. */
function Line({ term, mono = false, children }: { term: string; mono?: boolean; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-3 border-hair border-b py-2">
      <dt className="text-ink-2">{term}</dt>
      <dd className={`[overflow-wrap:anywhere] ${mono ? "font-mono text-xs leading-5" : ""}`}>
        {children ? <bdi>{children}</bdi> : <span className="font-sans text-ink-3 text-sm">not stated</span>}
      </dd>
    </div>
  );
}
