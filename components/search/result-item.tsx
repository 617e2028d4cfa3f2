import { HashGlyph } from "@/components/marks/hash-glyph";
import { Identicon } from "@/components/marks/identicon";
import { resultTexts } from "@/components/search/texts";
import type { SearchKind, SearchResult } from "@/lib/portal/search/schema";

/** The headings of each kind. */
export const KIND_NAMES: Record<SearchKind, string> = {
  agent: resultTexts.agents,
  incident: resultTexts.incidents,
  rfc: resultTexts.rfcs,
  audit: resultTexts.audits,
  entry: resultTexts.entries,
  trace: resultTexts.traces,
  release: resultTexts.releases,
  page: resultTexts.pages,
};

const TITLES: Partial<Record<SearchKind, (result: SearchResult) => string>> = {
  incident: ({ id, title }) => resultTexts.incident(id, title),
  rfc: ({ id, title }) => resultTexts.rfc(id, title),
  audit: ({ title }) => resultTexts.audit(title),
  trace: ({ title }) => resultTexts.trace(title),
  release: ({ title }) => resultTexts.release(title),
};

const MATCHES = { typo: resultTexts.similarSpelling, meaning: resultTexts.similarMeaning } as const;

/** Shows one result: its drawing, its name and a short description. */
export function ResultItem({ result }: { result: SearchResult }) {
  const { kind, id, title, about, match } = result;
  return (
    <span className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-center gap-x-3">
      <span className="grid place-items-center text-ink-3">
        <Drawing result={result} />
      </span>
      <span className="min-w-0">
        <span className="block font-medium text-ink [overflow-wrap:anywhere]">
          <bdi>{TITLES[kind]?.(result) ?? title}</bdi>
        </span>
        {kind === "entry" ? (
          <span className="block truncate font-mono text-ink-2 text-xs">{about}</span>
        ) : (
          <span className="block text-ink-2 text-xs [overflow-wrap:anywhere]">
            {match && match !== "words" && <span className="mr-2 text-ink-3">{MATCHES[match]}</span>}
            {kind === "agent" && <span className="mr-2 font-mono">{id}</span>}
            <bdi>{about}</bdi>
          </span>
        )}
      </span>
    </span>
  );
}

function Drawing({ result: { kind, id, title, about } }: { result: SearchResult }) {
  if (kind === "agent") return <Identicon did={id} size={26} />;
  if (kind === "audit") return <Identicon did={title} size={26} />;
  if (kind === "entry") return <HashGlyph hash={about} />;
  return (
    <svg aria-hidden width="14" height="16" viewBox="0 0 14 16" fill="none" stroke="currentColor">
      <path d="M1.5 1.5h11v13h-11zM4 5.5h6M4 8.5h6M4 11.5h3" />
    </svg>
  );
}
