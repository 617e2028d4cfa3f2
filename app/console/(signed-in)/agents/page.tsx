import type { Metadata } from "next";
import { SealedDid } from "@/components/agents/did";
import { StatusMark, TierMark } from "@/components/agents/marks";
import { consoleAgentHref } from "@/components/agents/profile-href";
import { PageTitle, RegisterSilent } from "@/components/layout/page";
import { TextField } from "@/components/ui/field";
import { ChoiceNav, EmptyList, FindForm, ListPages } from "@/components/ui/list";
import { DirectoryQuery } from "@/lib/agents/schema";
import { listDirectory } from "@/lib/agents/service/read";
import { addressWith, firstValues, readQuery } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";

export const metadata: Metadata = { title: "Agents" };

const PLACE = "/console/agents";
const PAGE_ROWS = 50;
const STATUSES = [
  { status: undefined, name: "All" },
  { status: "active", name: "Active" },
  { status: "suspended", name: "Suspended" },
  { status: "unverified", name: "Unverified" },
] as const;

export default async function AgentsPage({ searchParams }: PageProps<"/console/agents">) {
  const { q, status, limit, offset } = readQuery(DirectoryQuery, {
    limit: PAGE_ROWS,
    ...firstValues(await searchParams),
  });
  const read = await readForConsole((ctx) => listDirectory(ctx, { q, status, limit, offset }), PLACE);
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  const { agents, total } = read.value;
  return (
    <>
      <PageTitle title="Agents">
        Whose tier to grant or withdraw, and whom to suspend. What an agent is trusted to do follows from its public
        signals; only T4 is always a person’s decision.
      </PageTitle>
      <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-3">
        <FindForm
          action={PLACE}
          kept={status ? { status } : {}}
          className="flex w-full min-w-0 items-end md:w-auto md:max-w-md md:flex-1"
        >
          <TextField label="Part of a DID or name" name="q" value={q ?? ""} />
        </FindForm>
        <ChoiceNav
          label="Status"
          choices={STATUSES.map((choice) => ({
            name: choice.name,
            href: addressWith(PLACE, { q, status: choice.status }),
            chosen: status === choice.status,
          }))}
        />
      </div>
      {agents.length === 0 ? (
        <EmptyList title="No agent is like that.">
          <a href={PLACE}>Show all agents</a>
        </EmptyList>
      ) : (
        <ol className="border-total border-t">
          {agents.map((agent) => (
            <li
              key={agent.did}
              className="grid gap-x-6 gap-y-1 border-hair border-b py-3 text-sm md:grid-cols-[minmax(0,1fr)_5rem_4rem_8rem] md:items-center"
            >
              <p className="min-w-0">
                <a href={consoleAgentHref(agent.did)} className="font-semibold">
                  <bdi>{agent.name}</bdi>
                </a>
                <span className="mt-0.5 block">
                  <SealedDid did={agent.did} />
                </span>
              </p>
              <TierMark tier={agent.trust_tier} />
              <p className="tabular-nums">{agent.trust_score.toFixed(1)}</p>
              <StatusMark status={agent.status} />
            </li>
          ))}
        </ol>
      )}
      <ListPages
        limit={limit}
        offset={offset}
        total={total}
        href={(next) => addressWith(PLACE, { q, status, offset: next })}
      />
    </>
  );
}
