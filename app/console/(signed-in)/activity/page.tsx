import type { Metadata } from "next";
import { ActList } from "@/components/console/act-list";
import { PageTitle, RegisterSilent } from "@/components/layout/page";
import { BUTTON } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { ListPages } from "@/components/ui/list";
import { listNamedActs } from "@/lib/access/service/named-acts";
import { listActs as listActsEndpoint } from "@/lib/council/contract";
import { ActQuery } from "@/lib/council/schema";
import { addressWith, firstValues, readQuery } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";

export const metadata: Metadata = { title: "Activity" };

const PLACE = "/console/activity";
const PAGE_ROWS = 50;

export default async function ActivityPage({ searchParams }: PageProps<"/console/activity">) {
  const query = readQuery(ActQuery, { limit: PAGE_ROWS, ...firstValues(await searchParams) });
  const read = await readForConsole((ctx) => listNamedActs(ctx, query), PLACE);
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  const { limit, offset, ...filters } = query;
  const { acts, names, total } = read.value;
  return (
    <>
      <PageTitle title="Activity" twin={addressWith(listActsEndpoint.path, { ...filters, limit, offset })}>
        Every decision by people, and what followed from it, as the council’s log has it. Each act is an entry of a
        chain that nobody can change unseen.
      </PageTitle>
      <form action={PLACE} className="mb-6 grid items-end gap-x-4 gap-y-3 md:grid-cols-[1fr_1fr_1fr_auto_auto]">
        <TextField label="By whom" name="actor" value={filters.actor ?? ""} placeholder="operator:…" />
        <TextField label="Kind" name="kind" value={filters.kind ?? ""} placeholder="tier.granted, or tier." />
        <TextField label="About" name="subject" value={filters.subject ?? ""} placeholder="A DID, relay, …" />
        <button type="submit" className={BUTTON.solid}>
          Find
        </button>
        <a href={PLACE} className="py-2.5 text-sm">
          Show all
        </a>
      </form>
      <ActList acts={acts} names={names} />
      <ListPages
        limit={limit}
        offset={offset}
        total={total}
        href={(next) => addressWith(PLACE, { ...filters, offset: next })}
      />
    </>
  );
}
