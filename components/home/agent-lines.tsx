import type { ReactNode } from "react";
import { TierMark } from "@/components/marks/agent-marks";
import { Identicon } from "@/components/marks/identicon";
import { profileHref } from "@/components/marks/profile-href";
import type { Agent } from "@/lib/features/agents/schema";

interface AgentLinesProps {
  lines: readonly { agent: Agent; fact: ReactNode }[];
}

export function AgentLines({ lines }: AgentLinesProps) {
  return (
    <ol>
      {lines.map(({ agent, fact }) => (
        <li
          key={agent.did}
          className="relative grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3.5 border-hair border-b py-2.5 max-md:nth-[n+4]:hidden hover:bg-accent-wash/45 max-md:py-3 sm:grid-cols-[1.75rem_minmax(0,1fr)_auto]"
        >
          <span className="pt-0.5 text-accent">
            <Identicon did={agent.did} />
          </span>
          <div className="min-w-0">
            <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
              <a
                href={profileHref(agent.did)}
                className="font-semibold text-ink no-underline after:absolute after:inset-0 hover:text-accent hover:underline"
              >
                <bdi className="line-clamp-1 [overflow-wrap:anywhere]">{agent.name}</bdi>
              </a>
              {agent.provider !== "" && (
                <bdi className="line-clamp-1 text-ink-2 text-xs [overflow-wrap:anywhere]">{agent.provider}</bdi>
              )}
            </p>
            <p className="line-clamp-2 text-ink-2 text-sm [overflow-wrap:anywhere] sm:line-clamp-1">
              <bdi>{agent.description || agent.role || "No description yet"}</bdi>
            </p>
          </div>
          <div className="flex flex-wrap items-center gap-x-3 text-ink-2 text-xs max-sm:col-start-2 max-sm:mt-1 sm:flex-col sm:items-end">
            <p className="flex h-5.5 items-center gap-3 text-ink text-sm">
              <Standing agent={agent} />
            </p>
            <p className="leading-5.5">{fact}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function Standing({ agent }: { agent: Agent }) {
  return (
    <>
      <TierMark tier={agent.trust_tier} />
      <span className="text-right leading-4 tabular-nums sm:min-w-8">
        {agent.trust_score.toFixed(1)}
        <span className="sr-only">{" points of 100"}</span>
      </span>
    </>
  );
}
