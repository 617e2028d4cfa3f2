import type { Metadata, ResolvingMetadata } from "next";
import { headers } from "next/headers";
import { AgentViews } from "@/components/agents/agent-views";
import { AllValues } from "@/components/agents/all-values";
import { Directory, DirectorySearch } from "@/components/agents/directory";
import { filtersOf, readAddress, type View } from "@/components/agents/directory-view";
import type { Results } from "@/components/agents/results";
import { DatabaseUnavailable, Follow } from "@/components/layout/page";
import { publicUrl } from "@/lib/api/public-url";
import { type Context, requestScope } from "@/lib/authority/context";
import { agentPageTexts } from "@/lib/features/agents/texts";
import * as contract from "@/lib/features/directory/contract";
import { Dimension, type FacetValues } from "@/lib/features/directory/directory-schema";
import { isPicked } from "@/lib/features/directory/explain";
import { searchOf, sentSearch } from "@/lib/features/directory/search-schema";
import { listFacets, listFacetValues } from "@/lib/features/directory/service/facets";
import { listDirectory } from "@/lib/features/directory/service/list";
import { browseSearch } from "@/lib/features/directory/service/search-agents";
import { countUsage } from "@/lib/features/relay/service/usage";
import { pathOf } from "@/lib/http/client";
import { firstValues } from "@/lib/http/page-address";
import { feedAlternates } from "@/lib/next/feed-links";
import { readForPage } from "@/lib/portal/read-for-page";

type Props = PageProps<"/agents">;

function feedsOf(view: View) {
  const filters = { query: filtersOf(view) };
  return { atom: pathOf(contract.getAgentsAtom, filters), json: pathOf(contract.getAgentsJsonFeed, filters) };
}

export async function generateMetadata({ searchParams }: Props, above: ResolvingMetadata): Promise<Metadata> {
  const feeds = feedsOf(readAddress(firstValues(await searchParams)));
  return {
    title: agentPageTexts.directory,
    description: "Find an agent by what it does, and see how far it can be trusted.",
    ...(await feedAlternates(above, { title: "New agents", ...feeds })),
  };
}

const VALUES_OF_A_PAGE = 300;

/**
 * Finds the agents of a view: with the search if it has a question, otherwise with the directory. If none fits, the facets
 * count all agents.
 */
async function find(ctx: Context, view: View): Promise<Omit<Results, "usage">> {
  const search = searchOf(view);
  if (!search) {
    const [{ agents, total }, facets] = await Promise.all([listDirectory(ctx, view), listFacets(ctx, filtersOf(view))]);
    return { agents, total, listed: total, facets };
  }
  requestScope().isUnannounced = true;
  const reading = await browseSearch(ctx, search);
  if (isPicked(reading)) return { ...reading, reading };
  if (reading.reason !== "nothing asked") return { ...reading, reading, facets: await listFacets(ctx, {}) };
  return { ...(await find(ctx, { ...view, q: undefined, sort: view.sort ?? "trusted" })), reading };
}

async function readView(ctx: Context, view: View): Promise<Results> {
  const found = await find(ctx, view);
  const shown = found.agents.map(({ did }) => did);
  return { ...found, usage: await countUsage(ctx, shown) };
}

/** Reads all values of the requested facet. Null if the address requests none. */
async function readValues(ctx: Context, view: View, all: string | undefined): Promise<FacetValues | null> {
  const dimension = Dimension.safeParse(all);
  if (!dimension.success) return null;
  const { offset: cursor } = view;
  return listFacetValues(ctx, { ...filtersOf(view), dimension: dimension.data, limit: VALUES_OF_A_PAGE, cursor });
}

function jsonOf(view: View): string {
  const search = searchOf(view);
  return search
    ? pathOf(contract.searchAgents, { query: sentSearch(search) })
    : pathOf(contract.listDirectory, { query: view });
}

export default async function AgentsPage({ searchParams }: Props) {
  const given = firstValues(await searchParams);
  const view = readAddress(given);
  const read = await readForPage(async (ctx) => {
    const values = await readValues(ctx, view, given["all"]);
    return values ?? readView(ctx, view);
  }, "/agents");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const shown = read.value;
  return (
    <>
      <AgentViews here="/agents" />
      <h1 className="text-title-1">{agentPageTexts.directory}</h1>
      <p className="mt-1 mb-5 max-w-[64ch] text-ink-2">{agentPageTexts.directoryLede}</p>
      <DirectorySearch view={view} />
      <p role="status" data-live-status="" className="sr-only" />
      <div id="agents-view" data-live-part="" className="mt-5">
        {"dimension" in shown ? (
          <AllValues view={view} facet={shown} limit={VALUES_OF_A_PAGE} />
        ) : (
          <Directory view={view} results={shown} origin={publicUrl({ headers: await headers() })} json={jsonOf(view)} />
        )}
      </div>
      <div className="mt-8 text-sm">
        <Follow {...feedsOf(view)} />
      </div>
    </>
  );
}
