import type { NamingIncident } from "@/lib/incidents/schema";
import { incidentHref } from "@/lib/incidents/view/address";
import { SeverityMark, StatusMark } from "./marks";

/** The incidents that name an agent. */
export function NamingList({ incidents }: { incidents: readonly NamingIncident[] }) {
  if (incidents.length === 0) return <p className="py-3 text-ink-2 text-sm">No incident names this agent.</p>;
  return (
    <ul>
      {incidents.map(({ id, title, severity, status, created_at, unfounded, struck }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-5 gap-y-1 border-hair border-b py-3 text-sm">
          <span className="w-20">
            <SeverityMark severity={severity} />
          </span>
          <span className="min-w-0 flex-1 basis-64">
            <a href={incidentHref(id)} className="text-ink [overflow-wrap:anywhere]">
              <bdi>{title}</bdi>
            </a>
            <span className="block text-ink-3 text-xs">
              Incident {id}, opened {created_at.slice(0, 10)}
              {struck && "; this agent was struck from it"}
              {unfounded && "; unfounded"}
            </span>
          </span>
          <StatusMark status={status} />
        </li>
      ))}
    </ul>
  );
}
