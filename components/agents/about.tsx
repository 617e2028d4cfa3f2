import { CopyButton } from "@/components/ui/copy-button";
import type { About, AgentEndpoint } from "@/lib/agents/about";

/** What an agent says that it is for, with its tags. Nothing where it says neither. */
export function AgentAbout({ description, tags }: Pick<About, "description" | "tags">) {
  return (
    <>
      {description && (
        <p className="mt-4 max-w-[72ch] whitespace-pre-line text-pretty [overflow-wrap:anywhere]">
          <bdi>{description}</bdi>
        </p>
      )}
      {tags.length > 0 && (
        <ul aria-label="Tags" className="mt-3 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="border border-hair px-1.5 text-ink-2 text-xs [overflow-wrap:anywhere]">
              <bdi>{tag}</bdi>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const PROTOCOLS: Record<AgentEndpoint["protocol"], string> = { a2a: "A2A", mcp: "MCP", http: "HTTP" };

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
            <span className="font-semibold">{PROTOCOLS[protocol]}</span>
            {transport && (
              <span className="ml-3 text-ink-2">
                <bdi>{transport}</bdi>
              </span>
            )}
            <code className="mt-0.5 block font-mono text-xs leading-5 [overflow-wrap:anywhere]">{url}</code>
          </span>
          <CopyButton text={url} what={`the ${PROTOCOLS[protocol]} address`} />
        </li>
      ))}
    </ul>
  );
}

/** A link to a page that an agent names: it leads away, and nobody here has looked at it. @param url https */
export function NamedPage({ url }: { url: string }) {
  return (
    <a href={url} rel="nofollow noreferrer" className="[overflow-wrap:anywhere]">
      {url.replace(/^https:\/\//, "")}
    </a>
  );
}
