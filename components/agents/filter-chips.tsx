import type { DirectoryFilters, DirectoryQuery } from "@/lib/agents/schema";
import { change, filtersOf } from "./address";
import { ViewLink } from "./view-link";

const WORDS: Record<keyof DirectoryFilters, (value: string) => string> = {
  q: (value) => `“${value}”`,
  zone: (value) => `Zone ${value}`,
  status: (value) => `Status ${value}`,
  tier: (value) => `Tier ${value}`,
  role: (value) => `Role contains “${value}”`,
  role_is: (value) => `Role ${value}`,
  model: (value) => `Model or provider contains “${value}”`,
  model_is: (value) => `Model ${value}`,
  demo: (value) => (value === "hide" ? "Without demo data" : "Demo data only"),
};
const MAX_SHOWN_CHARACTERS = 60;

/** The filters in force, each with its way out. */
export function FilterChips({ query }: { query: DirectoryQuery }) {
  const inForce = Object.entries(filtersOf(query)).flatMap(([name, value]): [string, string][] =>
    value ? [[name, value]] : [],
  );
  if (inForce.length === 0) return null;
  const none = Object.fromEntries(inForce.map(([name]) => [name, undefined]));
  return (
    <ul className="flex flex-wrap items-center gap-2" aria-label="Filters in force">
      {inForce.map(([name, value]) => {
        const words = WORDS[name as keyof DirectoryFilters](value.slice(0, MAX_SHOWN_CHARACTERS));
        return (
          <li key={name} className="min-w-0 max-w-full">
            <ViewLink
              query={change(query, { [name]: undefined })}
              label={`Remove filter: ${words}`}
              className="flex min-h-8 items-center gap-2 rounded-full bg-accent-wash px-3 text-accent text-sm no-underline hover:text-accent-strong hover:underline"
            >
              <bdi className="truncate">{words}</bdi>
              <span aria-hidden>×</span>
            </ViewLink>
          </li>
        );
      })}
      {inForce.length > 1 && (
        <li>
          <ViewLink query={change(query, none)} className="inline-block px-1 py-1.5 text-sm">
            Clear all
          </ViewLink>
        </li>
      )}
    </ul>
  );
}
