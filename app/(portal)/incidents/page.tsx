import type { Metadata, ResolvingMetadata } from "next";
import { CalendarStrip } from "@/components/incidents/calendar-strip";
import { CrossTable } from "@/components/incidents/cross-table";
import { IncidentsTable } from "@/components/incidents/incidents-table";
import { DatabaseUnavailable, Follow, PageTitle } from "@/components/layout/page";
import { TextField } from "@/components/ui/field";
import { ChoiceNav, EmptyList, FindForm, ListPages } from "@/components/ui/list";
import { Section } from "@/components/ui/section";
import * as contract from "@/lib/features/incidents/contract";
import { type IncidentFilters, IncidentQuery, IncidentStatus, Severity } from "@/lib/features/incidents/schema";
import { browseIncidents, readCalendar } from "@/lib/features/incidents/service/browse";
import { countIncidents } from "@/lib/features/incidents/service/read";
import { incidentPageTexts } from "@/lib/features/incidents/texts";
import { REGISTER, registerHref } from "@/lib/features/incidents/view/address";
import { SEVERITY_NAMES, STATUS_NAMES } from "@/lib/features/incidents/view/names";
import { USUAL_ROWS } from "@/lib/http/page";
import { firstValues, readQuery } from "@/lib/http/page-address";
import { feedAlternates } from "@/lib/next/feed-links";
import { readForPage } from "@/lib/portal/read-for-page";

const FEEDS = { atom: contract.getIncidentsAtom.path, json: contract.getIncidentsJsonFeed.path };

export async function generateMetadata(_props: unknown, above: ResolvingMetadata): Promise<Metadata> {
  return {
    title: incidentPageTexts.title,
    description: "What went wrong, who acted, and when.",
    ...(await feedAlternates(above, { title: incidentPageTexts.title, ...FEEDS })),
  };
}

export default async function IncidentsPage({ searchParams }: PageProps<"/incidents">) {
  const query = readQuery(IncidentQuery, firstValues(await searchParams));
  const read = await readForPage(
    async (ctx) => ({
      register: await browseIncidents(ctx, query),
      counts: await countIncidents(ctx),
      calendar: await readCalendar(ctx),
      now: ctx.clock().toISOString(),
    }),
    REGISTER,
  );
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { register, counts, calendar, now } = read.value;
  const { limit, offset, ...filters } = query;
  return (
    <>
      <PageTitle title={incidentPageTexts.title} jsonPath={contract.listIncidents.path}>
        {incidentPageTexts.lede}
      </PageTitle>
      <div className="mb-12 grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_29rem]">
        <Section title="Last 90 days">
          <CalendarStrip {...calendar} now={now} />
        </Section>
        <div>
          <Section title="All time">
            <CrossTable counts={counts} />
          </Section>
        </div>
      </div>
      <Section title="Register" aside={<Follow {...FEEDS} />}>
        <Choices filters={filters} />
        <p className="border-hair border-b py-2 text-ink-2 text-sm">
          Under investigation: an operator looks into it. Exported: the record is closed and sealed. Replies, and
          decisions about them, can still be published. They are not part of the sealed record.
        </p>
        {register.incidents.length === 0 ? (
          <NothingHere any={counts.length > 0} past={offset > 0 && register.total > 0} />
        ) : (
          <IncidentsTable incidents={register.incidents} now={now} />
        )}
        <ListPages
          {...{ limit, offset, total: register.total }}
          usualLimit={USUAL_ROWS}
          href={(place) => registerHref(filters, place)}
        />
      </Section>
    </>
  );
}

function Choices({ filters }: { filters: IncidentFilters }) {
  const { q, severity, status } = filters;
  const statuses = [undefined, ...IncidentStatus.options].map((each) => ({
    name: each ? STATUS_NAMES[each] : "Any status",
    href: registerHref({ ...filters, status: each }),
    chosen: status === each,
  }));
  const severities = [undefined, ...Severity.options.toReversed()].map((each) => ({
    name: each ? SEVERITY_NAMES[each] : "Any severity",
    href: registerHref({ ...filters, severity: each }),
    chosen: severity === each,
  }));
  return (
    <div className="flex flex-wrap items-center gap-x-8 gap-y-1 border-hair border-b py-2">
      <ChoiceNav label="Status" choices={statuses} />
      <ChoiceNav label="Severity" choices={severities} />
      <FindForm
        action={REGISTER}
        kept={{ ...(status && { status }), ...(severity && { severity }) }}
        className="flex w-full items-end md:ml-auto md:w-72"
        button="quiet"
      >
        <TextField label="Words of the title" labelHidden name="q" value={q ?? ""} placeholder="Words of the title" />
      </FindForm>
    </div>
  );
}

function NothingHere({ any, past }: { any: boolean; past: boolean }) {
  return (
    <EmptyList title={past ? "Page not found." : any ? incidentPageTexts.none : "No incident yet."}>
      {any ? (
        <a href={REGISTER}>Show all incidents</a>
      ) : (
        "An agent of tier T1 or above, or an operator, opens an incident with POST /api/incident/open."
      )}
    </EmptyList>
  );
}
