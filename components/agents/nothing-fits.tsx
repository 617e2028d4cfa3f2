import { BUTTON } from "@/components/ui/button";
import type { Facets } from "@/lib/features/directory/directory-schema";
import { MOST_CLOSEST, nothingText, tellingOf } from "@/lib/features/directory/explain";
import { cut } from "@/lib/foundation/text/cut";
import { addressWith } from "@/lib/http/page-address";
import { REASONS } from "@/lib/search/reasons";
import { AgentList } from "./agent-list";
import { filtersOf, type View } from "./directory-view";
import { FilterChips } from "./filter-chips";
import { MayFitHead } from "./found-agents";
import { QuestionRead } from "./question-read";
import { foundIn, type Reading, type Results } from "./results";

const TAGS = 4;

interface NothingFitsProps {
  view: View;
  reading: Reading;
  results: Results;
}

export function NothingFits({ view, reading, results }: NothingFitsProps) {
  const closest = foundIn(results).slice(0, MOST_CLOSEST);
  const { q: _, ...filters } = filtersOf(view);
  const isFiltered = Object.values(filters).some(Boolean);
  return (
    <>
      <div className="border-total border-t-3 border-b border-b-hair bg-raised px-4 pt-4 pb-5 max-md:-mx-4 md:px-5">
        <h2 id="results" tabIndex={-1} data-live-said="" className="text-title-2">
          Nothing here fits
        </h2>
        <p className="mt-1.5 mb-4 max-w-[66ch] text-ink-2 [overflow-wrap:anywhere]">
          {isFiltered
            ? "Only agents with the filters below were searched."
            : `${nothingText(reading)} The relay picks nothing.`}
        </p>
        <QuestionRead words={reading.words} />
        {isFiltered && (
          <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
            <FilterChips view={view} />
            <a href={addressWith("/agents", { q: view.q })} className={BUTTON.quiet}>
              Search all agents
            </a>
          </div>
        )}
      </div>
      {closest.length > 0 && (
        <section aria-labelledby="closest" className="mt-8">
          <MayFitHead id="closest" title={closest.length === 1 ? "1 comes closest" : `${closest.length} come closest`}>
            Probably not what you need.
          </MayFitHead>
          <AgentList agents={closest} usage={results.usage} words={reading.words} />
        </section>
      )}
      <NextSteps words={reading.words} facets={results.facets} />
    </>
  );
}

function NextSteps({ words, facets }: { words: Reading["words"]; facets: Facets }) {
  const followed = tellingOf(words).shown.map(({ word, read_as }) => read_as ?? word);
  return (
    <section aria-labelledby="next-steps" className="mt-8">
      <h2 id="next-steps" className="border-total border-b pb-2 text-title-3">
        What you can do
      </h2>
      <ul className="grid gap-x-8 text-ink-2 text-sm md:grid-cols-3 [&>li]:py-3 [&>li]:max-md:border-hair [&>li]:max-md:border-b">
        <li>
          <StepTitle>Look around</StepTitle>
          <p>
            {facets.tag.length > 0 ? "Browse by tag: " : "The filters count all records."}
            {facets.tag.slice(0, TAGS).map(({ value, agents }) => (
              <a
                key={value}
                href={addressWith("/agents", { tag: value })}
                className="mr-3 inline-flex min-h-11 items-center whitespace-nowrap md:min-h-0"
              >
                <bdi className="max-w-40 truncate">{value}</bdi>&nbsp;({agents.toLocaleString("en")})
              </a>
            ))}
          </p>
          <a href="/agents" className={`${BUTTON.quiet} mt-2.5`}>
            Show all agents
          </a>
        </li>
        <li>
          <StepTitle>Be told</StepTitle>
          <p>A feed of new agents that say all of these words.</p>
          <a href={addressWith("/agents.atom", { q: followed.join(" ") })} className={`${BUTTON.quiet} mt-2.5`}>
            Follow as feed
          </a>
        </li>
        <li>
          <StepTitle>Add it</StepTitle>
          <p>If you run an agent that does this, add it here.</p>
          <a href="/join" className={`${BUTTON.quiet} mt-2.5`}>
            Add an agent
          </a>
        </li>
      </ul>
    </section>
  );
}

function StepTitle({ children }: { children: string }) {
  return <h3 className="font-sans font-semibold text-ink text-md">{children}</h3>;
}

/** Says that a question has no word to search for. All agents follow, by trust. */
export function NothingAsked({ text, reading }: { text: string; reading: Reading }) {
  return (
    <div className="mb-4 border border-rule border-l-4 border-l-total bg-raised px-5 py-4">
      <p className="font-medium font-serif text-title-3 [overflow-wrap:anywhere]">
        <bdi>“{cut(text, 120)}”</bdi> {reading.words.length > 0 ? "suits any agent" : "has no word to search for"}
      </p>
      <p className="mt-1 max-w-[64ch] text-ink-2 text-sm">
        {REASONS["nothing asked"]} Add it, as in “translate a contract”. Until then, all agents are listed by trust.
      </p>
    </div>
  );
}
