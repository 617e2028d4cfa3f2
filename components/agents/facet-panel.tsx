import { type Dimension, FACET_FILTERS, type Facets } from "@/lib/agents/schema";
import { addressOf, change, type View } from "./address";
import { FACET_TITLES, valueName } from "./value-names";

/** So many values of a facet are shown; a link leads to all. */
const MOST_VALUES = 6;

/** What a panel puts together under one heading. */
const GROUPS: readonly { title: string; dimensions: readonly Dimension[] }[] = [
  ...(["tag", "protocol", "runtime", "provider"] as const).map(groupOf),
  { title: "Trust", dimensions: ["key", "audited", "incidents"] },
  ...(["tier", "zone", "role", "model", "status"] as const).map(groupOf),
];

function groupOf(dimension: Dimension) {
  return { title: FACET_TITLES[dimension].one, dimensions: [dimension] };
}

interface FacetPanelProps {
  view: View;
  facets: Facets;
  /** How many agents the view finds. */
  total: number;
}

/** Every way to narrow the directory, each value with how many agents choosing it shows. What all results share is left out. */
export function FacetPanel({ view, facets, total }: FacetPanelProps) {
  const groups = GROUPS.map(({ title, dimensions }) => ({
    title,
    shown: dimensions.filter((dimension) => says(view, facets, dimension, total)),
  })).filter(({ shown }) => shown.length > 0);
  if (groups.length === 0) return <p className="text-ink-3 text-sm">Filters appear when there are results.</p>;
  return (
    <div className="grid gap-6">
      {groups.map(({ title, shown }) => (
        <section key={title} className="border-hair border-b pb-4 last:border-0">
          <h3 className="font-sans font-semibold text-sm">{title}</h3>
          {shown.map((dimension) => (
            <FacetValues key={dimension} dimension={dimension} view={view} facets={facets} total={total} />
          ))}
        </section>
      ))}
    </div>
  );
}

const chosenOf = (view: View, dimension: Dimension): string | undefined => view[FACET_FILTERS[dimension]];

/** Whether a facet tells the results apart, or is in force. */
function says(view: View, facets: Facets, dimension: Dimension, total: number): boolean {
  const [first] = facets[dimension];
  if (chosenOf(view, dimension)) return true;
  return first !== undefined && (facets.values[dimension] > 1 || first.agents < total);
}

interface FacetValuesProps extends FacetPanelProps {
  dimension: Dimension;
}

function FacetValues({ dimension, view, facets, total }: FacetValuesProps) {
  const filter = FACET_FILTERS[dimension];
  const chosen = chosenOf(view, dimension);
  const isChosen = (value: string) => chosen?.toLowerCase() === value.toLowerCase();
  const listed = facets[dimension].slice(0, MOST_VALUES);
  const unlisted = chosen && !listed.some(({ value }) => isChosen(value));
  const values = unlisted ? [...found(facets[dimension], chosen, isChosen), ...listed] : listed;
  const hidden = facets.values[dimension] > listed.length;
  return (
    <ul className="mt-1">
      {values.map(({ value, agents }) => (
        <li key={value}>
          <FacetLink
            href={addressOf(change(view, { [filter]: isChosen(value) ? undefined : value }))}
            name={valueName(dimension, value)}
            agents={agents}
            share={agents / Math.max(1, total)}
            isChosen={isChosen(value)}
          />
        </li>
      ))}
      {hidden && (
        <li>
          <a
            href={addressOf({ ...view, offset: 0 }, { all: dimension })}
            className="flex min-h-11 items-center px-1.5 text-xs md:min-h-7"
          >
            All {facets.values[dimension].toLocaleString("en")} {FACET_TITLES[dimension].many}
          </a>
        </li>
      )}
    </ul>
  );
}

/** The value in force where it is none of the commonest: with its count where that is known, else with none. */
function found(values: Facets[Dimension], chosen: string, isChosen: (value: string) => boolean): Facets[Dimension] {
  return [values.find(({ value }) => isChosen(value)) ?? { value: chosen, agents: 0 }];
}

interface FacetLinkProps {
  href: string;
  name: string;
  agents: number;
  /** Of all results, from 0 to 1; more where choosing this value replaces another. */
  share: number;
  isChosen?: boolean;
}

/** One value as a link, with a bar behind it for its share of the results. */
export function FacetLink({ href, name, agents, share, isChosen = false }: FacetLinkProps) {
  return (
    <a
      href={href}
      data-key={name}
      aria-current={isChosen ? "true" : undefined}
      className="group relative isolate flex min-h-11 items-center gap-2 px-1.5 text-ink text-sm no-underline hover:text-accent hover:underline aria-[current]:font-semibold md:min-h-7"
    >
      <svg aria-hidden className="absolute inset-x-0 inset-y-1 -z-10 h-[calc(100%-0.5rem)] w-full">
        <rect
          width={isChosen ? "100%" : `${Math.min(100, share * 100).toFixed(1)}%`}
          height="100%"
          className="fill-sunk group-aria-[current]:fill-accent-wash"
        />
      </svg>
      <bdi className="min-w-0 [overflow-wrap:anywhere]">{name}</bdi>
      <span className="ml-auto text-ink-3 text-xs tabular-nums">{agents.toLocaleString("en")}</span>
      {isChosen && (
        <span aria-hidden className="text-accent text-md leading-none">
          ×
        </span>
      )}
    </a>
  );
}
