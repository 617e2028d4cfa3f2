import type { Metadata } from "next";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { LISTS, mayBeIntent, trialHref } from "@/components/search/address";
import { AgentResults, shownGroup } from "@/components/search/agent-results";
import { KIND_NAMES } from "@/components/search/result-item";
import { ResultList } from "@/components/search/result-list";
import { searchTexts } from "@/components/search/texts";
import { BUTTON } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { EmptyList } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { isPicked, nothingText } from "@/lib/features/directory/explain";
import { trimmed } from "@/lib/foundation/text/blank";
import { cut } from "@/lib/foundation/text/cut";
import { pathOf } from "@/lib/http/client";
import { firstValues, readQuery } from "@/lib/http/page-address";
import { DOCS } from "@/lib/portal/docs-places";
import { readForPage } from "@/lib/portal/read-for-page";
import * as contract from "@/lib/portal/search/contract";
import { PORTAL_PAGES } from "@/lib/portal/search/portal-pages";
import { type SearchAnswer, type SearchGroup, SearchQuery } from "@/lib/portal/search/schema";
import { search } from "@/lib/portal/search/service/search";
import { pageResult } from "@/lib/portal/search/view";

const WAYS = [
  { name: "An agent", how: "its DID, its name, or words for what it does" },
  { name: "An incident", how: "its number, as in “incident 4”, or words of its title" },
  { name: "An RFC", how: "its number, as in “rfc 8”, or words of its text" },
  {
    name: "A log entry",
    how: "its id, its hash, the first eight digits of its hash, or its position, as in “anchor 12”",
  },
  { name: "An audit", how: "its id" },
  { name: "A trace", how: "its whole id, which its participants know" },
  { name: "A release", how: "its version" },
] as const;

export const metadata: Metadata = {
  title: "Search",
  description: "Agents, incidents, RFCs, audits, anchors, traces, releases and pages.",
  robots: { index: false },
};

const RESULTS_OF_A_KIND = 10;

export default async function SearchPage({ searchParams }: PageProps<"/search">) {
  const query = readQuery(SearchQuery, { limit: RESULTS_OF_A_KIND, ...firstValues(await searchParams) });
  const read = await readForPage((ctx) => search(ctx, query, DOCS), "/search");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { value: answer } = read;
  const asked = trimmed(query.q ?? "");
  return (
    <>
      <PageTitle title="Search" jsonPath={pathOf(contract.search, { query })}>
        Agents, incidents, RFCs, audits, anchors, traces, releases and pages. Press <kbd className="font-mono">/</kbd>{" "}
        on any page to search from there.
      </PageTitle>
      <form action="/search" className="mb-10 flex max-w-2xl items-end">
        <div className="min-w-0 flex-1">
          <TextField
            label="DID, name, number, hash or words"
            name="q"
            value={asked}
            placeholder="translate, rfc 8, incident 4"
          />
        </div>
        <button type="submit" className={BUTTON.solid}>
          Search
        </button>
      </form>
      {asked === "" ? <HowToSearch /> : <Found asked={asked} answer={answer} />}
    </>
  );
}

/**
 * Shows the results. The search dialog of other pages reads the element with `data-found`:
 * `components/behaviours/search.ts`.
 */
function Found({ asked, answer }: { asked: string; answer: SearchAnswer }) {
  const { q, exact, agents: reading } = answer;
  // Agents that only may fit come after what has the words.
  const isLast = ({ kind }: SearchGroup) => Number(kind === "agent" && reading !== undefined && !isPicked(reading));
  const groups = answer.groups
    .map((group) => shownGroup(group, reading))
    .toSorted((one, other) => isLast(one) - isLast(other));
  const count = groups.reduce((sum, { results }) => sum + results.length, exact.length);
  if (count === 0) return <NothingFound asked={asked} reading={reading} />;
  return (
    <div data-found={count} className="max-w-3xl">
      {exact.length > 0 && (
        <Section title="Exact match">
          <ResultList results={exact} />
        </Section>
      )}
      {groups.map((group) =>
        group.kind === "agent" && reading ? (
          <AgentResults key={group.kind} q={q} group={group} reading={reading} />
        ) : (
          <Section
            key={group.kind}
            title={KIND_NAMES[group.kind]}
            aside={group.more && <a href={LISTS[group.kind](q)}>More results</a>}
          >
            <ResultList results={group.results} />
          </Section>
        ),
      )}
      {mayBeIntent(q) && exact.length === 0 && (
        <p className="mt-8 text-sm">
          <a href={trialHref(q)}>{`Which agent would get “${q}”?`}</a>
        </p>
      )}
    </div>
  );
}

function NothingFound({ asked, reading }: { asked: string; reading: SearchAnswer["agents"] }) {
  return (
    <EmptyList title={`No match for “${cut(asked, 80)}”.`}>
      {reading && <p>{nothingText(reading)}</p>}
      <p>{searchTexts.nothingWhy}</p>
      <p className="mt-2 flex flex-wrap gap-x-6 gap-y-1">
        {mayBeIntent(asked) && <a href={trialHref(asked)}>Ask the relay which agent can do it</a>}
        <a href="/agents">Show all agents</a>
      </p>
    </EmptyList>
  );
}

function HowToSearch() {
  return (
    <div data-found={0} className="max-w-3xl">
      <Section title="Go to">
        <ResultList results={PORTAL_PAGES.map(pageResult)} />
      </Section>
      <Section title="What you can search for">
        <dl className="text-sm">
          {WAYS.map(({ name, how }) => (
            <div key={name} className="grid gap-x-6 border-hair border-b py-2 md:grid-cols-[11rem_minmax(0,1fr)]">
              <dt className="text-ink-2">{name}</dt>
              <dd>{how}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </div>
  );
}
