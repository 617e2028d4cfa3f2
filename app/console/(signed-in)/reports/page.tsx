import type { Metadata } from "next";
import { ReportEntry } from "@/components/incidents/reports/report-entry";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { ChoiceNav, EmptyList, ListPages, type PlaceInList } from "@/components/ui/list";
import { ReportQuery, ReportStatus } from "@/lib/features/incidents/reports/schema";
import { listReports } from "@/lib/features/incidents/reports/service/read";
import { USUAL_ROWS } from "@/lib/http/page";
import { addressWith, firstValues, readQuery } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";

export const metadata: Metadata = { title: "Reports" };

const PLACE = "/console/reports";
const NAMES: Record<ReportStatus, string> = {
  waiting: "Waiting",
  opened: "Opened",
  duplicate: "Duplicates",
  dismissed: "Dismissed",
};
const addressOf = (status: ReportStatus, place?: PlaceInList) =>
  addressWith(PLACE, { status: status === "waiting" ? undefined : status, ...place });

export default async function ReportsPage({ searchParams }: PageProps<"/console/reports">) {
  const query = readQuery(ReportQuery, firstValues(await searchParams));
  const read = await readForConsole((ctx) => listReports(ctx, query), PLACE);
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  const { reports, total, limit, offset, by_status } = read.value;
  const { status } = query;
  return (
    <>
      <PageTitle title="Reports">
        Reports from people without a token, the oldest first. Nothing is public until you open an incident.
      </PageTitle>
      <div className="mb-2">
        <ChoiceNav
          label="Status"
          choices={ReportStatus.options.map((one) => ({
            name: `${NAMES[one]} (${by_status[one].toLocaleString("en")})`,
            href: addressOf(one),
            chosen: status === one,
          }))}
        />
      </div>
      {reports.length === 0 ? (
        <EmptyList title={status === "waiting" ? "No report is waiting." : "No report matches."}>
          Reports come from <a href="/report">/report</a>.
        </EmptyList>
      ) : (
        <ol className="border-total border-t">
          {reports.map((report) => (
            <ReportEntry key={report.id} report={report} />
          ))}
        </ol>
      )}
      <ListPages {...{ limit, offset, total }} usualLimit={USUAL_ROWS} href={(place) => addressOf(status, place)} />
    </>
  );
}
