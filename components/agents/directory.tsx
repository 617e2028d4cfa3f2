import { BUTTON } from "@/components/ui/button";
import { CodeTabs } from "@/components/ui/code";
import { CONTROL, HiddenFields } from "@/components/ui/field";
import type { DirectorySort, Facets } from "@/lib/features/directory/directory-schema";
import { isPicked } from "@/lib/features/directory/explain";
import { AgentList, type Constant } from "./agent-list";
import { addressOf, changeView, parametersOf, type View } from "./directory-view";
import { FacetPanel } from "./facet-panel";
import { FilterChips } from "./filter-chips";
import { FoundAgents } from "./found-agents";
import { NoResults, PastTheEnd } from "./no-results";
import { NothingAsked, NothingFits } from "./nothing-fits";
import { Pager } from "./pager";
import { QuestionRead } from "./question-read";
import type { Results } from "./results";
import { TierBar } from "./tier-bar";

/** Searches the directory while the visitor types. Without JavaScript it is a plain form. */
export function DirectorySearch({ view }: { view: View }) {
  const { q: _, ...kept } = parametersOf({ ...view, offset: 0 });
  return (
    <form action="/agents" data-live="" className="flex">
      <label className="min-w-0 flex-1">
        <span className="sr-only">Search agents</span>
        <input
          type="search"
          name="q"
          defaultValue={view.q ?? ""}
          placeholder="Task, name, provider or DID"
          autoComplete="off"
          spellCheck={false}
          className={`${CONTROL} min-h-12 border-r-0 text-md`}
        />
      </label>
      <span id="agents-kept" data-live-part="">
        <HiddenFields values={kept} />
      </span>
      <button type="submit" className={`${BUTTON.solid} min-h-12 sm:px-7`}>
        Search
      </button>
    </form>
  );
}

interface DirectoryProps {
  view: View;
  results: Results;
  /** This service's public address, and the path of the API's response with the same agents. */
  origin: string;
  json: string;
}

/**
 * Shows the results of a view, and the filters. The results come first in the source, for people who use the keyboard.
 */
export function Directory({ view, results, origin, json }: DirectoryProps) {
  const { agents, total, listed, facets, reading } = results;
  const isAsked = reading !== undefined && reading.reason !== "nothing asked";
  const isNothing = isAsked && !isPicked(reading);
  const constant = constantOf(view, facets, total);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-4 md:grid-cols-[13.5rem_minmax(0,1fr)]">
      <section aria-labelledby="results" className="min-w-0 md:col-start-2 md:row-start-1">
        {isNothing ? (
          <NothingFits view={view} reading={reading} results={results} />
        ) : (
          <>
            {isAsked && reading.reason !== "named" && (
              <div className="mb-6">
                <QuestionRead words={reading.words} />
              </div>
            )}
            {reading && !isAsked && <NothingAsked text={view.q ?? ""} reading={reading} />}
            {total > 0 && !isAsked && <Tiers view={view} facets={facets} />}
            <ResultsHead view={view} total={total} facets={facets} fits={isAsked ? reading.fits : undefined} />
            {isAsked ? (
              <FoundAgents view={view} reading={reading} results={results} constant={constant} />
            ) : (
              agents.length > 0 && <AgentList agents={agents} usage={results.usage} constant={constant} />
            )}
            {agents.length === 0 && (total > 0 ? <PastTheEnd view={view} /> : <NoResults view={view} />)}
            <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
              <p className="text-ink-2 text-sm">{rangeOf(view.offset, agents.length, total)}</p>
              <Pager {...view} total={listed} href={(offset) => addressOf({ ...view, offset })} />
            </div>
          </>
        )}
        <section aria-label="This view for programs" className="mt-10">
          <h2 className="mb-3 text-title-3">This view for programs</h2>
          <p className="mb-3 text-sm">
            <a href={json} className="inline-flex min-h-11 items-center md:min-h-0">
              Same data as JSON
            </a>
          </p>
          <CodeTabs label="Language" samples={samplesOf(origin + json, origin + addressOf(view))} />
        </section>
      </section>
      <aside aria-label="Filters" className="order-first md:order-none md:col-start-1 md:row-start-1">
        <details className="beside border border-total px-4 md:border-0 md:p-0">
          <summary className="font-semibold text-sm">
            <span className="inline-flex min-h-12 items-center">Filters</span>
          </summary>
          <div className="py-3 md:py-0">
            {isAsked && (
              <p className="pb-3 text-ink-3 text-xs">
                {isNothing
                  ? `Counts of all ${facets.everyone.toLocaleString("en")} records`
                  : `Counts of the ${total.toLocaleString("en")} ${total === 1 ? "record" : "records"} found`}
              </p>
            )}
            <FacetPanel view={view} facets={facets} total={isNothing ? facets.everyone : total} />
          </div>
        </details>
      </aside>
    </div>
  );
}

