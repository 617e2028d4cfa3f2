import type { Metadata } from "next";
import { CredentialTable } from "@/components/access/credential-list";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { BUTTON } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { ChoiceNav, EmptyList, FindForm, ListPages } from "@/components/ui/list";
import { type CredentialFilters, CredentialQuery } from "@/lib/features/access/schema";
import { listCredentials } from "@/lib/features/access/service/find";
import { addressWith, firstValues, readQuery } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";

export const metadata: Metadata = { title: "Credentials" };

const PLACE = "/console/credentials";
const PAGE_ROWS = 50;
const STATES = [
  { state: undefined, name: "All" },
  { state: "working", name: "Working" },
  { state: "expiring", name: "Expiring soon" },
  { state: "ended", name: "Ended" },
] as const;
const KINDS = [
  { kind: undefined, name: "All owners" },
  { kind: "agent", name: "Agents" },
  { kind: "provider", name: "Organisations" },
  { kind: "operator", name: "Operators" },
] as const;

export default async function CredentialsPage({ searchParams }: PageProps<"/console/credentials">) {
  const query = readQuery(CredentialQuery, { limit: PAGE_ROWS, ...firstValues(await searchParams) });
  const read = await readForConsole(
    async (ctx) => ({ list: await listCredentials(ctx, query), now: ctx.clock().toISOString() }),
    PLACE,
  );
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { limit, offset, ...filters } = query;
  const { list, now } = read.value;
  const to = (changed: CredentialFilters) => addressWith(PLACE, { ...filters, ...changed });
  return (
    <>
      <PageTitle title="Credentials">
        Tokens for the API. A token is shown once, when it is issued. Only its hash is kept.
      </PageTitle>
      <div className="mb-4 flex flex-wrap items-end gap-x-6 gap-y-3">
        <a href={`${PLACE}/issue`} className={BUTTON.solid}>
          Issue a credential
        </a>
        <FindForm
          action={PLACE}
          kept={present({ kind: filters.kind, state: filters.state })}
          className="flex w-full min-w-0 items-end md:w-auto md:max-w-md md:flex-1"
          button="quiet"
        >
          <TextField label="Owner or label" name="q" value={filters.q ?? ""} />
        </FindForm>
      </div>
      <div className="mb-4 flex flex-wrap gap-x-8">
        <ChoiceNav
          label="State"
          choices={STATES.map(({ state, name }) => ({ name, href: to({ state }), chosen: filters.state === state }))}
        />
        <ChoiceNav
          label="Owner"
          choices={KINDS.map(({ kind, name }) => ({ name, href: to({ kind }), chosen: filters.kind === kind }))}
        />
      </div>
      {list.credentials.length === 0 ? (
        <EmptyList title="No credential matches.">
          <a href={PLACE}>Show all credentials</a>
        </EmptyList>
      ) : (
        <CredentialTable credentials={list.credentials} now={now} />
      )}
      <ListPages
        {...{ limit, offset, total: list.total }}
        usualLimit={PAGE_ROWS}
        href={(place) => addressWith(PLACE, { ...filters, ...place })}
      />
    </>
  );
}

function present(values: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
