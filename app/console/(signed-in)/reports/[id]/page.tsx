import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { NothingHere } from "@/components/console/nothing-here";
import { OpenForm } from "@/components/incidents/open-form";
import { Breadcrumb, PageTitle, RegisterSilent } from "@/components/layout/page";
import { DismissForm, DuplicateForm } from "@/components/reports/decision-forms";
import { ReportMark } from "@/components/reports/report-mark";
import { WhatSenderSaid } from "@/components/reports/what-sender-said";
import { FactList, Section } from "@/components/ui/section";
import { nameOperators } from "@/lib/access/service/credentials";
import { foundOrNull, setPageStatus } from "@/lib/api/read-for-page";
import { consoleIncidentHref } from "@/lib/incidents/view/address";
import { readForConsole } from "@/lib/next/read-for-console";
import { TraceId } from "@/lib/relay/schema";
import type { Report } from "@/lib/reports/schema";
import { getReport } from "@/lib/reports/service/read";
import { utcMinute } from "@/lib/text/utc";
import { dismiss, duplicate, open } from "../actions";

const LIST = "/console/reports";

export async function generateMetadata({ params }: PageProps<"/console/reports/[id]">): Promise<Metadata> {
  return { title: `Report ${(await params).id}` };
}

export default async function ReportPage({ params }: PageProps<"/console/reports/[id]">) {
  const { id } = await params;
  const read = await readForConsole(async (ctx) => {
    const report = await foundOrNull(getReport(ctx, { id }));
    return report && { report, names: await nameOperators(ctx, [report.decided_by ?? ""]) };
  }, `${LIST}/[id]`);
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  if (read.value === null) {
    setPageStatus(404);
    return <NothingHere what="report" list={LIST} />;
  }
  const { report, names } = read.value;
  return (
    <>
      <Breadcrumb above={[{ name: "Reports", href: LIST }]} here={id} />
      <PageTitle title={`Report ${id}`}>
        <ReportMark status={report.status} />
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <Section title="What the sender said">
            <WhatSenderSaid report={report} />
          </Section>
          {report.status === "waiting" && (
            <Section title="Open an incident">
              <p className="my-3 max-w-[64ch] text-ink-2 text-sm">
                In your name, and from then on as one of your own: everyone reads it, and it weighs at once. Its
                timeline says that the public reported it. Take out what should not be public.
              </p>
              <OpenForm action={open} idempotencyKey={randomUUID()} values={valuesOf(report)} hidden={{ report: id }} />
            </Section>
          )}
        </div>
        <aside aria-label="Decision">
          {report.status === "waiting" ? (
            <Section title="If it is no new incident">
              <div className="mt-4 grid gap-5">
                <DuplicateForm action={duplicate} id={id} about={report.about === null ? "" : String(report.about)} />
                <DismissForm action={dismiss} id={id} />
              </div>
            </Section>
          ) : (
            <Section title="Decision">
              <Decided report={report} names={names} />
            </Section>
          )}
        </aside>
      </div>
    </>
  );
}

/** What an incident opened from a report begins with. */
function valuesOf({ text, happened, dids, evidence }: Report): Record<string, string> {
  const isTrace = TraceId.safeParse(evidence).success;
  const behind = [happened && `When: ${happened}`, isTrace ? "" : evidence && `See: ${evidence}`].filter(Boolean);
  return {
    description: [text, ...behind].join("\n\n"),
    affected: dids.join("\n"),
    trace_id: isTrace ? evidence : "",
  };
}

function Decided({ report, names }: { report: Report; names: Record<string, string> }) {
  const { status, decided_at, decided_by, reason, incident } = report;
  if (decided_at === null || decided_by === null) return null;
  const facts = [
    {
      name: status === "duplicate" ? "It was found a duplicate" : `It was ${status}`,
      value: (
        <>
          {utcMinute(decided_at)} UTC by <bdi>{names[decided_by] ?? decided_by}</bdi>
        </>
      ),
    },
    incident === null
      ? []
      : { name: "Incident", value: <a href={consoleIncidentHref(incident)}>Incident {incident}</a> },
    reason === "" ? [] : { name: "Written to the sender", value: <bdi className="whitespace-pre-wrap">{reason}</bdi> },
  ];
  return <FactList facts={facts.flat()} />;
}
