import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { headers } from "next/headers";
import { filtersOf, readAddress } from "@/components/agents/address";
import { AgentViews } from "@/components/agents/agent-views";
import { DirectoryBrowser, QueryCache } from "@/components/agents/directory-browser";
import { RegisterSilent } from "@/components/layout/page";
import { listDirectory as listDirectoryEndpoint } from "@/lib/agents/contract";
import { directoryQuery, facetsQuery } from "@/lib/agents/queries";
import { listFacets } from "@/lib/agents/service/facets";
import { listDirectory } from "@/lib/agents/service/read";
import { publicUrl } from "@/lib/api/public-url";
import { readForPage } from "@/lib/api/read-for-page";

export const metadata: Metadata = {
  title: "Agents",
  description: "Everyone admitted to the federation, with tier and trust score.",
};

export default async function AgentsPage({ searchParams }: PageProps<"/agents">) {
  const given = Object.entries(await searchParams).flatMap(([name, value]): [string, string][] =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [[name, one]])),
  );
  const query = readAddress(given);
  const filters = filtersOf(query);
  const read = await readForPage(
    (ctx) => Promise.all([listDirectory(ctx, query), listFacets(ctx, filters)]),
    "/agents",
  );
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  const [directory, facets] = read.value;
  const client = new QueryClient();
  client.setQueryData(directoryQuery(query).queryKey, directory);
  client.setQueryData(facetsQuery(filters).queryKey, facets);
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
            <DirectoryBrowser origin={publicUrl({ headers: await headers() })} twin={listDirectoryEndpoint.path} />
          </HydrationBoundary>
        </QueryCache>
      </div>
    </>
  );
}
