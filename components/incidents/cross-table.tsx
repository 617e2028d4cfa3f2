import { SeverityMark, StatusMark } from "@/components/marks/incident-marks";
import { type IncidentFilters, IncidentStatus, Severity } from "@/lib/features/incidents/schema";
import { registerHref } from "@/lib/features/incidents/view/address";
import { SEVERITY_NAMES, STATUS_NAMES } from "@/lib/features/incidents/view/names";

interface CrossTableProps {
  counts: readonly { severity: Severity; status: IncidentStatus; incidents: number }[];
}

const ROWS = Severity.options.toReversed();

/** Counts all incidents by severity and status, with totals. Each count links to its incidents. */
export function CrossTable({ counts }: CrossTableProps) {
  const of = (severity?: Severity, status?: IncidentStatus) =>
    counts
      .filter((each) => (severity ?? each.severity) === each.severity && (status ?? each.status) === each.status)
      .reduce((sum, each) => sum + each.incidents, 0);
  return (
    <table className="w-full text-right max-[24rem]:[&_:is(td,th)]:pl-1 max-[24rem]:[&_:is(th,th_span)]:text-[0.75rem] max-[24rem]:[&_th_svg]:hidden">
      <caption className="sr-only">Incidents by severity and status</caption>
      <thead className="text-xs">
        <tr className="border-hair border-b">
          <th scope="col" className="text-left">
            <span className="sr-only">Severity</span>
          </th>
          {IncidentStatus.options.map((status) => (
            <th key={status} scope="col" className="py-2.5 pl-2 font-normal">
              <StatusMark status={status} stacks />
            </th>
          ))}
          <th scope="col" className="pl-2 font-normal text-ink-2 text-sm">
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map((severity) => (
          <tr key={severity} className="border-hair border-b">
            <th scope="row" className="py-2 text-left">
              <SeverityMark severity={severity} />
            </th>
            {IncidentStatus.options.map((status) => (
              <Count key={status} count={of(severity, status)} filters={{ severity, status }} />
            ))}
            <Count count={of(severity)} filters={{ severity }} strong />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="total-rule">
          <th scope="row" className="py-2 text-left font-semibold text-sm">
            Total
          </th>
          {IncidentStatus.options.map((status) => (
            <Count key={status} count={of(undefined, status)} filters={{ status }} strong />
          ))}
          <Count count={of()} filters={{}} strong />
        </tr>
      </tfoot>
    </table>
  );
}

function Count({ count, filters, strong = false }: { count: number; filters: IncidentFilters; strong?: boolean }) {
  const { severity, status } = filters;
  const what = [severity && SEVERITY_NAMES[severity], status && STATUS_NAMES[status]].filter(Boolean).join(", ");
  return (
    <td className={`py-2 pl-2 font-serif text-lg tabular-nums ${strong ? "font-semibold" : ""}`}>
      {count === 0 ? (
        <span className="text-ink-3">
          <span aria-hidden>–</span>
          <span className="sr-only">0</span>
        </span>
      ) : (
        <a
          href={registerHref(filters)}
          aria-label={`${count.toLocaleString("en")}: ${what || "All"}`}
          className="inline-block min-w-6 text-ink no-underline hover:underline"
        >
          {count.toLocaleString("en")}
        </a>
      )}
    </td>
  );
}
