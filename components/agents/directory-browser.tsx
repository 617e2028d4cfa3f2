"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useState } from "react";
import { CodeTabs } from "@/components/ui/code";
import { searchOf } from "@/lib/agents/queries";
import type { DirectoryQuery, DirectorySort, Facets } from "@/lib/agents/schema";
import type { FoundAgent } from "@/lib/agents/search-schema";
import { addressOf, change, parametersOf, readAddress, SORTS } from "./address";
import { AgentsTable } from "./agents-table";
import { FacetPanel } from "./facet-panel";
import { FilterChips } from "./filter-chips";
import { LiveField } from "./live-field";
import { Pager } from "./pager";
import { useView } from "./use-view";
import { ViewLink } from "./view-link";

interface DirectoryBrowserProps {
  /** This service's public address. */
  origin: string;
  /** The paths of the endpoints that answer the same: without a text, and with one. */
  directory: string;
  search: string;
}

/** The directory: the address says what it shows, the server has rendered it, and from there on it follows the visitor. */
export function DirectoryBrowser({ origin, directory, search }: DirectoryBrowserProps) {
  const query = readAddress(useSearchParams());
  const asked = searchOf(query);
  const { view, isError } = useView(query, asked);
  if (!view) return <p role="status">Reading the register…</p>;
  const { agents, near, total, listed, facets } = view;
  const sent = Object.entries(asked ?? { ...parametersOf(query), limit: query.limit });
  const parameters = sent.map(([name, value]): [string, string] => [name, String(value ?? "")]);
  const twin = `${asked ? search : directory}?${new URLSearchParams(parameters.filter(([, value]) => value !== ""))}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-[13.5rem_minmax(0,1fr)] md:gap-12">
      <details className="beside self-start border border-total px-4 py-3 md:border-0 md:p-0">
        <summary className="font-semibold text-sm">Filters</summary>
        <div className="mt-4 md:mt-0">
          <FacetPanel query={query} facets={facets} />
        </div>
      </details>
      <div className="min-w-0">
        <LiveField
          query={query}
          name="q"
          label="Search agents"
          labelHidden
          placeholder="A name, a DID, or what an agent should do"
          button="Search"
        />
        {isError && <Silent />}
        <ResultsHead query={query} total={total} facets={facets} />
        {agents.length > 0 && <AgentsTable agents={agents} />}
        {agents.length === 0 && (total === 0 || near.length === 0) && (
          <NothingFound query={query} total={total} hasNear={near.length > 0} />
        )}
        {near.length > 0 && <NearAgents agents={near} />}
        <div className="mt-4 flex flex-wrap items-center justify-between gap-4">
          <p className="text-ink-2 text-sm">{rangeOf(query, agents.length, total)}</p>
          <Pager query={query} total={listed} />
        </div>
        <section aria-label="This view for programs" className="mt-10">
          <h2 className="mb-3 text-title-3">This view for programs</h2>
          <p className="mb-3 text-sm">
            <a href={twin}>Same data as JSON</a>
          </p>
          <CodeTabs label="Language" samples={samplesOf(origin + twin, origin + addressOf(query))} />
        </section>
      </div>
    </div>
  );
}

function NearAgents({ agents }: { agents: FoundAgent[] }) {
  return (
    <section aria-labelledby="near" className="mt-10">
      <h2 id="near" className="text-title-3">
        Close in meaning
      </h2>
      <p className="mt-1 mb-3 text-ink-2 text-sm">
        These agents do not have all of the words. What they say they do is near to them.
      </p>
      <AgentsTable agents={agents} />
    </section>
  );
}

function ResultsHead({ query, total, facets }: { query: DirectoryQuery; total: number; facets: Facets }) {
  const narrowed = total !== facets.everyone;
  return (
    <div className="my-4 grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p role="status" className="text-sm">
          <strong>{total.toLocaleString("en")}</strong>
          {narrowed && ` of ${facets.everyone.toLocaleString("en")}`} {facets.everyone === 1 ? "agent" : "agents"}
        </p>
        <p className="flex flex-wrap items-center gap-x-4 text-sm">
          <span className="text-ink-2">Sorted by{searchOf(query) && " relevance"}</span>
          {!searchOf(query) && <SortLinks query={query} />}
          {facets.demo > 0 && (
            <ViewLink query={change(query, { demo: query.demo ? undefined : "hide" })} className="py-1.5">
              {query.demo ? "Show demo data too" : "Hide demo data"}
            </ViewLink>
          )}
        </p>
      </div>
      <FilterChips query={query} />
    </div>
  );
}

function SortLinks({ query }: { query: DirectoryQuery }) {
  return Object.entries(SORTS).map(([sort, words]) => (
    <ViewLink
      key={sort}
      query={change(query, { sort: sort as DirectorySort })}
      current={(query.sort ?? "score") === sort}
      className="py-1.5 aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline"
    >
      {words}
    </ViewLink>
  ));
}

function Silent() {
  return (
    <p role="alert" className="mt-4 border border-ink px-4 py-3 text-sm">
      {navigator.onLine ? "The register does not answer just now." : "There is no connection."} Below is what the
      register said last; it is asked again every five seconds.
    </p>
  );
}

function NothingFound({ query, total, hasNear }: { query: DirectoryQuery; total: number; hasNear: boolean }) {
  const beyond = query.offset > 0 && total > 0;
  return (
    <div className={`border-total border-t ${hasNear ? "pt-6" : "border-b py-12"}`}>
      <p className="font-medium font-serif text-title-3">
        {beyond ? "This page is past the end." : "No agent matches."}
      </p>
      <p className="mt-1 text-ink-2">
        {beyond ? "The list is shorter than that. " : "Take a filter away, or say it in other words. "}
        <ViewLink query={beyond ? change(query, {}) : readAddress([])}>
          {beyond ? "Go to the first page" : "Show all agents"}
        </ViewLink>
      </p>
    </div>
  );
}

function rangeOf({ offset }: DirectoryQuery, shown: number, total: number): string {
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

/** Long enough that what the server has just rendered is not asked for again. */
const STALE_MILLISECONDS = 30_000;

/** The service may be on this very machine, so it is asked even where the browser knows no network. */
const QUERIES = { staleTime: STALE_MILLISECONDS, retry: 1, networkMode: "always", refetchOnReconnect: true } as const;

/** The browser's cache of the API's answers, for those pages alone that go on asking. */
export function QueryCache({ children }: { children: ReactNode }) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: QUERIES } }));
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
