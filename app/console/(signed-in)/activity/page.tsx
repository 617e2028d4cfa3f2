import type { Metadata } from "next";
import { ActList } from "@/components/console/act-list";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { BUTTON } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { ListPages } from "@/components/ui/list";
import { listActsWithNames } from "@/lib/features/access/service/list-acts-with-names";
import { ActQuery } from "@/lib/features/council/schema";
import { addressWith, firstValues, readQuery } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";

export const metadata: Metadata = { title: "Activity" };

const PLACE = "/console/activity";
const PAGE_ROWS = 50;

export default async function ActivityPage({ searchParams }: PageProps<"/console/activity">) {
  const query = readQuery(ActQuery, { limit: PAGE_ROWS, ...firstValues(await searchParams) });
  const read = await readForConsole((ctx) => listActsWithNames(ctx, query), PLACE);
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { limit, offset, ...filters } = query;
  const { acts, names, total, limit: rows } = read.value;
  return (
    <>
      <PageTitle title="Activity">
        Every decision by people, and its effects, from the council’s log. Each action is an entry of a chain, so nobody
        can change it unnoticed.
      </PageTitle>
      <form action={PLACE} className="mb-6 grid items-end gap-x-4 gap-y-3 md:grid-cols-[1fr_1fr_1fr_auto_auto]">
        <TextField label="Actor" name="actor" value={filters.actor ?? ""} placeholder="operator:…" />
        <TextField label="Kind" name="kind" value={filters.kind ?? ""} placeholder="tier.granted, or tier." />
        <TextField label="Subject" name="subject" value={filters.subject ?? ""} placeholder="A DID, relay, …" />
        <button type="submit" className={BUTTON.solid}>
          Find
        </button>
        <a href={PLACE} className="py-2.5 text-sm">
          Show all
        </a>
      </form>
      <ActList acts={acts} names={names} />
      <ListPages
        {...{ limit, offset, total }}
        rows={rows}
        usualLimit={PAGE_ROWS}
        href={(place) => addressWith(PLACE, { ...filters, ...place })}
      />
    </>
  );
}
