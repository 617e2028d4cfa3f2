import type { Metadata } from "next";
import { PageTitle, RegisterSilent } from "@/components/layout/page";
import { ReportEntry } from "@/components/reports/report-entry";
import { ChoiceNav, EmptyList, ListPages } from "@/components/ui/list";
import { addressWith, firstValues, readQuery } from "@/lib/http/page-address";
import { readForConsole } from "@/lib/next/read-for-console";
import { ReportQuery, ReportStatus } from "@/lib/reports/schema";
import { listReports } from "@/lib/reports/service/read";

export const metadata: Metadata = { title: "Reports" };

const PLACE = "/console/reports";
const NAMES: Record<ReportStatus, string> = {
  waiting: "Waiting",
  opened: "Opened",
  duplicate: "Duplicates",
  dismissed: "Dismissed",
};
const addressOf = (status: ReportStatus, offset = 0) =>
  addressWith(PLACE, { status: status === "waiting" ? undefined : status, offset });

export default async function ReportsPage({ searchParams }: PageProps<"/console/reports">) {
  const query = readQuery(ReportQuery, firstValues(await searchParams));
  const read = await readForConsole((ctx) => listReports(ctx, query), PLACE);
  if (!read.ok) return <RegisterSilent requestId={read.requestId} />;
  const { reports, total, limit, offset, by_status } = read.value;
  const { status } = query;
  return (
    <>
      <PageTitle title="Reports">
        What people without a token reported. Nothing of it is public until you open an incident. The oldest comes
        first.
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
        <EmptyList title={status === "waiting" ? "No report waits." : "No report is like that."}>
          Reports come from <a href="/report">/report</a>.
        </EmptyList>
      ) : (
        <ol className="border-total border-t">
          {reports.map((report) => (
            <ReportEntry key={report.id} report={report} />
          ))}
        </ol>
      )}
      <ListPages limit={limit} offset={offset} total={total} href={(to) => addressOf(status, to)} />
    </>
  );
}
