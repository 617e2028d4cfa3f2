import { BUTTON } from "@/components/ui/button";
import { addressOf, changeView, type View } from "./directory-view";
import { filtersInForce } from "./filter-chips";

export function NoResults({ view }: { view: View }) {
  const filters = filtersInForce(view);
  const everything = changeView(view, Object.fromEntries(filters.map(({ name }) => [name, undefined])));
  return (
    <div className="border border-rule border-l-4 border-l-total bg-raised px-5 py-4">
      <p className="font-medium font-serif text-title-3 [overflow-wrap:anywhere]">
        No agent matches
        {filters.length > 0 && <bdi>{` with ${filters.map(({ words }) => lowered(words)).join(", ")}`}</bdi>}.
      </p>
      <p className="mt-3 flex flex-wrap gap-2">
        {filters.map(({ name, words, without }) => (
          <a key={name} href={addressOf(without)} className={BUTTON.quiet}>
            <bdi className="max-w-64 truncate">{`Without ${lowered(words)}`}</bdi>
          </a>
        ))}
        {filters.length > 0 && (
          <a href={addressOf(everything)} className={BUTTON.quiet}>
            Show all agents
          </a>
        )}
      </p>
    </div>
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
