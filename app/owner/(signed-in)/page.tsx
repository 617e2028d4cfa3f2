import type { Metadata } from "next";
import { ExpiryNotice } from "@/components/access/own-credential";
import { Journal } from "@/components/council/journal";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { OwnAgentList } from "@/components/owner/agent-list";
import { EmptyList } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import { OwnQuery } from "@/lib/features/access/schema";
import { listOwnActs, listOwnAgents } from "@/lib/features/access/service/own-agents";
import { getOwnCredential } from "@/lib/features/access/service/own-credential";
import { addressWith, firstValues, readQuery } from "@/lib/http/page-address";
import { readForOwner } from "@/lib/next/read-for-owner";

export const metadata: Metadata = { title: "Agents" };

const PAGE_ROWS = 50;
const ACTS_SHOWN = 20;

export default async function OwnerPage({ searchParams }: PageProps<"/owner">) {
  const { cursor } = readQuery(OwnQuery, firstValues(await searchParams));
  const read = await readForOwner(async (ctx, { name }) => {
    const [credential, list, { acts }] = await Promise.all([
      getOwnCredential(ctx),
      listOwnAgents(ctx, { limit: PAGE_ROWS, cursor }),
      listOwnActs(ctx, { limit: ACTS_SHOWN, cursor: undefined }),
    ]);
    return { credential, list, acts, name };
  }, "/owner");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { credential, list, acts, name } = read.value;
  const isAgent = credential.kind === "agent";
  return (
    <>
      <PageTitle title={isAgent ? "Your agent" : `Agents of ${name}`}>
        {isAgent ? "Open it to edit, deprecate or withdraw it." : "Open one to edit, deprecate or withdraw it."}
      </PageTitle>
      <ExpiryNotice credential={credential} />
      {list.agents.length === 0 ? (
        <EmptyList title={isAgent ? "Your DID has no record yet." : "Your organisation has no agents yet."}>
          Register one <a href="/docs/agents">with the API</a>, with the token that you signed in with.
        </EmptyList>
      ) : (
        <OwnAgentList agents={list.agents} />
      )}
      {list.next_cursor !== undefined && (
        <p className="mt-4 text-sm">
          <a href={addressWith("/owner", { cursor: list.next_cursor })} className="inline-flex min-h-11 items-center">
            More agents
          </a>
        </p>
      )}
      <div className="mt-10">
        <Section title={`Last ${ACTS_SHOWN} actions`}>
          {acts.length === 0 ? <p className="py-3 text-ink-2 text-sm">No action yet.</p> : <Journal entries={acts} />}
        </Section>
      </div>
    </>
  );
}
