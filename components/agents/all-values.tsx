import { ListPages } from "@/components/ui/list";
import { FACET_FILTERS, type FacetValues } from "@/lib/features/directory/directory-schema";
import { DerivedNote } from "./derived-tags";
import { addressOf, changeView, type View } from "./directory-view";
import { FacetLink } from "./facet-panel";
import { FilterChips } from "./filter-chips";
import { allValuesText } from "./texts";
import { FACET_TITLES, valueName } from "./value-names";

interface AllValuesProps {
  view: View;
  facet: FacetValues;
  limit: number;
}

export function AllValues({ view, facet: { dimension, values, total }, limit }: AllValuesProps) {
  const [first] = values;
  return (
    <section aria-labelledby="all-values">
      <p className="text-sm">
        <a href={addressOf(changeView(view, {}))} className="inline-flex min-h-11 items-center">
          Back to the agents
        </a>
      </p>
      <h2 id="all-values" className="mb-3 text-title-2">
        {allValuesText(total, FACET_TITLES[dimension].many)}
      </h2>
      <FilterChips view={view} />
      {values.some(({ derived = 0 }) => derived > 0) && <DerivedNote />}
      <ul className="mt-4 gap-x-10 sm:columns-2 lg:columns-3">
        {values.map(({ value, agents, derived = 0 }) => (
          <li key={value} className="break-inside-avoid">
            <FacetLink
              href={addressOf(changeView(view, { [FACET_FILTERS[dimension]]: value }))}
              name={valueName(dimension, value)}
              agents={agents}
              share={agents / Math.max(1, first?.agents ?? 1)}
              isDerived={derived > 0}
            />
          </li>
        ))}
      </ul>
      <ListPages
        limit={limit}
        usualLimit={limit}
        offset={view.offset}
        total={total}
        href={({ offset }) => addressOf({ ...view, offset }, { all: dimension })}
      />
    </section>
  );
}
