import { Seal } from "@/components/drawings/seal";
import { Ago } from "@/components/ui/ago";
import type { Agent } from "@/lib/agents/schema";
import type { FoundAgent } from "@/lib/agents/search-schema";
import { DidText } from "./did";
import { HighlightLines } from "./highlight-lines";
import { KeyMark, ScoreBar, StatusMark, TierMark } from "./marks";
import { profileHref } from "./profile-href";

const HEADINGS = ["Agent", "Tier and score", "Zone", "Role", "Model", "Last seen"];
const CELL = "md:table-cell md:py-2.5 md:pr-4 md:align-middle";

/** A page of agents: rows on a wide sheet, cards on a phone. */
export function AgentsTable({ agents }: { agents: (Agent | FoundAgent)[] }) {
  return (
    <table className="block w-full text-left text-sm md:table">
      <thead className="hidden border-total border-b md:table-header-group">
        <tr>
          {HEADINGS.map((heading) => (
            <th
              key={heading}
              scope="col"
              className="py-2.5 pr-4 font-normal text-ink-2 text-xs last:pr-0 last:text-right"
            >
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block border-total border-t md:table-row-group md:border-0">
        {agents.map((agent) => (
          <AgentRow key={agent.did} agent={agent} />
        ))}
      </tbody>
    </table>
  );
}

function AgentRow({ agent }: { agent: Agent | FoundAgent }) {
  return (
    <tr className="flex flex-wrap items-center gap-x-4 gap-y-1 border-hair border-b py-3 md:table-row">
      <td className={`w-full ${CELL} md:w-auto md:max-w-96`}>
        <span className="flex items-center gap-3">
          <Seal did={agent.did} />
          <span className="min-w-0">
            <a
              href={profileHref(agent.did)}
              className="font-semibold text-ink no-underline hover:text-accent hover:underline"
            >
              <bdi className="[overflow-wrap:anywhere]">{agent.name}</bdi>
            </a>
            {agent.key_verified && (
              <span className="ml-2">
                <KeyMark short />
              </span>
            )}
            {agent.is_demo && (
              <span className="ml-2 whitespace-nowrap border border-rule border-dashed px-1 text-ink-2 text-xs">
                demo data
              </span>
            )}
            <br />
            <DidText did={agent.did} />
            {"highlights" in agent && <HighlightLines highlights={agent.highlights} />}
          </span>
        </span>
      </td>
      <td className={`pl-10 ${CELL} md:pl-0`}>
        <span className="flex items-center gap-3">
          <TierMark tier={agent.trust_tier} />
          <span className="w-9 text-right tabular-nums">{agent.trust_score.toFixed(1)}</span>
          <ScoreBar score={agent.trust_score} />
        </span>
      </td>
      <td className={CELL}>
        {agent.zone}
        {agent.status !== "active" && (
          <span className="ml-3 text-ink-2 md:ml-0 md:block">
            <StatusMark status={agent.status} />
          </span>
        )}
      </td>
      <td className={`pl-10 ${CELL} md:max-w-44 md:pl-0`}>
        <bdi className="[overflow-wrap:anywhere]">{agent.role}</bdi>
      </td>
      <td className={`font-mono text-xs ${CELL} md:max-w-44`}>
        {agent.model_given && <bdi className="[overflow-wrap:anywhere]">{agent.model}</bdi>}
      </td>
      <td className={`ml-auto text-ink-2 ${CELL} md:pr-0 md:text-right`}>
        <Ago instant={agent.last_seen} />
      </td>
    </tr>
  );
}
