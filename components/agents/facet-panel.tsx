import { type Dimension, FACET_FILTERS, type Facets } from "@/lib/features/directory/directory-schema";
import { isSameText } from "@/lib/foundation/text/fold";
import { DerivedNote } from "./derived-tags";
import { addressOf, changeView, type View } from "./directory-view";
import { allValuesText } from "./texts";
import { FACET_TITLES, valueName } from "./value-names";

/** The number of values shown of each facet. A link leads to all of them. */
const MAX_VALUES = 6;

const GROUPS: readonly { title: string; dimensions: readonly Dimension[] }[] = [
  groupOf("membership"),
  ...(["source", "tag", "protocol", "runtime", "licence", "provider"] as const).map(groupOf),
  { title: "Trust", dimensions: ["key", "audited", "incidents"] },
  ...(["tier", "zone", "role", "model", "status"] as const).map(groupOf),
];

function groupOf(dimension: Dimension) {
  return { title: FACET_TITLES[dimension].one, dimensions: [dimension] };
}

interface FacetPanelProps {
  view: View;
  facets: Facets;
  total: number;
}

/**
 * Shows the facets of the directory, each value with its number of agents. A facet with one value for all results is
 * left out.
 */
export function FacetPanel({ view, facets, total }: FacetPanelProps) {
  const groups = GROUPS.map(({ title, dimensions }) => ({
    title,
    shown: dimensions.filter((dimension) => shownText(view, facets, dimension, total)),
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

/** Whether a facet distinguishes the results, or is an active filter. */
function shownText(view: View, facets: Facets, dimension: Dimension, total: number): boolean {
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
  const isChosen = (value: string) => chosen !== undefined && isSameText(chosen, value);
  const listed = facets[dimension].slice(0, MAX_VALUES);
  const unlisted = chosen && !listed.some(({ value }) => isChosen(value));
  const values = unlisted ? [...found(facets[dimension], chosen, isChosen), ...listed] : listed;
  const hidden = facets.values[dimension] > listed.length;
  return (
    <ul className="mt-1">
      {values.map(({ value, agents, derived = 0 }) => (
        <li key={value}>
          <FacetLink
            href={addressOf(changeView(view, { [filter]: isChosen(value) ? undefined : value }))}
            name={valueName(dimension, value)}
            agents={agents}
            share={agents / Math.max(1, total)}
            isDerived={derived > 0}
            isChosen={isChosen(value)}
          />
        </li>
      ))}
      {values.some(({ derived = 0 }) => derived > 0) && (
        <li className="px-1.5">
          <DerivedNote />
        </li>
      )}
      {hidden && (
        <li>
          <a
            href={addressOf({ ...view, offset: 0 }, { all: dimension })}
            className="flex min-h-11 items-center px-1.5 text-xs md:min-h-7"
          >
            {allValuesText(facets.values[dimension], FACET_TITLES[dimension].many)}
          </a>
        </li>
      )}
    </ul>
  );
}

/** Returns the active value if it is not among the listed ones, with its count, or 0 if that is unknown. */
function found(values: Facets[Dimension], chosen: string, isChosen: (value: string) => boolean): Facets[Dimension] {
  return [values.find(({ value }) => isChosen(value)) ?? { value: chosen, agents: 0 }];
}

interface FacetLinkProps {
  href: string;
  name: string;
  agents: number;
  /**
   * The share of all results, from 0 to 1. It is more than 1 if this value would replace another filter and match more.
   */
  share: number;
  /** Whether it is a tag that some of these agents have only by their words. */
  isDerived?: boolean;
  isChosen?: boolean;
}

/** Shows one value as a link, with a bar for its share of the results. */
export function FacetLink({ href, name, agents, share, isDerived = false, isChosen = false }: FacetLinkProps) {
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
      <bdi className={`min-w-0 [overflow-wrap:anywhere] ${isDerived ? "border-rule border-b border-dashed" : ""}`}>
        {name}
      </bdi>
      {isDerived && <span className="sr-only">derived from words</span>}
      <span className="ml-auto text-ink-3 text-xs tabular-nums">{agents.toLocaleString("en")}</span>
      {isChosen && (
        <span aria-hidden className="text-accent text-md leading-none">
          ×
        </span>
      )}
    </a>
  );
}
