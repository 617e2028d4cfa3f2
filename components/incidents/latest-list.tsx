import type { ListedIncident } from "@/lib/incidents/schema";
import { incidentHref } from "@/lib/incidents/view/address";
import { SeverityMark, StatusMark } from "./marks";

/** A few incidents, each on a line. */
export function LatestIncidents({ incidents }: { incidents: readonly ListedIncident[] }) {
  return (
    <ul className="mt-4 border-hair border-t text-sm">
      {incidents.map(({ id, title, severity, status }) => (
        <li
          key={id}
          className="grid grid-cols-[6rem_minmax(0,1fr)_auto] items-baseline gap-x-4 border-hair border-b py-2.5"
        >
          <SeverityMark severity={severity} />
          <a href={incidentHref(id)} className="[overflow-wrap:anywhere]">
            <bdi>{title}</bdi>
          </a>
          <StatusMark status={status} />
        </li>
      ))}
    </ul>
  );
}
