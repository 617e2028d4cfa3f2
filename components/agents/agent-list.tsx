import { Seal } from "@/components/drawings/seal";
import { SignedWord } from "@/components/ui/marks";
import type { Agent } from "@/lib/agents/schema";
import type { FoundAgent, HighlightField, Part } from "@/lib/agents/search-schema";
import { StatusMark, TierMark } from "./marks";
import { profileHref, providerHref } from "./profile-href";
import { PROTOCOLS, runtimeName } from "./value-names";

/** What is the same in all results, and so is said in no row. */
export type Constant = "provider" | "protocol" | "runtime" | "status" | "demo";

interface AgentListProps {
  agents: readonly (Agent | FoundAgent)[];
  /** How often each was used in the last 30 days; an agent that was never used is not in it. */
  usage: ReadonlyMap<string, { routed: number; received: number }>;
  constant?: ReadonlySet<Constant>;
}

const MOST_TAGS = 2;

/** A list of agents. A row is one link as a whole; what is unknown is left out. */
export function AgentList({ agents, usage, constant = new Set() }: AgentListProps) {
  const isUsed = agents.some(({ did }) => usage.has(did));
  return (
    <ol className="border-total border-t text-sm">
      {agents.map((agent) => (
        <AgentItem
          key={agent.did}
          agent={agent}
          constant={constant}
          calls={isUsed ? callsText(usage.get(agent.did)) : ""}
        />
      ))}
    </ol>
  );
}

/** How often an agent was called: routed to by the relay, or sent an event. */
function callsText(used: { routed: number; received: number } | undefined): string {
  if (!used) return "never called";
  const calls = used.routed + used.received;
  return calls === 0 ? "" : `${calls.toLocaleString("en")} ${calls === 1 ? "call" : "calls"} in 30 days`;
}

interface AgentItemProps {
  agent: Agent | FoundAgent;
  constant: ReadonlySet<Constant>;
  calls: string;
}

const ROW =
  "group relative grid grid-cols-[1.75rem_minmax(0,1fr)_auto] items-start gap-x-3.5 gap-y-1 border-hair border-b py-3 hover:bg-accent-wash/45 lg:grid-cols-[1.75rem_minmax(0,1fr)_10.5rem_8.5rem]";

function AgentItem({ agent, constant, calls }: AgentItemProps) {
  // A protocol is a mark already.
  const tags = agent.tags.filter((tag) => !Object.hasOwn(PROTOCOLS, tag));
  const runtime = constant.has("runtime") ? "" : runtimeName(agent.runtime_type);
  return (
    <li className={ROW}>
      <Seal did={agent.did} />
      <div className="col-span-2 min-w-0 lg:col-span-1">
        <Names agent={agent} constant={constant} />
        <Said agent={agent} />
      </div>
      <div className="col-start-2 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-xs lg:col-start-auto lg:block lg:leading-[1.375rem]">
        {tags.length > 0 && (
          <span className="flex min-w-0 flex-wrap gap-1">
            {tags.slice(0, MOST_TAGS).map((tag) => (
              <bdi key={tag} className="max-w-full truncate bg-sunk px-1.5 text-ink-2">
                {tag}
              </bdi>
            ))}
            {tags.length > MOST_TAGS && <span>+{tags.length - MOST_TAGS}</span>}
          </span>
        )}
        {runtime !== "" && <bdi className="block max-w-full truncate">{runtime}</bdi>}
      </div>
      <div className="flex flex-col items-end text-ink-3 text-xs leading-[1.375rem]">
        <span className="flex items-center gap-2 text-ink">
          <TierMark tier={agent.trust_tier} />
          <span className="w-9 text-right text-ink-2 text-sm tabular-nums">{agent.trust_score.toFixed(1)}</span>
        </span>
        {calls !== "" && <span className="whitespace-nowrap tabular-nums">{calls}</span>}
      </div>
    </li>
  );
}

