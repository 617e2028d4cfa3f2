import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { NothingHere } from "@/components/console/nothing-here";
import { ReadingList } from "@/components/console/reading-list";
import { OpenForm } from "@/components/incidents/open-form";
import { DismissForm, DuplicateForm } from "@/components/incidents/reports/decision-forms";
import { ReportMark } from "@/components/incidents/reports/report-mark";
import { SenderStatement } from "@/components/incidents/reports/sender-statement";
import { Breadcrumb, DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { FactList, Section } from "@/components/ui/section";
import { nameOperators } from "@/lib/features/access/service/operators";
import { listReadings } from "@/lib/features/access/service/readings";
import type { Report } from "@/lib/features/incidents/reports/schema";
import { getReport } from "@/lib/features/incidents/reports/service/read";
import { consoleIncidentHref } from "@/lib/features/incidents/view/address";
import { TraceId } from "@/lib/features/relay/schema";
import { ownValue } from "@/lib/foundation/own-values";
import { utcMinute } from "@/lib/foundation/text/utc";
import { firstValues } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";
import { foundOrNull, setPageStatus } from "@/lib/portal/read-for-page";
import { Permitted } from "../../permitted";
import { Work } from "../../work";
import { dismiss, duplicate, open } from "../actions";

const LIST = "/console/reports";

export async function generateMetadata({ params }: PageProps<"/console/reports/[id]">): Promise<Metadata> {
  return { title: `Report ${(await params).id}` };
}

export default async function ReportPage({ params, searchParams }: PageProps<"/console/reports/[id]">) {
  const { id } = await params;
  const { from } = firstValues(await searchParams);
  const read = await readForConsole(async (ctx) => {
    const report = await foundOrNull(getReport(ctx, { id }));
    if (report === null) return null;
    const names = await nameOperators(ctx, [report.decided_by ?? ""]);
    return { report, names, readings: await listReadings(ctx, `report:${report.id}`) };
  }, `${LIST}/[id]`);
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) {
    setPageStatus(404);
    return <NothingHere title="No such report" list={LIST} />;
  }
  const { report, names, readings } = read.value;
  return (
    <>
      <Breadcrumb above={[{ name: "Reports", href: LIST }]} here={id} />
      <PageTitle title={`Report ${id}`}>
        <ReportMark status={report.status} />
      </PageTitle>
      <Work queue="report" id={id} from={from} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_26rem] lg:grid-rows-[auto_1fr]">
        <PrivateStatement report={report} />
        {report.status === "waiting" ? (
          <>
            <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
              <Section title="Open an incident">
                <p className="my-3 max-w-[64ch] text-ink-2 text-sm">
                  You open it in your name. It is public and lowers scores at once. Its timeline says that the public
                  reported it. Describe it in your own words.
                </p>
                <Permitted to="report.decide">
                  <OpenForm
                    action={open}
                    idempotencyKey={randomUUID()}
                    values={valuesOf(report)}
                    hidden={{ report: id }}
                    fromReport
                  />
                </Permitted>
              </Section>
            </div>
            <aside aria-label="Decision" className="lg:col-start-2 lg:row-start-2">
              <Section title="If it is not a new incident">
                <Permitted to="report.decide">
                  <div className="mt-4 grid gap-5">
                    <DuplicateForm
                      action={duplicate}
                      id={id}
                      about={report.about === null ? "" : String(report.about)}
                    />
                    <DismissForm action={dismiss} id={id} />
                  </div>
                </Permitted>
              </Section>
            </aside>
          </>
        ) : (
          <aside aria-label="Decision" className="lg:col-start-1 lg:row-start-1">
            <Section title="Decision">
              <Decided report={report} names={names} />
            </Section>
          </aside>
        )}
      </div>
      <ReadingList readings={readings} />
    </>
  );
}

function PrivateStatement({ report }: { report: Report }) {
  return (
    <section
      aria-labelledby="private"
      className="self-start border border-ink border-dashed bg-sunk px-5 py-4 lg:col-start-2 lg:row-start-1"
    >
      <h2 id="private" className="text-title-3">
        What the sender wrote
      </h2>
      <p className="mt-1 mb-3 text-ink-2 text-sm">
        <b className="text-ink">Private.</b> The form promised not to publish it. Nothing of it is in the public
        description, and a text that repeats 40 characters of it is refused.
      </p>
      <SenderStatement report={report} />
    </section>
  );
}

/** Returns the initial values for an incident opened from a report: what the report's form says may be named. */
function valuesOf({ dids, evidence }: Report): Record<string, string> {
  return { affected: dids.join("\n"), trace_id: TraceId.safeParse(evidence).success ? evidence : "" };
}

function Decided({ report, names }: { report: Report; names: Record<string, string> }) {
  const { status, decided_at, decided_by, reason, incident } = report;
  if (decided_at === null || decided_by === null) return null;
  const facts = [
    {
      name: status === "duplicate" ? "It was marked as a duplicate" : `It was ${status}`,
      value: (
        <>
          {utcMinute(decided_at)} UTC by <bdi>{ownValue(names, decided_by) ?? decided_by}</bdi>
        </>
      ),
    },
    incident === null
      ? []
      : {
          name: "Incident",
          value: <a href={consoleIncidentHref(incident)}>{`Incident ${incident}`}</a>,
        },
    reason === "" ? [] : { name: "Reason for the sender", value: <bdi className="whitespace-pre-wrap">{reason}</bdi> },
  ];
  return <FactList facts={facts.flat()} />;
}
