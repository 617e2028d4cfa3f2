import { Actor } from "@/components/marks/did";
import { DisputeMark } from "@/components/marks/dispute-mark";
import { FindingMark, SeverityMark, StatusMark } from "@/components/marks/incident-marks";
import { incidentHref } from "@/lib/features/incidents/view/address";
import { STEP_NAMES } from "@/lib/features/incidents/view/names";
import type { StatusIncident } from "@/lib/features/status/schema";
import { utcMinute, utcSpan } from "@/lib/foundation/text/utc";
import type { AgentNames } from "@/lib/identity/did";

function stepsOf({ description, timeline }: StatusIncident) {
  return timeline.toReversed().map(({ seq, kind, actor, note, at }) => {
    const says = kind === "opened" ? description : kind === "postmortem" ? "" : note;
    // Agents write steps too, so their name is shown with their words.
    return { seq, kind, says, at, by: actor.startsWith("did:") ? actor : undefined };
  });
}

interface StatusIncidentProps {
  incident: StatusIncident;
  names: AgentNames;
  /** Whether the steps are unfolded. */
  open?: boolean;
}

/** Shows an incident on the status page, with its steps, the newest first. */
export function StatusIncidentEntry({ incident, names, open = false }: StatusIncidentProps) {
  const { id, title, severity, status, created_at, resolved_at, timeline } = incident;
  const postmortem = timeline.some(({ kind }) => kind === "postmortem");
  return (
    <details open={open} className="group border-hair border-b">
      <summary className="grid min-h-11 cursor-pointer list-none grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-0.5 py-2.5 text-sm md:grid-cols-[6rem_minmax(0,1fr)_auto] [&::-webkit-details-marker]:hidden">
        <SeverityMark severity={severity} />
        <span className="order-3 col-span-2 min-w-0 [overflow-wrap:anywhere] md:order-none md:col-span-1">
          <b className="font-semibold group-hover:underline">
            {id}: <bdi>{title}</bdi>
          </b>{" "}
          <FindingMark incident={{ confirmed: true, unfounded: incident.unfounded }} />{" "}
          <DisputeMark state={incident.dispute} />
          <span className="block text-ink-3 text-xs first-letter:uppercase">{utcSpan(created_at, resolved_at)}</span>
        </span>
        <span className="md:text-right">
          <StatusMark status={status} />
        </span>
      </summary>
      <ol className="mb-3 border-hair border-l-2 pl-4 text-sm md:ml-28">
        {stepsOf(incident).map(({ seq, kind, says, at, by }) => (
          <li key={seq} className="py-2">
            <p className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <b className="font-semibold">{STEP_NAMES[kind]}</b>
                {by && (
                  <span className="text-ink-3">
                    {" by "}
                    <Actor name={by} names={names} inline />
                  </span>
                )}
              </span>
              <time dateTime={at} className="font-mono text-ink-3 text-xs">
                {`${utcMinute(at)} UTC`}
              </time>
            </p>
            {says && (
              <p className="mt-0.5 max-w-[68ch] whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
                <bdi>{says}</bdi>
              </p>
            )}
          </li>
        ))}
      </ol>
      <p className="mb-3 flex flex-wrap gap-x-5 text-sm md:ml-28">
        <a href={incidentHref(id)} className="inline-flex min-h-11 items-center md:min-h-6">
          Full record
        </a>
        {postmortem && (
          <a href={`${incidentHref(id)}#postmortem`} className="inline-flex min-h-11 items-center md:min-h-6">
            Postmortem
          </a>
        )}
      </p>
    </details>
  );
}
