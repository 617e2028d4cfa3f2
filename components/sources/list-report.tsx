import type { ReactNode } from "react";
import { type Place, placeInList } from "@/lib/interop/sources/lists/place";
import type { Report } from "@/lib/interop/sources/lists/report";

/** Entries of a kind on the page. The others are only counted. */
const MOST_SHOWN = 200;

export function ListReport({ report }: { report: Report }) {
  const { totals, registered, updated } = report;
  const taken = report.refused.filter((one) => one.taken);
  const refused = report.refused.filter((one) => !one.taken);
  const counts = [
    { name: "new", count: totals.registered },
    { name: "changed", count: totals.updated },
    { name: "unchanged", count: totals.unchanged },
    { name: "refused", count: refused.length },
    { name: "owned by somebody else, or a member", count: taken.length },
  ];
  return (
    <>
      <dl className="mt-4 flex flex-wrap gap-x-10 gap-y-4">
        {counts.map(({ name, count }) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-ink-2 text-sm">{name}</dt>
            <dd className="font-medium font-serif text-title-2 tabular-nums">{count.toLocaleString("en")}</dd>
          </div>
        ))}
      </dl>
      <Entries title="Refused" entries={refused} open>
        {({ reason }) => <bdi>{reason}</bdi>}
      </Entries>
      <Entries title="Owned by somebody else, or a member" entries={taken} open>
        {({ reason }) => <bdi>{reason}</bdi>}
      </Entries>
      <Entries title="Changed" entries={updated} open>
        {({ did, changes }) => (
          <>
            <bdi className="font-mono">{did}</bdi>
            <dl className="mt-1">
              {changes.map(({ field, from, to }) => (
                <div key={field}>
                  <dt className="inline text-ink-2">{field}: </dt>
                  <dd className="inline">
                    <bdi>{String(from)}</bdi> → <bdi>{String(to)}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </Entries>
      <Entries title="New" entries={registered}>
        {({ did }) => <bdi className="font-mono">{did}</bdi>}
      </Entries>
    </>
  );
}

interface EntriesProps<Entry extends Place> {
  title: string;
  entries: readonly Entry[];
  open?: boolean;
  children: (entry: Entry) => ReactNode;
}

function Entries<Entry extends Place>({ title, entries, open = false, children }: EntriesProps<Entry>) {
  if (entries.length === 0) return null;
  const more = entries.length - MOST_SHOWN;
  return (
    <details open={open} className="mt-4 text-sm">
      <summary className="min-h-6 font-semibold">{title}</summary>
      <ul>
        {entries.slice(0, MOST_SHOWN).map((entry) => {
          const place = placeInList(entry);
          return (
            <li
              key={place}
              className="grid gap-x-6 border-hair border-b py-2 [overflow-wrap:anywhere] md:grid-cols-[7rem_minmax(0,1fr)]"
            >
              <span className="text-ink-2 tabular-nums">{place}</span>
              <div className="min-w-0">{children(entry)}</div>
            </li>
          );
        })}
      </ul>
      {more > 0 && <p className="mt-2 text-ink-2">{`${more.toLocaleString("en")} more are not shown.`}</p>}
    </details>
  );
}