function Tiers({ view, facets }: { view: View; facets: Facets }) {
  return (
    <TierBar
      tiers={facets.tier}
      label="Tiers in these results"
      chosen={view.tier}
      href={(tier) => addressOf(changeView(view, { tier: view.tier === tier ? undefined : tier }))}
    />
  );
}

function constantOf(view: View, facets: Facets, total: number): Set<Constant> {
  const isShared = (dimension: "provider" | "protocol" | "runtime" | "status") =>
    Boolean(view[dimension]) || (facets.values[dimension] === 1 && facets[dimension][0]?.agents === total);
  const shared = (["provider", "protocol", "runtime", "status"] as const).filter(isShared);
  return new Set<Constant>([...shared, ...(isAllDemo(view, facets) ? ["demo" as const] : [])]);
}

const isAllDemo = (view: View, { demo, everyone }: Facets) => view.demo === "only" || demo === everyone;

const SORTS: Partial<Record<DirectorySort, string>> = {
  trusted: "Score",
  used: "Most used",
  newest: "Newest",
  updated: "Recently changed or added",
};

interface ResultsHeadProps {
  view: View;
  total: number;
  facets: Facets;
  fits: number | undefined;
}

function ResultsHead({ view, total, facets, fits }: ResultsHeadProps) {
  // `everyone` does not count withdrawn agents.
  const narrowed = total !== facets.everyone && view.status !== "withdrawn";
  const counted = narrowed ? facets.everyone : total;
  const sorts: [DirectorySort | undefined, string][] = [
    ...(fits !== undefined ? [[undefined, "Best fit"] as [undefined, string]] : []),
    ...(Object.entries(SORTS) as [DirectorySort, string][]),
  ];
  return (
    <div className="grid gap-2 pt-1 pb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <h2 id="results" tabIndex={-1} data-live-said="" className="font-normal font-sans text-sm">
          {fits === undefined ? (
            <strong>{total.toLocaleString("en")}</strong>
          ) : (
            <strong className="font-medium font-serif text-title-3">
              {`${fits.toLocaleString("en")} ${fits === 1 ? "fits" : "fit"}`}
            </strong>
          )}
          {narrowed && ` of ${facets.everyone.toLocaleString("en")}`} {counted === 1 ? "agent" : "agents"}
        </h2>
        <div className="flex flex-wrap items-center gap-x-4 text-sm">
          {facets.demo > 0 && facets.demo < facets.everyone && (
            <a
              href={addressOf(changeView(view, { demo: view.demo ? undefined : "hide" }))}
              data-key="demo"
              className="inline-flex min-h-11 items-center md:min-h-8"
            >
              {view.demo ? "Show demo data too" : "Hide demo data"}
            </a>
          )}
          {total > 1 && (
            <nav aria-label="Sort by" className="flex flex-wrap items-center gap-x-1">
              <span aria-hidden className="mr-1 hidden text-ink-3 md:inline">
                Sort
              </span>
              {sorts.map(([sort, words]) => (
                <a
                  key={words}
                  href={addressOf(changeView(view, { sort }))}
                  data-key={`sort ${words}`}
                  aria-current={view.sort === sort ? "true" : undefined}
                  className="inline-flex min-h-11 items-center border-transparent border-b-2 px-2 no-underline hover:bg-accent-wash aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink md:min-h-8"
                >
                  {words}
                </a>
              ))}
            </nav>
          )}
        </div>
      </div>
      {total > 0 && isAllDemo(view, facets) && <p className="text-ink-3 text-xs">All of these are demo data.</p>}
      <FilterChips view={view} />
    </div>
  );
}

function rangeOf(offset: number, shown: number, total: number): string {
  if (shown === 0) return "";
  return `${(offset + 1).toLocaleString("en")} to ${(offset + shown).toLocaleString("en")} of ${total.toLocaleString("en")}`;
}

function samplesOf(url: string, page: string): Record<string, string> {
  return {
    curl: `curl -s '${url.replaceAll("'", "%27")}'`,
    JSON: url,
    TypeScript: `const { total, agents } = await (await fetch(\n  ${JSON.stringify(url)},\n)).json();`,
    Page: page,
  };
}
