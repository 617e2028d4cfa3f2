import { StatusMark, TierMark } from "@/components/marks/agent-marks";
import { Identicon } from "@/components/marks/identicon";
import { profileHref, providerHref } from "@/components/marks/profile-href";
import { SignedWord } from "@/components/ui/marks";
import { isInUse } from "@/lib/features/agents/in-use";
import { listingOf } from "@/lib/features/agents/listing";
import type { Agent } from "@/lib/features/agents/schema";
import type { AskedWord, FoundAgent, HighlightField, Part } from "@/lib/features/directory/search-schema";
import { DerivedNote, TAG } from "./derived-tags";
import { ListedLine, ListedMark } from "./listed";
import { MetWords } from "./met-words";
import { PROTOCOLS, runtimeName } from "./value-names";

/** A property that is the same in all results, so no row repeats it. */
export type Constant = "provider" | "protocol" | "runtime" | "status" | "demo";

interface AgentListProps {
  agents: readonly (Agent | FoundAgent)[];
  /** The number of uses in the last 30 days, by DID. It has no entry for an agent that was never used. */
  usage: ReadonlyMap<string, { routed: number; received: number }>;
  constant?: ReadonlySet<Constant>;
  words?: readonly AskedWord[];
}

const MAX_TAGS = 2;

/** Lists agents. Each row is one link. Unknown values are left out. */
export function AgentList({ agents, usage, constant = new Set(), words = [] }: AgentListProps) {
  const isUsed = agents.some(({ did }) => usage.has(did));
  return (
    <>
      <ol className={`border-t text-sm ${isPale(agents[0]) ? "border-hair" : "border-total"}`}>
        {agents.map((agent) => (
          <AgentItem
            key={agent.did}
            agent={agent}
            constant={constant}
            words={words}
            calls={isUsed ? callsText(usage.get(agent.did)) : ""}
          />
        ))}
      </ol>
      {agents.some((agent) => agent.derived_tags.length > 0) && (
        <div className="mt-2">
          <DerivedNote />
        </div>
      )}
    </>
  );
}

/** Says how often an agent was called: the relay routed to it, or it was sent an event. */
function callsText(used: { routed: number; received: number } | undefined): string {
  if (!used) return "never called";
  const calls = used.routed + used.received;
  return calls === 0 ? "" : `${calls.toLocaleString("en")} ${calls === 1 ? "call" : "calls"} in 30 days`;
}

interface AgentItemProps {
  agent: Agent | FoundAgent;
  constant: ReadonlySet<Constant>;
  words: readonly AskedWord[];
  calls: string;
}

const ROW =
  "group relative grid grid-cols-[1.75rem_minmax(0,1fr)_auto] items-start gap-x-3.5 gap-y-1 border-hair border-b hover:bg-accent-wash/45 lg:grid-cols-[1.75rem_minmax(0,1fr)_10.5rem_8.5rem]";

/** The looks of a row: an agent that fits is larger and darker than others, and one that may fit is smaller and paler. */
const LOOKS = {
  fits: { row: "py-4", mark: "", name: "text-[1.0625rem]", text: "line-clamp-2 text-[0.9375rem] text-ink" },
  usual: { row: "py-3", mark: "", name: "text-md", text: "line-clamp-2 text-ink-2" },
  "may fit": {
    row: "py-2.5 [&_mark]:bg-transparent",
    mark: "opacity-60",
    name: "text-sm",
    text: "line-clamp-2 text-ink-3 md:line-clamp-1",
  },
} as const;
const isPale = (agent: Agent | FoundAgent | undefined) =>
  agent !== undefined && "fit" in agent && agent.fit === "may fit";
const looksOf = (agent: Agent | FoundAgent) => LOOKS["fit" in agent ? agent.fit : "usual"];

