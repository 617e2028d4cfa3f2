import type { Metadata } from "next";
import { cache } from "react";
import { AgentList } from "@/components/agents/agent-list";
import { readAddress } from "@/components/agents/directory-view";
import { ProviderHead } from "@/components/agents/provider-head";
import { Breadcrumb, DatabaseUnavailable, NotFoundMessage } from "@/components/layout/page";
import { providerHref } from "@/components/marks/profile-href";
import { ListPages } from "@/components/ui/list";
import { showProvider } from "@/lib/features/directory/contract";
import { listDirectory } from "@/lib/features/directory/service/list";
import { getProvider } from "@/lib/features/directory/service/providers";
import { countUsage } from "@/lib/features/relay/service/usage";
import { pathOf } from "@/lib/http/client";
import { addressWith, decodedSegment, firstValues } from "@/lib/http/page-address";
import { foundOrNull, readForPage, setPageStatus } from "@/lib/portal/read-for-page";

type Props = PageProps<"/providers/[provider]">;

const readProvider = cache((provider: string, offset: string) =>
  readForPage(async (ctx) => {
    const found = await foundOrNull(getProvider(ctx, { provider }));
    if (found === null) return null;
    const view = { ...readAddress({ offset }), provider };
    const listed = await listDirectory(ctx, view);
    const usage = await countUsage(
      ctx,
      listed.agents.map(({ did }) => did),
    );
    return { provider: found, listed, usage };
  }, "/providers/{provider}"),
);

async function read({ params, searchParams }: Props) {
  const { offset = "0" } = firstValues(await searchParams);
  return readProvider(decodedSegment((await params).provider), offset);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const found = await read(props);
  if (!found.ok || !found.value) return { title: "Provider not found" };
  const { provider, agents } = found.value.provider;
  return {
    title: provider,
    description: `${agents.toLocaleString("en")} ${agents === 1 ? "agent names" : "agents name"} ${provider} as its provider.`,
  };
}

export default async function ProviderPage(props: Props) {
  const found = await read(props);
  if (!found.ok) return <DatabaseUnavailable requestId={found.requestId} />;
  if (found.value === null) {
    setPageStatus(404);
    return (
      <NotFoundMessage title="Provider not found">
        No agent names this provider. <a href="/agents?all=provider">All providers</a>
      </NotFoundMessage>
    );
  }
  const { provider, listed, usage } = found.value;
  return (
    <>
      <Breadcrumb
        above={[
          { name: "Agents", href: "/agents" },
          { name: "Providers", href: "/agents?all=provider" },
        ]}
      />
      <ProviderHead provider={provider} jsonPath={pathOf(showProvider, { params: { provider: provider.provider } })} />
      <h2 className="sr-only">Its agents</h2>
      <AgentList agents={listed.agents} usage={usage} constant={new Set(["provider"])} />
      <ListPages
        limit={listed.limit}
        usualLimit={listed.limit}
        offset={listed.offset}
        total={listed.total}
        href={(place) => addressWith(providerHref(provider.provider), { ...place })}
      />
    </>
  );
}
