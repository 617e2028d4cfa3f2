import type { Metadata } from "next";
import { IncidentsTable } from "@/components/incidents/incidents-table";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { BUTTON } from "@/components/ui/button";
import { EmptyList, ListPages } from "@/components/ui/list";
import { IncidentQuery } from "@/lib/features/incidents/schema";
import { browseIncidents } from "@/lib/features/incidents/service/browse";
import { consoleIncidentHref, registerHref } from "@/lib/features/incidents/view/address";
import { USUAL_ROWS } from "@/lib/http/page";
import { firstValues, readQuery } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";

export const metadata: Metadata = { title: "Incidents" };

export default async function IncidentsPage({ searchParams }: PageProps<"/console/incidents">) {
  const query = readQuery(IncidentQuery, firstValues(await searchParams));
  const read = await readForConsole(
    async (ctx) => ({ ...(await browseIncidents(ctx, query)), now: ctx.clock().toISOString() }),
    "/console/incidents",
  );
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { incidents, total, now } = read.value;
  const { limit, offset, ...filters } = query;
  return (
    <>
      <PageTitle title="Incidents">Unsettled incidents are first. You decide each on its own page.</PageTitle>
      <p className="mb-6">
        <a href="/console/incidents/open" className={BUTTON.solid}>
          Open an incident
        </a>
      </p>
      {incidents.length === 0 ? (
        <EmptyList title="No incident yet." />
      ) : (
        <IncidentsTable incidents={incidents} now={now} hrefOf={consoleIncidentHref} />
      )}
      <ListPages
        {...{ limit, offset, total }}
        usualLimit={USUAL_ROWS}
        href={(place) => `/console${registerHref(filters, place)}`}
      />
    </>
  );
}
