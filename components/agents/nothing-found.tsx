import { BUTTON } from "@/components/ui/button";
import { searchOf } from "@/lib/agents/search-schema";
import { addressWith } from "@/lib/http/page-address";
import { addressOf, change, filtersOf, type View } from "./address";
import { filtersInForce } from "./filter-chips";

/** Says what was looked for where no agent has it, and what can be tried next. */
export function NothingFound({ view }: { view: View }) {
  const inForce = filtersInForce(view);
  const filters = inForce.filter(({ name }) => name !== "q");
  const text = searchOf(view)?.q.trim();
  return (
    <div className="border border-rule border-l-4 border-l-total bg-raised px-5 py-4">
      <p className="font-medium font-serif text-title-3 [overflow-wrap:anywhere]">
        No agent matches<bdi>{text ? ` “${text.slice(0, 120)}”` : ""}</bdi>
        {filters.length > 0 && <bdi>{` with ${filters.map(({ words }) => lowered(words)).join(", ")}`}</bdi>}.
      </p>
      <p className="mt-1 max-w-[64ch] text-ink-2 text-sm">
        {text && "Names, providers, descriptions, skills, tags and DIDs were searched for all of the words. "}
        {filters.length > 0 ? "Remove a filter" : "Use other words"}
        {text && ", or ask the relay, which compares meanings"}.
      </p>
      <OtherWays view={view} />
    </div>
  );
}

/** What can be tried next: fewer filters, the relay, all agents. */
export function OtherWays({ view }: { view: View }) {
  const inForce = filtersInForce(view);
  const filters = inForce.filter(({ name }) => name !== "q");
  const text = searchOf(view)?.q.trim();
  const everything = change(view, Object.fromEntries(Object.keys(filtersOf(view)).map((name) => [name, undefined])));
  return (
    <p className="mt-3 flex flex-wrap gap-2">
      {filters.map(({ name, words, without }) => (
        <a key={name} href={addressOf(without)} className={BUTTON.quiet}>
          <bdi className="max-w-64 truncate">Without {lowered(words)}</bdi>
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
      <p className="font-medium font-serif text-title-3">This page is past the end.</p>
      <p className="mt-1 text-ink-2">
        The list is shorter than that. <a href={addressOf(change(view, {}))}>Go to the first page</a>
      </p>
    </div>
  );
}
