import type { ListedIncident } from "@/lib/incidents/schema";
import { incidentHref } from "@/lib/incidents/view/address";
import { FindingMark, SeverityMark, StatusMark } from "./marks";

/** A few incidents, each on a line. */
export function LatestIncidents({ incidents }: { incidents: readonly ListedIncident[] }) {
  return (
    <ul className="mt-4 border-hair border-t text-sm">
      {incidents.map((incident) => (
        <li
          key={incident.id}
          className="grid grid-cols-[6rem_minmax(0,1fr)_auto] items-baseline gap-x-4 border-hair border-b py-2.5"
        >
          <SeverityMark severity={incident.severity} />
          <span className="[overflow-wrap:anywhere]">
            <a href={incidentHref(incident.id)}>
              <bdi>{incident.title}</bdi>
            </a>{" "}
            <FindingMark incident={incident} />
          </span>
          <StatusMark status={incident.status} />
        </li>
      ))}
    </ul>
  );
}
