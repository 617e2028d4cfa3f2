import { directoryTexts } from "@/components/agents/texts";
import { BUTTON } from "@/components/ui/button";
import { searchOf } from "@/lib/features/directory/search-schema";
import { addressWith } from "@/lib/http/page-address";
import { addressOf, changeView, filtersOf, type View } from "./directory-view";
import { filtersInForce } from "./filter-chips";

/** Says that no agent matches, and suggests other searches. */
export function NoResults({ view }: { view: View }) {
  const inForce = filtersInForce(view);
  const filters = inForce.filter(({ name }) => name !== "q");
  const text = searchOf(view)?.q.trim();
  return (
    <div className="border border-rule border-l-4 border-l-total bg-raised px-5 py-4">
      <p className="font-medium font-serif text-title-3 [overflow-wrap:anywhere]">
        No agent matches{text && <bdi>{` “${text.slice(0, 120)}”`}</bdi>}
        {filters.length > 0 && <bdi>{` with ${filters.map(({ words }) => lowered(words)).join(", ")}`}</bdi>}.
      </p>
      <p className="mt-1 max-w-[64ch] text-ink-2 text-sm">
        {directoryTexts.nothingHow(Boolean(text), filters.length > 0)}
      </p>
      <SearchSuggestions view={view} />
    </div>
  );
}

/** Suggests fewer filters, the relay, or all agents. */
function SearchSuggestions({ view }: { view: View }) {
  const inForce = filtersInForce(view);
  const filters = inForce.filter(({ name }) => name !== "q");
  const text = searchOf(view)?.q.trim();
  const everything = changeView(
    view,
    Object.fromEntries(Object.keys(filtersOf(view)).map((name) => [name, undefined])),
  );
  return (
    <p className="mt-3 flex flex-wrap gap-2">
      {filters.map(({ name, words, without }) => (
        <a key={name} href={addressOf(without)} className={BUTTON.quiet}>
          <bdi className="max-w-64 truncate">{`Without ${lowered(words)}`}</bdi>
        </a>
      ))}
      {text && (
        <a href={addressWith("/relay", { intent: text })} className={BUTTON.quiet}>
          Ask the relay
        </a>
      )}
      {inForce.length > 0 && (
        <a href={addressOf(everything)} className={BUTTON.quiet}>
          Show all agents
        </a>
      )}
    </p>
  );
}

const lowered = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

export function PastTheEnd({ view }: { view: View }) {
  return (
    <div className="border-total border-y py-12">
      <p className="font-medium font-serif text-title-3">Page not found.</p>
      <p className="mt-1 text-ink-2">
        The list has fewer pages. <a href={addressOf(changeView(view, {}))}>Go to the first page</a>
      </p>
    </div>
  );
}
