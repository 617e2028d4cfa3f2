import { CopyButton } from "@/components/ui/copy-button";
import type { About } from "@/lib/agents/about";
import type { Agent } from "@/lib/agents/schema";
import { addressWith } from "@/lib/http/page-address";
import { PROTOCOLS } from "./value-names";

/** A longer description is no sentence, and is set as text. */
const LONG_CHARACTERS = 300;
const TAGS_SHOWN = 12;

/** What an agent says that it is for, in its own words. */
export function AgentSentence({ description }: Pick<About, "description">) {
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

/** An agent's tags but for its protocols, which have marks. Each leads to the agents that have it. */
export function TagLinks({ tags }: Pick<About, "tags">) {
  const telling = tags.filter((tag) => !Object.hasOwn(PROTOCOLS, tag));
  if (telling.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
      {telling.slice(0, TAGS_SHOWN).map((tag) => (
        <li key={tag} className="max-w-full">
          <a
            href={addressWith("/agents", { tag })}
            className="inline-flex min-h-11 items-center bg-sunk px-3 text-ink-2 text-xs no-underline [overflow-wrap:anywhere] hover:bg-accent-wash hover:text-accent-strong md:min-h-7 md:px-2.5"
          >
            <bdi>{tag}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The protocols that an agent speaks, each an item of a list. */
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

/** The addresses at which an agent says that it answers. They are no pages, so none is a link. */
export function EndpointList({ endpoints }: Pick<About, "endpoints">) {
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

/** A link to a page that an agent names: it leads away, and nobody here has looked at it. @param url https */
export function NamedPage({ url }: { url: string }) {
  return (
    <a href={url} rel="nofollow noopener ugc" className="[overflow-wrap:anywhere]">
      {url.replace(/^https:\/\//, "")}
    </a>
  );
}