function AgentItem({ agent, constant, words, calls }: AgentItemProps) {
  const listing = listingOf(agent);
  const runtime = constant.has("runtime") ? "" : runtimeName(agent.runtime_type);
  return (
    <li className={`${ROW} ${looksOf(agent).row}`}>
      <span className={looksOf(agent).mark}>
        <Identicon did={agent.did} />
      </span>
      <div className="col-span-2 min-w-0 lg:col-span-1">
        <Names agent={agent} constant={constant} />
        <Said agent={agent} />
        {"met" in agent && <MetWords agent={agent} words={words} />}
        {listing && !isPale(agent) && <ListedLine listing={listing} />}
      </div>
      <div className="col-start-2 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-ink-3 text-xs lg:col-start-auto lg:block lg:leading-[1.375rem]">
        <Tags agent={agent} />
        {runtime !== "" && <bdi className="block max-w-full truncate">{runtime}</bdi>}
      </div>
      <div className="flex flex-col items-end text-ink-3 text-xs leading-[1.375rem]">
        {listing ? (
          <ListedMark />
        ) : (
          <span className="flex items-center gap-2 text-ink">
            <TierMark tier={agent.trust_tier} />
            <span className="w-9 text-right text-ink-2 text-sm tabular-nums">{agent.trust_score.toFixed(1)}</span>
          </span>
        )}
        {calls !== "" && !listing && <span className="whitespace-nowrap tabular-nums">{calls}</span>}
      </div>
    </li>
  );
}

/** Shows an agent's tags, or those derived from its words. Protocols are left out, because they have marks. */
function Tags({ agent }: Pick<AgentItemProps, "agent">) {
  const own = agent.tags.filter((tag) => !Object.hasOwn(PROTOCOLS, tag));
  const [tags, look] = own.length > 0 ? [own, TAG.own] : [agent.derived_tags, TAG.derived];
  if (tags.length === 0) return null;
  return (
    <span className="flex min-w-0 flex-wrap items-baseline gap-1">
      {tags.slice(0, MAX_TAGS).map((tag) => (
        <bdi key={tag} className={`max-w-full truncate px-1.5 text-ink-2 ${look}`}>
          {tag}
        </bdi>
      ))}
      {tags.length > MAX_TAGS && <span>+{tags.length - MAX_TAGS}</span>}
      {own.length === 0 && <span>from its words</span>}
    </span>
  );
}

function Names({ agent, constant }: Pick<AgentItemProps, "agent" | "constant">) {
  const { did, provider, audits_passed: audits } = agent;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 leading-[1.375rem]">
      <a
        href={profileHref(did)}
        className={`font-semibold text-ink no-underline [overflow-wrap:anywhere] after:absolute after:inset-0 group-hover:text-accent group-hover:underline ${looksOf(agent).name}`}
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
      {!isInUse(agent) && !constant.has("status") && <StatusMark status={agent.status} />}
      {agent.deprecated_at !== undefined && <StatusMark status="deprecated" />}
      {agent.is_demo && !constant.has("demo") && (
        <span className="border border-rule border-dashed px-1 text-ink-2 text-xs leading-4">demo</span>
      )}
    </p>
  );
}

/** The longest host that fits into a row. */
const MAX_HOST_CHARACTERS = 32;

/** Returns the whole host or a general word, because a part of a host could be mistaken for another host. */
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

/** Shows the description with the matches marked. If another field has the matches, it shows that field, too. */
function Said({ agent }: { agent: Agent | FoundAgent }) {
  const place = placesOf(agent).find(({ field }) => FIELD_NAMES[field] !== undefined);
  const description = partsIn(agent, "description");
  return (
    <>
      <p className={`[overflow-wrap:anywhere] ${agent.description ? looksOf(agent).text : "text-ink-3"}`}>
        <bdi>
          <Marked parts={description} text={agent.description || "No description yet"} />
        </bdi>
      </p>
      {place && !description && !isPale(agent) && (
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

/** Marks the matches in a text. Without a match it shows the text alone. */
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
