import { RelativeTime } from "@/components/ui/relative-time";
import type { Report } from "@/lib/features/incidents/reports/schema";
import { ReportMark } from "./report-mark";

export function ReportEntry({ report: { id, status, text, dids, incident, created_at } }: { report: Report }) {
  return (
    <li className="grid gap-x-6 gap-y-1 border-hair border-b py-4 md:grid-cols-[9rem_minmax(0,1fr)_9rem]">
      <p className="flex items-baseline justify-between gap-4 md:block">
        <ReportMark status={status} />
        <span className="text-ink-3 text-xs md:mt-1 md:block">
          <RelativeTime instant={created_at} />
        </span>
      </p>
      <div className="min-w-0 text-sm">
        <a href={`/console/reports/${id}`} className="inline-flex items-center font-semibold max-md:min-h-11">
          {`Report ${id}`}
        </a>
        <p className="mt-1 line-clamp-2 max-w-[72ch] text-ink-2">
          <bdi className="[overflow-wrap:anywhere]">{text}</bdi>
        </p>
        {dids.length > 0 && (
          <p className="mt-1 font-mono text-xs [overflow-wrap:anywhere]">
            {dids[0]}
            {dids.length > 1 && ` and ${dids.length - 1} more`}
          </p>
        )}
      </div>
      {incident !== null && (
        <p className="text-xs md:text-right">
          <a href={`/console/incidents/${incident}`}>{`Incident ${incident}`}</a>
        </p>
      )}
    </li>
  );
}
