import { rfcHref } from "@/components/marks/rfc-href";
import type { RfcSummary } from "@/lib/features/rfcs/schema";
import { RfcStatusMark, TallyLine } from "./marks";

/** Lists RFCs. @param pages the path above their pages */
export function RfcRegister({ rfcs, pages = "/rfcs" }: { rfcs: readonly RfcSummary[]; pages?: string }) {
  return (
    <ol className="border-total border-t">
      {rfcs.map(({ number, title, summary, status, since, superseded_by, tally }) => (
        <li
          key={number}
          className="grid grid-cols-[3rem_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1 border-hair border-b py-4 md:grid-cols-[3rem_minmax(0,1fr)_14rem_8rem]"
        >
          <span className="text-right font-serif text-ink-3 text-title-3 tabular-nums">{number}</span>
          <div className="min-w-0">
            <h2 className="text-title-3">
              <a href={`${pages}/${number}`}>{title}</a>
            </h2>
            <p className="mt-1 max-w-[62ch] text-ink-2 text-sm">{summary}</p>
          </div>
          <span className="col-start-2 text-ink-2 text-xs md:col-start-auto">
            <TallyLine tally={tally} />
          </span>
          <span className="col-start-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs md:col-start-auto md:block md:text-right">
            <RfcStatusMark status={status} />
            <span className="text-ink-3 md:mt-1 md:block">
              {superseded_by === null ? (
                <time dateTime={since} className="font-mono">
                  {since.slice(0, 10)}
                </time>
              ) : (
                <a href={rfcHref(superseded_by)}>{`by RFC ${superseded_by}`}</a>
              )}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}
