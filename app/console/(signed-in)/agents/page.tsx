import type { Metadata } from "next";
import { ListedMark } from "@/components/agents/listed";
import { Breadcrumb, DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { StatusMark, TierMark } from "@/components/marks/agent-marks";
import { DidWithIdenticon } from "@/components/marks/did";
import { consoleAgentHref } from "@/components/marks/profile-href";
import { TextField } from "@/components/ui/field";
import { ChoiceNav, EmptyList, FindForm, ListPages } from "@/components/ui/list";
import { listOverBounds } from "@/lib/features/agents/service/over-bounds";
import { DirectoryQuery } from "@/lib/features/directory/directory-schema";
import { listDirectory } from "@/lib/features/directory/service/list";
import { addressWith, firstValues, readQuery } from "@/lib/http/page-address";
import { fieldOf } from "@/lib/http/wording";
import { readForConsole } from "@/lib/next/read-for-console";

export const metadata: Metadata = { title: "Agents" };

const PLACE = "/console/agents";
const PAGE_ROWS = 50;
/** The parameter that lists the records over a bound. */
const OVER_BOUNDS = "over-bounds";
const OVER_BOUNDS_TITLE = "Records with texts that are too long";
const CHOICES = [
  { name: "All", status: undefined, membership: undefined },
  { name: "Active", status: "active", membership: undefined },
  { name: "Suspended", status: "suspended", membership: undefined },
  { name: "Only joined", status: "unverified", membership: "member" },
  { name: "Listed", status: undefined, membership: "listed" },
] as const;

/** The records that were stored before a bound, and that break it. */
async function OverBounds({ after }: { after: string | undefined }) {
  const read = await readForConsole((ctx) => listOverBounds(ctx, { after }), PLACE);
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { records, next } = read.value;
  return (
    <>
      <Breadcrumb above={[{ name: "Agents", href: PLACE }]} here={OVER_BOUNDS_TITLE} />
      <PageTitle title={OVER_BOUNDS_TITLE}>
        These manifests were stored before their texts had a maximum length. They stay readable, but a package with such
        a text has no install command. A changed manifest must keep the maximum lengths.
      </PageTitle>
      {records.length === 0 ? (
        <EmptyList title="No checked record has a text that is too long.">
          <a href={PLACE}>Show all agents</a>
        </EmptyList>
      ) : (
        <ol className="border-total border-t">
          {records.map(({ did, name, faults }) => (
            <li key={did} className="border-hair border-b py-3 text-sm">
              <a href={consoleAgentHref(did)} className="font-semibold">
                <bdi>{name}</bdi>
              </a>
              <span className="mt-0.5 block">
                <DidWithIdenticon did={did} />
              </span>
              <ul className="mt-1 text-ink-2">
                {faults.map(({ path, message }) => (
                  <li key={path.join(".")} className="[overflow-wrap:anywhere]">
                    <code>{fieldOf({ path: ["capability_manifest", ...path] })}</code> {message}.
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
      {next !== null && (
        <p className="mt-6 text-sm">
          <a href={addressWith(PLACE, { [OVER_BOUNDS]: 1, after: next })}>Check the next records</a>
        </p>
      )}
    </>
  );
}

export default async function AgentsPage({ searchParams }: PageProps<"/console/agents">) {
  const given = firstValues(await searchParams);
  if (given[OVER_BOUNDS] !== undefined) return <OverBounds after={given["after"]} />;
  const { q, status, membership, limit, offset } = readQuery(DirectoryQuery, { limit: PAGE_ROWS, ...given });
  const read = await readForConsole((ctx) => listDirectory(ctx, { q, status, membership, limit, offset }), PLACE);
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { agents, total } = read.value;
  return (
    <>
      <PageTitle title="Agents">
        Grant or withdraw a tier, or suspend an agent. Agents earn tiers with their public signals. Only T4 is always a
        person’s decision.
      </PageTitle>
      <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-3">
        <FindForm
          action={PLACE}
          kept={{ ...(status ? { status } : {}), ...(membership ? { membership } : {}) }}
          className="flex w-full min-w-0 items-end md:w-auto md:max-w-md md:flex-1"
        >
          <TextField label="Part of a DID or name" name="q" value={q ?? ""} />
        </FindForm>
        <ChoiceNav
          label="Status"
          choices={CHOICES.map(({ name, ...choice }) => ({
            name,
            href: addressWith(PLACE, { q, ...choice }),
            chosen: status === choice.status && membership === choice.membership,
          }))}
        />
      </div>
      {agents.length === 0 ? (
        <EmptyList title="No agent matches.">
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
                  <DidWithIdenticon did={agent.did} />
                </span>
              </p>
              <TierMark tier={agent.trust_tier} />
              <p className="tabular-nums">{agent.trust_score.toFixed(1)}</p>
              {agent.listed_from ? <ListedMark /> : <StatusMark status={agent.status} />}
            </li>
          ))}
        </ol>
      )}
      <ListPages
        {...{ limit, offset, total }}
        usualLimit={PAGE_ROWS}
        href={(place) => addressWith(PLACE, { q, status, membership, ...place })}
      />
      <p className="mt-6 text-sm">
        <a href={addressWith(PLACE, { [OVER_BOUNDS]: 1 })}>{OVER_BOUNDS_TITLE}</a>
      </p>
    </>
  );
}
