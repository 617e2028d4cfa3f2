import { CopyButton } from "@/components/ui/copy-button";
import type { AgentDetails } from "@/lib/features/agents/details";
import type { Agent } from "@/lib/features/agents/schema";
import { addressWith } from "@/lib/http/page-address";
import { DerivedNote, TAG } from "./derived-tags";
import { PROTOCOLS } from "./value-names";

/** A longer description is shown as text, not in the large type of a sentence. */
const LONG_CHARACTERS = 300;
const TAGS_SHOWN = 12;

export function AgentSentence({ description }: Pick<AgentDetails, "description">) {
  if (!description) return <p className="text-ink-3">No description yet.</p>;
  const isLong = description.length > LONG_CHARACTERS;
  return (
    <p
      className={`max-w-[62ch] whitespace-pre-line text-pretty [overflow-wrap:anywhere] ${isLong ? "" : "text-lg leading-snug"}`}
    >
      <bdi>{description}</bdi>
    </p>
  );
}

/**
 * Links an agent's tags, or those derived from its words, to the agents that share them. Protocols are left out, because they
 * have marks.
 */
export function TagLinks({ tags, derived_tags: derived }: Pick<Agent, "tags" | "derived_tags">) {
  const own = tags.filter((tag) => !Object.hasOwn(PROTOCOLS, tag));
  const [telling, look] = own.length > 0 ? [own, TAG.own] : [derived, TAG.derived];
  if (telling.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
        {telling.slice(0, TAGS_SHOWN).map((tag) => (
          <li key={tag} className="max-w-full">
            <a
              href={addressWith("/agents", { tag })}
              className={`inline-flex min-h-11 items-center px-3 text-ink-2 text-xs no-underline [overflow-wrap:anywhere] hover:bg-accent-wash hover:text-accent-strong md:min-h-7 md:px-2.5 ${look}`}
            >
              <bdi>{tag}</bdi>
            </a>
          </li>
        ))}
      </ul>
      {own.length === 0 && <DerivedNote />}
    </div>
  );
}

export function ProtocolMarks({ protocols }: Pick<Agent, "protocols">) {
  if (protocols.length === 0) return null;
  return (
    <li className="flex gap-1">
      {protocols.map((protocol) => (
        <abbr
          key={protocol}
          title={PROTOCOLS[protocol].title}
          className="border border-rule px-1.5 font-semibold text-[0.75rem] leading-4 no-underline"
        >
          {PROTOCOLS[protocol].name}
        </abbr>
      ))}
    </li>
  );
}

/** Lists the addresses of an agent. They are not pages, so none is a link. */
export function EndpointList({ endpoints }: Pick<AgentDetails, "endpoints">) {
  return (
    <ul className="text-sm">
      {endpoints.map(({ protocol, url, transport }) => (
        <li
          key={`${protocol} ${url} ${transport}`}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-hair border-b py-2.5"
        >
          <span>
            <span className="font-semibold">{PROTOCOLS[protocol].name}</span>
            {transport && (
              <span className="ml-3 text-ink-2">
                <bdi>{transport}</bdi>
              </span>
            )}
            <code className="mt-0.5 block font-mono text-xs leading-5 [overflow-wrap:anywhere]">{url}</code>
          </span>
          <CopyButton text={url} what={`the ${PROTOCOLS[protocol].name} address`} />
        </li>
      ))}
    </ul>
  );
}

/** Links to a page that an agent names. It is on another host, and nobody here has checked it. @param url https */
export function NamedPage({ url }: { url: string }) {
  return (
    <a href={url} rel="nofollow noopener ugc" className="[overflow-wrap:anywhere]">
      {url.replace(/^https:\/\//, "")}
    </a>
  );
}
