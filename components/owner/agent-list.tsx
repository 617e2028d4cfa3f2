import { StatusMark, TierMark } from "@/components/marks/agent-marks";
import { DidWithIdenticon } from "@/components/marks/did";
import { ownerAgentHref } from "@/components/marks/profile-href";
import type { AgentRecord } from "@/lib/features/agents/schema";

export function OwnAgentList({ agents }: { agents: readonly AgentRecord[] }) {
  return (
    <ol className="border-total border-t">
      {agents.map((agent) => (
        <li
          key={agent.did}
          className="grid gap-x-6 gap-y-1.5 border-hair border-b py-3 text-sm md:grid-cols-[minmax(0,1fr)_5.5rem_13rem_7rem] md:items-center"
        >
          <p className="min-w-0">
            <a href={ownerAgentHref(agent.did)} className="inline-flex min-h-11 items-center font-semibold md:min-h-0">
              <bdi>{agent.name}</bdi>
            </a>
            <span className="block">
              <DidWithIdenticon did={agent.did} />
            </span>
          </p>
          <TierMark tier={agent.trust_tier} />
          <p className="flex flex-wrap gap-x-3">
            <StatusMark status={agent.status} />
            {agent.deprecated_at !== undefined && <span className="text-ink-2">deprecated</span>}
          </p>
          <p className="text-ink-2">{`Revision ${agent.revision}`}</p>
        </li>
      ))}
    </ol>
  );
}