/** Its name, which is the link of the whole row, its provider, and what speaks for it. */
function Names({ agent, constant }: Omit<AgentItemProps, "calls">) {
  const { did, provider, audits_passed: audits } = agent;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 leading-[1.375rem]">
      <a
        href={profileHref(did)}
        className="font-semibold text-ink text-md no-underline [overflow-wrap:anywhere] after:absolute after:inset-0 group-hover:text-accent group-hover:underline"
      >
        <bdi>
          <Marked parts={partsIn(agent, "name")} text={agent.name} />
        </bdi>
      </a>
      {provider !== "" && !constant.has("provider") && (
        <a
          href={providerHref(provider)}
          className="relative -my-3 py-3 text-ink-3 text-xs no-underline [overflow-wrap:anywhere] hover:underline"
        >
          <bdi>
            <Marked parts={partsIn(agent, "provider")} text={provider} />
          </bdi>
        </a>
      )}
      {!constant.has("protocol") &&
        agent.protocols.map((protocol) => (
          <span key={protocol} className="border border-rule px-1 font-semibold text-ink-2 text-xs leading-4">
            {PROTOCOLS[protocol].name}
          </span>
        ))}
      {agent.key_verified && <Check word="Key" />}
      {agent.domains[0] !== undefined && <Check word={domainWord(agent.domains[0])} />}
      {audits > 0 && <Check word={audits === 1 ? "1 audit" : `${audits.toLocaleString("en")} audits`} />}
      {agent.status !== "active" && !constant.has("status") && <StatusMark status={agent.status} />}
      {agent.deprecated_at !== undefined && <StatusMark status="deprecated" />}
      {agent.is_demo && !constant.has("demo") && (
        <span className="border border-rule border-dashed px-1 text-ink-2 text-xs leading-4">demo</span>
      )}
    </p>
  );
}

/** Longest host that fits into a row. */
const MAX_HOST_CHARACTERS = 32;

/** The host as it is, or that there is one: a part of it could be taken for another. */
const domainWord = (host: string) => (host.length > MAX_HOST_CHARACTERS ? "Domain" : host);

function Check({ word }: { word: string }) {
  return <SignedWord word={word} path="M1.5 6.5l3 3 6-7" className="font-normal! text-accent text-xs!" />;
}

const FIELD_NAMES: Partial<Record<HighlightField, string>> = {
  did: "DID",
  role: "Role",
  skill: "Skill",
  tag: "Tag",
  manifest: "Manifest",
};

/** What it does, with the words that were looked for; where another text has them, that text, too. */
function Said({ agent }: { agent: Agent | FoundAgent }) {
  const place = placesOf(agent).find(({ field }) => FIELD_NAMES[field] !== undefined);
  const description = partsIn(agent, "description");
  return (
    <>
      <p className={`line-clamp-2 [overflow-wrap:anywhere] ${agent.description ? "text-ink-2" : "text-ink-3"}`}>
        <bdi>
          <Marked parts={description} text={agent.description || "No description yet"} />
        </bdi>
      </p>
      {place && !description && (
        <p className="line-clamp-1 text-ink-2 text-xs [overflow-wrap:anywhere]">
          {FIELD_NAMES[place.field]}:{" "}
          <bdi>
            <Marked parts={place.parts} text="" />
          </bdi>
        </p>
      )}
    </>
  );
}

const placesOf = (agent: Agent | FoundAgent) => ("highlights" in agent ? agent.highlights : []);
const partsIn = (agent: Agent | FoundAgent, asked: HighlightField) =>
  placesOf(agent).find(({ field }) => field === asked)?.parts;

/** A text with what was looked for marked in it; without a match the text alone. */
function Marked({ parts, text }: { parts: readonly Part[] | undefined; text: string }) {
  if (!parts) return text;
  return parts.map((part, index) => {
    const key = `${index} ${part.text}`;
    return part.match ? (
      <mark key={key} className="bg-accent-wash text-ink underline decoration-2 decoration-accent underline-offset-2">
        {part.text}
      </mark>
    ) : (
      <span key={key}>{part.text}</span>
    );
  });
}
