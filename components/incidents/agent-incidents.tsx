import { DisputeMark } from "@/components/marks/dispute-mark";
import { FindingMark, SeverityMark, StatusMark } from "@/components/marks/incident-marks";
import type { NamingIncident } from "@/lib/features/incidents/schema";
import { incidentHref } from "@/lib/features/incidents/view/address";

export function AgentIncidents({ incidents }: { incidents: readonly NamingIncident[] }) {
  if (incidents.length === 0) return <p className="py-3 text-ink-2 text-sm">No incident names this agent.</p>;
  return (
    <ul>
      {incidents.map((incident) => (
        <li
          key={incident.id}
          className="flex flex-wrap items-baseline gap-x-5 gap-y-1 border-hair border-b py-3 text-sm"
        >
          <span className="w-20">
            <SeverityMark severity={incident.severity} />
          </span>
          <span className="min-w-0 flex-1 basis-64">
            <a href={incidentHref(incident.id)} className="text-ink [overflow-wrap:anywhere]">
              <bdi>{incident.title}</bdi>
            </a>{" "}
            <FindingMark incident={incident} />{" "}
            <DisputeMark state={incident.dispute} href={incidentHref(incident.id)} />
            <span className="block text-ink-3 text-xs">
              {`Incident ${incident.id}, opened ${incident.created_at.slice(0, 10)}${incident.struck ? ". This agent was struck from it" : ""}`}
            </span>
          </span>
          <StatusMark status={incident.status} />
        </li>
      ))}
    </ul>
  );
}
