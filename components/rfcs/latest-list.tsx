import type { RfcSummary } from "@/lib/rfcs/schema";
import { RfcStatusMark } from "./marks";
import { rfcHref } from "./rfc-href";

/** A few RFCs, each on a line with the day of its status. */
export function LatestRfcs({ rfcs }: { rfcs: readonly Pick<RfcSummary, "number" | "title" | "status" | "since">[] }) {
  return (
    <ul className="text-sm">
      {rfcs.map(({ number, title, status, since }) => (
        <li
          key={number}
          className="grid grid-cols-[2rem_minmax(0,1fr)_auto] items-baseline gap-x-3 border-hair border-b py-2.5"
        >
          <span className="text-right font-serif text-ink-3 text-md tabular-nums">{number}</span>
          <span>
            <a href={rfcHref(number)}>{title}</a>
            <time dateTime={since} className="block font-mono text-ink-3 text-xs">
              {since.slice(0, 10)}
            </time>
          </span>
          <RfcStatusMark status={status} />
        </li>
      ))}
    </ul>
  );
}
