import { MetWords } from "@/components/agents/met-words";
import { HashGlyph } from "@/components/marks/hash-glyph";
import { Identicon } from "@/components/marks/identicon";
import type { AskedWord } from "@/lib/features/directory/search-schema";
import type { SearchHit, SearchKind } from "@/lib/portal/search/schema";

export const KIND_NAMES: Record<SearchKind, string> = {
  agent: "Agents",
  incident: "Incidents",
  rfc: "RFCs",
  audit: "Audits",
  entry: "Log entries",
  trace: "Traces",
  release: "Releases",
  page: "Pages",
};

const TITLES: Partial<Record<SearchKind, (result: SearchHit) => string>> = {
  incident: ({ id, title }) => `Incident ${id}: ${title}`,
  rfc: ({ id, title }) => `RFC ${id}: ${title}`,
  audit: ({ title }) => `Audit of ${title}`,
  trace: ({ title }) => `Trace ${title}`,
  release: ({ title }) => `Release ${title}`,
};

const MATCHES = { typo: "similar spelling", meaning: "similar meaning" } as const;

interface ResultItemProps {
  result: SearchHit;
  words?: readonly AskedWord[] | undefined;
}

export function ResultItem({ result, words = [] }: ResultItemProps) {
  const { kind, id, title, about, description, match, fit, p, met } = result;
  const isPale = fit === "may fit";
  return (
    <span className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-start gap-x-3">
      <span className={`grid pt-0.5 place-items-center text-ink-3 ${isPale ? "opacity-60" : ""}`}>
        <Drawing result={result} />
      </span>
      <span className="min-w-0">
        <span
          className={`block [overflow-wrap:anywhere] ${fit === "fits" ? "font-semibold text-ink text-md" : `font-medium ${isPale ? "text-ink-2" : "text-ink"}`}`}
        >
          <bdi>{TITLES[kind]?.(result) ?? title}</bdi>
        </span>
        {kind === "entry" ? (
          <span className="block truncate font-mono text-ink-2 text-xs">{about}</span>
        ) : (
          <span className="block text-ink-2 text-xs [overflow-wrap:anywhere]">
            {match && match !== "words" && kind !== "agent" && (
              <span className="mr-2 text-ink-3">{MATCHES[match]}</span>
            )}
            {kind === "agent" && <span className="mr-2 font-mono">{id}</span>}
            <bdi>{about}</bdi>
          </span>
        )}
        {description && (
          <span className={`line-clamp-2 text-sm [overflow-wrap:anywhere] ${isPale ? "text-ink-3" : "text-ink-2"}`}>
            <bdi>{description}</bdi>
          </span>
        )}
        {fit && p !== undefined && met && <MetWords agent={{ fit, p, met }} words={words} />}
      </span>
    </span>
  );
}

function Drawing({ result: { kind, id, title, about } }: { result: SearchHit }) {
  if (kind === "agent") return <Identicon did={id} size={26} />;
  if (kind === "audit") return <Identicon did={title} size={26} />;
  if (kind === "entry") return <HashGlyph hash={about} />;
  return (
    <svg aria-hidden width="14" height="16" viewBox="0 0 14 16" fill="none" stroke="currentColor">
      <path d="M1.5 1.5h11v13h-11zM4 5.5h6M4 8.5h6M4 11.5h3" />
    </svg>
  );
}
