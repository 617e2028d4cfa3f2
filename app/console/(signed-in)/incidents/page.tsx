import type { Metadata } from "next";
import { IncidentsTable } from "@/components/incidents/incidents-table";
import { PageTitle, RegisterSilent } from "@/components/layout/page";
import { BUTTON } from "@/components/ui/button";
import { EmptyList, ListPages } from "@/components/ui/list";
import { firstValues, readQuery } from "@/lib/http/page-address";
import { IncidentQuery } from "@/lib/incidents/schema";
import { browseIncidents } from "@/lib/incidents/service/browse";
import { consoleIncidentHref, registerHref } from "@/lib/incidents/view/address";
import { readForConsole } from "@/lib/next/read-for-console";

export const metadata: Metadata = { title: "Incidents" };

export default async function IncidentsPage({ searchParams }: PageProps<"/console/incidents">) {
  const query = readQuery(IncidentQuery, firstValues(await searchParams));
  const read = await readForConsole(
    async (ctx) => ({ ...(await browseIncidents(ctx, query)), now: ctx.clock().toISOString() }),
    "/console/incidents",
  );
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  const { incidents, total, now } = read.value;
  const { limit, offset, ...filters } = query;
  return (
    <>
      <PageTitle title="Incidents">What is not settled stands first. Each is decided on its own page.</PageTitle>
      <p className="mb-6">
        <a href="/console/incidents/open" className={BUTTON.solid}>
          Open an incident
        </a>
      </p>
      {incidents.length === 0 ? (
        <EmptyList title="No incident is on record here." />
      ) : (
        <IncidentsTable incidents={incidents} now={now} hrefOf={consoleIncidentHref} />
      )}
      <ListPages limit={limit} offset={offset} total={total} href={(to) => `/console${registerHref(filters, to)}`} />
    </>
  );
}
