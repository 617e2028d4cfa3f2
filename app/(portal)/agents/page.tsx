import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { DirectoryFilters } from "@/components/agents/directory-filters";
import { DirectoryTable } from "@/components/agents/directory-table";
import { directoryQuery } from "@/lib/agents/queries";
import { DirectoryQuery } from "@/lib/agents/schema";
import { listDirectory } from "@/lib/agents/service/read";
import { pageContext } from "@/lib/api/page-context";

export const metadata: Metadata = { title: "Agents" };

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export default async function AgentsPage({ searchParams }: { searchParams: SearchParams }) {
  const given = Object.entries(await searchParams).map(([name, value]) => [
    name,
    Array.isArray(value) ? value[0] : value,
  ]);
  const query = DirectoryQuery.parse(Object.fromEntries(given));
  const directory = await listDirectory(pageContext("/agents"), query);
  const client = new QueryClient();
  client.setQueryData(directoryQuery(query).queryKey, directory);
  return (
    <>
      <h1 className="text-[2.375rem]">Agents</h1>
      <p className="mb-8 text-[1.1875rem] text-ink-2">Everyone admitted to the federation, highest score first.</p>
      <DirectoryFilters query={query} />
      <HydrationBoundary state={dehydrate(client)}>
        <DirectoryTable query={query} />
      </HydrationBoundary>
    </>
  );
}
