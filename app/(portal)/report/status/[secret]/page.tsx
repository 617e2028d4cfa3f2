import type { Metadata } from "next";
import { headers } from "next/headers";
import { ReportMark } from "@/components/incidents/reports/report-mark";
import { DatabaseUnavailable, PageTitle } from "@/components/layout/page";
import { CopyButton } from "@/components/ui/copy-button";
import { FactList, Section } from "@/components/ui/section";
import { publicUrl } from "@/lib/api/public-url";
import type { ReportProgress } from "@/lib/features/incidents/reports/schema";
import { getReportBySecret } from "@/lib/features/incidents/reports/service/by-secret";
import { incidentHref } from "@/lib/features/incidents/view/address";
import { settings } from "@/lib/foundation/env";
import { utcMinute } from "@/lib/foundation/text/utc";
import { decodedSegment } from "@/lib/http/page-address";
import { foundOrNull, readForPage, setPageStatus } from "@/lib/portal/read-for-page";

const LEDES = {
  waiting: "An operator will decide. This page then shows the decision.",
  opened:
    "An operator described the incident in different words. Your description stays private, unless you agreed to publish it.",
  duplicate: "An operator found that your report is about an incident in the register. What you wrote stays private.",
  dismissed: "The operator gave a reason. What you wrote stays private.",
} as const;

const TITLES = {
  waiting: "Your report has arrived",
  opened: "Your report became an incident",
  duplicate: "The incident was already known",
  dismissed: "Your report was dismissed",
} as const;

export const metadata: Metadata = { title: "Your report", robots: { index: false, follow: false } };

export default async function ReportStatusPage({ params, searchParams }: PageProps<"/report/status/[secret]">) {
  const secret = decodedSegment((await params).secret);
  const read = await readForPage((ctx) => foundOrNull(getReportBySecret(ctx, { secret })), "/report/status/[secret]");
  if (!read.ok) return <DatabaseUnavailable requestId={read.requestId} />;
  if (read.value === null) return <Nothing />;
  const report = read.value;
  const origin = publicUrl({ headers: await headers() });
  return (
    <>
      <PageTitle title={TITLES[report.status]}>{LEDES[report.status]}</PageTitle>
      {(await searchParams)["repeated"] !== undefined && (
        <p role="status" className="mb-6 border-2 border-ink bg-raised px-5 py-4 text-sm">
          <b className="font-semibold">This form was sent before.</b> It was not sent again, and nothing was changed.
        </p>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div>
          {report.status === "waiting" && (
            <KeepAddress address={`${origin}/report/status/${secret}`} hasEmail={report.has_email} />
          )}
          {report.incident !== null && (
            <p className="text-lg">
              <a href={incidentHref(report.incident)}>{`Incident ${report.incident}`}</a> is public. There you can
              follow what happens.
            </p>
          )}
          <Reason reason={report.reason} />
        </div>
        <aside aria-label="The report">
          <Section title="The report">
            <Facts report={report} />
          </Section>
        </aside>
      </div>
    </>
  );
}

function KeepAddress({ address, hasEmail }: { address: string; hasEmail: boolean }) {
  return (
    <div className="border-accent border-l-4 bg-accent-wash px-5 py-4">
      <h2 className="text-title-3">Keep this page’s address</h2>
      <p className="mt-1 max-w-[60ch] text-sm">
        Bookmark it, or write it down. It is secret, and the only way back to your report. The service keeps only its
        hash.
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-3">
        <code className="select-all font-mono text-xs [overflow-wrap:anywhere]">{address}</code>
        <CopyButton text={address} what="the address" />
      </p>
      {hasEmail && settings().SMTP_URL !== undefined && (
        <p className="mt-2 max-w-[60ch] text-sm">You get an e-mail when the report is decided.</p>
      )}
    </div>
  );
}

/** Shows the operator's reason, unchanged. */
function Reason({ reason }: { reason: string }) {
  if (reason === "") return null;
  return (
    <figure>
      <figcaption className="font-semibold text-sm">The operator writes</figcaption>
      <blockquote className="mt-2 max-w-[64ch] border-rule border-l-4 pl-4">
        <bdi className="whitespace-pre-wrap [overflow-wrap:anywhere]">{reason}</bdi>
      </blockquote>
    </figure>
  );
}

function Facts({ report: { id, status, created_at, decided_at } }: { report: ReportProgress }) {
  const facts = [
    { name: "Reference", value: `Report ${id}` },
    { name: "Status", value: <ReportMark status={status} /> },
    { name: "Sent", value: utc(created_at) },
    decided_at === null ? [] : { name: "Decided", value: utc(decided_at) },
  ];
  return <FactList facts={facts.flat()} />;
}

const utc = (instant: string) => `${utcMinute(instant)} UTC`;

function Nothing() {
  setPageStatus(404);
  return (
    <PageTitle title="Report not found">
      Check that you copied the whole address. If it is lost, you may <a href="/report">report again</a>.
    </PageTitle>
  );
}
