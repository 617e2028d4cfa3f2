import type { DirectoryFilters } from "@/lib/features/directory/directory-schema";
import { ownEntries } from "@/lib/foundation/own-values";
import { cut } from "@/lib/foundation/text/cut";
import { addressOf, changeView, filtersOf, type View } from "./directory-view";
import { runtimeName, valueName } from "./value-names";

const WORDS: Record<keyof DirectoryFilters, (value: string) => string> = {
  q: (value) => `“${value}”`,
  zone: (value) => `Zone ${value}`,
  status: (value) => `Status ${value}`,
  tier: (value) => `Tier ${value}`,
  role: (value) => `Role contains “${value}”`,
  role_is: (value) => `Role ${value}`,
  model: (value) => `Model or provider contains “${value}”`,
  model_is: (value) => `Model ${value}`,
  tag: (value) => `Tag ${value}`,
  provider: (value) => `Provider ${value}`,
  protocol: (value) => `Protocol ${valueName("protocol", value)}`,
  runtime: (value) => `Runtime ${runtimeName(value)}`,
  licence: (value) => `Licence ${value}`,
  source: (value) => `Listed from ${value}`,
  key: (value) => valueName("key", value),
  audited: (value) => valueName("audited", value),
  incidents: (value) => valueName("incidents", value),
  membership: (value) => valueName("membership", value),
  demo: (value) => (value === "hide" ? "Without demo data" : "Demo data only"),
};
const MAX_SHOWN_CHARACTERS = 60;

export function filtersInForce(view: View): { name: keyof DirectoryFilters; words: string; without: View }[] {
  return ownEntries(filtersOf(view)).flatMap(([name, value]) => {
    if (!value) return [];
    return [
      {
        name,
        words: WORDS[name](cut(value, MAX_SHOWN_CHARACTERS)),
        without: changeView(view, { [name]: undefined }),
      },
    ];
  });
}

export function FilterChips({ view }: { view: View }) {
  const filters = filtersInForce(view).filter(({ name }) => name !== "q");
  if (filters.length === 0) return null;
  const none = Object.fromEntries(filters.map(({ name }) => [name, undefined]));
  return (
    <ul className="flex flex-wrap items-center gap-2" aria-label="Active filters">
      {filters.map(({ name, words, without }) => (
        <li key={name} className="min-w-0 max-w-full">
          <a
            href={addressOf(without)}
            aria-label={`Remove filter: ${words}`}
            className="flex min-h-11 items-center gap-2 rounded-full bg-accent-wash px-3 text-accent text-sm no-underline hover:text-accent-strong hover:underline md:min-h-8"
          >
            <bdi className="truncate">{words}</bdi>
            <span aria-hidden>×</span>
          </a>
        </li>
      ))}
      {filters.length > 1 && (
        <li>
          <a
            href={addressOf(changeView(view, none))}
            className="inline-flex min-h-11 items-center px-1 text-sm md:min-h-8"
          >
            Clear all
          </a>
        </li>
      )}
    </ul>
  );
}
