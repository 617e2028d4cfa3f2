import { DisputeMark } from "@/components/marks/dispute-mark";
import { FindingMark, SeverityMark, StatusMark } from "@/components/marks/incident-marks";
import type { ListedIncident } from "@/lib/features/incidents/schema";
import { incidentHref } from "@/lib/features/incidents/view/address";
import { utcMinute } from "@/lib/foundation/text/utc";
import { Duration } from "./duration";

interface IncidentsTableProps {
  incidents: readonly ListedIncident[];
  /** ISO 8601. */
  now: string;
  hrefOf?: (id: number) => string;
}

/** Shows one page of the register. On a phone each row is several lines. */
export function IncidentsTable({ incidents, now, hrefOf = incidentHref }: IncidentsTableProps) {
  return (
    <table className="block w-full text-sm md:table">
      <thead className="hidden text-ink-2 text-xs md:table-header-group">
        <tr className="border-hair border-b">
          <th scope="col" className="w-14 py-2 pr-4 text-right font-normal">
            No.
          </th>
          <th scope="col" className="py-2 text-left font-normal">
            Incident
          </th>
          <th scope="col" className="w-28 py-2 text-left font-normal">
            Severity
          </th>
          <th scope="col" className="w-28 py-2 text-left font-normal">
            Status
          </th>
          <th scope="col" className="w-36 py-2 text-right font-normal">
            Duration
          </th>
        </tr>
      </thead>
      <tbody className="block md:table-row-group">
        {incidents.map((incident) => (
          <IncidentRow key={incident.id} incident={incident} now={now} href={hrefOf(incident.id)} />
        ))}
      </tbody>
    </table>
  );
}

function IncidentRow({ incident, now, href }: { incident: ListedIncident; now: string; href: string }) {
  const { id, title, severity, status, incident_type, created_at, resolved_at } = incident;
  return (
    <tr className="relative block border-hair border-b py-3 pl-12 align-top md:table-row md:p-0">
      <td className="absolute top-3 left-0 w-9 text-right text-ink-3 tabular-nums md:static md:w-auto md:py-3 md:pr-4">
        {id}
      </td>
      <th scope="row" className="block text-left font-normal md:table-cell md:py-3 md:pr-6">
        <a href={href} className="font-medium text-ink [overflow-wrap:anywhere]">
          <bdi>{title}</bdi>
        </a>
        <span className="block text-ink-3 text-xs [overflow-wrap:anywhere]">
          <bdi>{incident_type}</bdi>, opened <time dateTime={created_at}>{`${utcMinute(created_at)} UTC`}</time>
        </span>
        <FindingMark incident={incident} />
      </th>
      <td className="mt-1 mr-5 inline-block md:mt-0 md:mr-0 md:table-cell md:py-3">
        <SeverityMark severity={severity} />
      </td>
      <td className="mr-5 inline-block md:mr-0 md:table-cell md:py-3">
        <StatusMark status={status} />
        <span className="ml-4 md:mt-1 md:ml-0 md:block">
          <DisputeMark state={incident.dispute} href={href} />
        </span>
      </td>
      <td className="inline-block text-ink-2 text-xs md:table-cell md:py-3 md:text-right md:text-sm">
        <Duration from={created_at} to={resolved_at} now={now} />
      </td>
    </tr>
  );
}
