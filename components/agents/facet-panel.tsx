import type { DirectoryQuery, Facets } from "@/lib/agents/schema";
import { change } from "./address";
import { LiveField } from "./live-field";
import { TierMark } from "./marks";
import { ViewLink } from "./view-link";

interface FacetPanelProps {
  query: DirectoryQuery;
  facets: Facets;
}

/** Every way to narrow the directory, each value with what choosing it shows. */
export function FacetPanel({ query, facets }: FacetPanelProps) {
  return (
    <div className="grid gap-7">
      <Facet title="Zone" parameter="zone" values={byName(facets.zone)} query={query} />
      <Facet title="Status" parameter="status" values={facets.status} query={query} />
      <Facet title="Tier" parameter="tier" values={byName(facets.tier).toReversed()} query={query} />
      <div>
        <Facet title="Role" parameter="role_is" values={facets.role} query={query} />
        <div className="mt-3">
          <LiveField query={query} name="role" label="Role contains" button="Apply" />
        </div>
      </div>
      <div>
        <Facet title="Model" parameter="model_is" values={facets.model} query={query} />
        <div className="mt-3">
          <LiveField query={query} name="model" label="Model or provider contains" button="Apply" />
        </div>
      </div>
    </div>
  );
}

/** Capitals first, so that S0 to S4 lead the zones. */
const byName = (values: Facets["zone"]) => values.toSorted((a, b) => (a.value < b.value ? -1 : 1));

interface FacetProps {
  title: string;
  parameter: "zone" | "status" | "tier" | "role_is" | "model_is";
  values: Facets["zone"];
  query: DirectoryQuery;
}

function Facet({ title, parameter, values, query }: FacetProps) {
  const most = Math.max(1, ...values.map(({ agents }) => agents));
  const chosen = query[parameter];
  return (
    <section>
      <h2 className="text-md">{title}</h2>
      {values.length === 0 && <p className="mt-1 text-ink-3 text-sm">None here</p>}
      <ul className="mt-1">
        {values.map(({ value, agents }) => {
          const current = value === chosen;
          return (
            <li key={value}>
              <ViewLink
                query={change(query, { [parameter]: current ? undefined : value })}
                current={current}
                className="group grid min-h-9 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-1 text-ink text-sm no-underline hover:text-accent aria-[current]:font-semibold"
              >
                <span className="truncate">
                  {parameter === "tier" ? <TierMark tier={value} /> : <bdi>{value}</bdi>}
                </span>
                <span className="text-ink-2 tabular-nums">{agents.toLocaleString("en")}</span>
                <svg
                  aria-hidden
                  className="h-0.5 w-full fill-hair group-hover:fill-accent group-aria-[current]:fill-total"
                >
                  <rect width={`${(agents / most) * 100}%`} height="100%" />
                </svg>
              </ViewLink>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
