import { ListPages } from "@/components/ui/list";
import { FACET_FILTERS, type FacetValues } from "@/lib/agents/schema";
import { addressOf, change, type View } from "./address";
import { FacetLink } from "./facet-panel";
import { FilterChips } from "./filter-chips";
import { FACET_TITLES, valueName } from "./value-names";

interface AllValuesProps {
  view: View;
  facet: FacetValues;
  limit: number;
}

/** Every value of one facet, each with how many agents choosing it shows. */
export function AllValues({ view, facet: { dimension, values, total }, limit }: AllValuesProps) {
  const [first] = values;
  return (
    <section aria-labelledby="all-values">
      <p className="text-sm">
        <a href={addressOf(change(view, {}))} className="inline-flex min-h-11 items-center">
          Back to the agents
        </a>
      </p>
      <h2 id="all-values" className="mb-3 text-title-2">
        All {total.toLocaleString("en")} {FACET_TITLES[dimension].many}
      </h2>
      <FilterChips view={view} />
      <ul className="mt-4 gap-x-10 sm:columns-2 lg:columns-3">
        {values.map(({ value, agents }) => (
          <li key={value} className="break-inside-avoid">
            <FacetLink
              href={addressOf(change(view, { [FACET_FILTERS[dimension]]: value }))}
              name={valueName(dimension, value)}
              agents={agents}
              share={agents / Math.max(1, first?.agents ?? 1)}
            />
          </li>
        ))}
      </ul>
      <ListPages
        limit={limit}
        offset={view.offset}
        total={total}
        href={(offset) => addressOf({ ...view, offset }, { all: dimension })}
      />
    </section>
  );
}
