import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { filtersOf, readAddress } from "@/components/agents/address";
import { AgentViews } from "@/components/agents/agent-views";
import { DirectoryBrowser, QueryCache } from "@/components/agents/directory-browser";
import { RegisterSilent } from "@/components/layout/page";
import * as contract from "@/lib/agents/contract";
import { directoryQuery, facetsQuery, searchOf, searchQuery } from "@/lib/agents/queries";
import type { DirectoryQuery } from "@/lib/agents/schema";
import { AgentSearchQuery } from "@/lib/agents/search-schema";
import { listFacets } from "@/lib/agents/service/facets";
import { listDirectory } from "@/lib/agents/service/read";
import { searchAgents } from "@/lib/agents/service/search-agents";
import { publicUrl } from "@/lib/api/public-url";
import { readForPage } from "@/lib/api/read-for-page";
import { type Context, requestScope } from "@/lib/context";

export const metadata: Metadata = {
  title: "Agents",
  description: "Everyone admitted to the federation, with tier and trust score.",
};

/** Reads what a view shows, as the browser would ask for it. */
async function readView(ctx: Context, query: DirectoryQuery, client: QueryClient): Promise<void> {
  const search = searchOf(query);
  if (search) {
    requestScope().isUnannounced = true;
    client.setQueryData(searchQuery(search).queryKey, await searchAgents(ctx, AgentSearchQuery.parse(search)));
    return;
  }
  const filters = filtersOf(query);
  const [directory, facets] = await Promise.all([listDirectory(ctx, query), listFacets(ctx, filters)]);
  client.setQueryData(directoryQuery(query).queryKey, directory);
  client.setQueryData(facetsQuery(filters).queryKey, facets);
}

export default async function AgentsPage({ searchParams }: PageProps<"/agents">) {
  const given = Object.entries(await searchParams).flatMap(([name, value]): [string, string][] =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [[name, one]])),
  );
  const query = readAddress(given);
  const client = new QueryClient();
  const read = await readForPage((ctx) => readView(ctx, query, client), "/agents");
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  return (
    <>
      <AgentViews here="/agents" />
      <h1 className="text-title-1">Agents</h1>
      <p className="mt-2 mb-8 max-w-[64ch] text-ink-2 text-lg">
        Everyone admitted to the federation. The seal beside a name is drawn from the DID: same seal, same agent.
      </p>
      <div>
        <QueryCache>
          <HydrationBoundary state={dehydrate(client)}>
            <DirectoryBrowser
              origin={publicUrl({ headers: await headers() })}
              directory={contract.listDirectory.path}
              search={contract.searchAgents.path}
            />
          </HydrationBoundary>
        </QueryCache>
      </div>
    </>
  );
}
