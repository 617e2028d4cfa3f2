import type { ReactNode } from "react";
import { Actor, DidWithIdenticon } from "@/components/marks/did";
import { LogPlace } from "@/components/marks/log-place";
import { MarkdownText } from "@/components/ui/markdown-text";
import type { Incident, IncidentEvent, Severity } from "@/lib/features/incidents/schema";
import { actFragment } from "@/lib/features/incidents/view/address";
import { SEVERITY_NAMES } from "@/lib/features/incidents/view/names";
import { utcSecond } from "@/lib/foundation/text/utc";
import type { AgentNames } from "@/lib/identity/did";

const MARKERS: Record<Severity, string> = {
  LOW: "bg-sev-low",
  MAJOR: "bg-sev-major",
  CRITICAL: "bg-sev-critical",
};

/** Shows the events of an incident in order. The line is thick while the incident was under investigation. */
export function Timeline({ incident, names }: { incident: Incident; names: AgentNames }) {
  let investigated = false;
  const dueAt = incident.disputes.find(({ disputed }) => disputed)?.due_at;
  return (
    <ol>
      {entriesOf(incident).map((entry) => {
        if (entry.reply)
          return <ReplyStep key={entry.reply.seq} investigated={investigated} names={names} {...entry} />;
        const { event } = entry;
        if (event.kind === "frozen") investigated = true;
        if (event.kind === "reopened" || event.kind === "resolved") investigated = false;
        return (
          <Step
            key={event.seq}
            id={actFragment(event.seq)}
            investigated={investigated}
            marker={markerOf(event, incident.severity)}
            at={event.at}
            title={titleOf(event, incident, names)}
          >
            {event.kind === "postmortem" && <PostmortemVersion event={event} current={incident.postmortem?.seq} />}
            {event.note && event.kind !== "postmortem" && (
              <p className="mt-0.5 max-w-[68ch] whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
                <bdi>{event.note}</bdi>
              </p>
            )}
            <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
              <Actor name={event.actor} names={names} />
              <LogPlace seq={event.seq} />
            </p>
          </Step>
        );
      })}
      <Step
        last
        investigated={investigated}
        marker={investigated ? "border-2 border-ink-2 rounded-full bg-paper" : RING}
        title={NEXT[incident.status].title}
      >
        {dueAt && (
          <p className="mt-0.5 max-w-[68ch] text-ink-2">{`An operator decides on the reply by ${dueAt.slice(0, 10)}.`}</p>
        )}
        <p className="mt-0.5 max-w-[68ch] text-ink-2">{NEXT[incident.status].text}</p>
      </Step>
    </ol>
  );
}

interface ReplyEntry {
  at: string;
  reply: { seq: number; title: string; actor: string };
}
type Entry = { at: string; event: IncidentEvent; reply?: never } | (ReplyEntry & { event?: never });

/** Returns the steps, with replies and decisions between them, oldest first. */
function entriesOf({ timeline, disputes }: Incident): Entry[] {
  const steps: Entry[] = timeline.map((event) => ({ at: event.at, event }));
  const said = disputes.flatMap(({ replies, decision }): Entry[] => [
    ...replies.map(({ version, author, at, seq }) => ({
      at,
      reply: { seq, title: version === 1 ? "Reply: disputed" : `Reply, version ${version}`, actor: author },
    })),
    ...(decision
      ? [{ at: decision.at, reply: { seq: decision.seq, title: DECIDED[decision.decision], actor: decision.by } }]
      : []),
  ]);
  const seqOf = ({ event, reply }: Entry) => event?.seq ?? reply?.seq ?? 0;
  return [...steps, ...said].sort((a, b) => seqOf(a) - seqOf(b));
}

const DECIDED = {
  upheld: "Decision: incident upheld",
  amended: "Decision: agent removed",
  withdrawn: "Decision: incident withdrawn",
  set_aside: "Decision: audit set aside",
} as const;

interface ReplyStepProps extends ReplyEntry {
  investigated: boolean;
  names: AgentNames;
}

function ReplyStep({ at, reply: { seq, title, actor }, investigated, names }: ReplyStepProps) {
  return (
    <Step id={actFragment(seq)} investigated={investigated} marker={RING} at={at} title={title}>
      <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Actor name={actor} names={names} />
        <LogPlace seq={seq} />
      </p>
    </Step>
  );
}

/** Links the current version of the postmortem to its section, and shows an older version here. */
function PostmortemVersion({ event, current }: { event: IncidentEvent; current: number | undefined }) {
  if (event.seq === current) {
    return (
      <p className="mt-0.5">
        <a href="#postmortem">Read it</a>
      </p>
    );
  }
  return (
    <details className="mt-0.5">
      <summary className="min-h-6 text-ink-2 text-xs">This version was revised later</summary>
      <div className="mt-2 border-hair border-l-2 pl-4">
        <MarkdownText text={event.note} />
      </div>
    </details>
  );
}

const RING = "border-2 border-ink rounded-full bg-paper";

function markerOf({ kind }: IncidentEvent, severity: Severity): string {
  if (kind === "opened") return MARKERS[severity];
  if (kind === "frozen") return "bg-ink-2";
  return RING;
}

function titleOf({ kind, did }: IncidentEvent, { severity, unfounded }: Incident, names: AgentNames): ReactNode {
  switch (kind) {
    case "opened":
      return `Opened as ${SEVERITY_NAMES[severity].toLowerCase()}`;
    case "confirmed":
      return "Confirmed: it lowers scores from now on";
    case "updated":
      return "Update";
    case "postmortem":
      return "Postmortem published";
    case "frozen":
      return "Under investigation";
    case "reopened":
      return "Reopened";
    case "resolved":
      return unfounded ? "Resolved: unfounded" : "Resolved";
    case "exported":
      return "Exported: sealed and anchored";
    case "agent_struck":
      return <>Agent struck: {did !== null && <DidWithIdenticon did={did} name={names.get(did)} />}</>;
  }
}

const NEXT = {
  OPEN: { title: "Next", text: "An operator freezes the incident to investigate it, or resolves it." },
  FROZEN: { title: "Next", text: "An operator reopens the incident, or resolves it." },
  RESOLVED: {
    title: "Next",
    text: "An operator exports it. The record is then sealed and hashed, and the hash is anchored.",
  },
  EXPORTED: { title: "End", text: "This record is sealed." },
} as const;

interface StepProps {
  id?: string;
  title: ReactNode;
  at?: string;
  marker: string;
  investigated: boolean;
  last?: boolean;
  children: ReactNode;
}

function Step({ id, title, at, marker, investigated, last = false, children }: StepProps) {
  return (
    <li id={id} className="relative scroll-mt-6 pb-5 pl-7 text-sm">
      {!last && (
        <span
          aria-hidden
          className={`absolute top-2.5 -bottom-2 ${investigated ? "left-[5px] w-[3px] bg-ink-2" : "left-1.5 w-px bg-ink-3"}`}
        />
      )}
      <span aria-hidden className={`absolute top-1.5 left-0.5 size-2.5 ${marker}`} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <b className="font-semibold [overflow-wrap:anywhere]">{title}</b>
        {at !== undefined && (
          <time dateTime={at} className="font-mono text-ink-3 text-xs">
            {`${utcSecond(at)} UTC`}
          </time>
        )}
      </div>
      {children}
    </li>
  );
}
