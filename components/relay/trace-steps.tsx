import { DidText } from "@/components/marks/did";
import { Identicon } from "@/components/marks/identicon";
import { LaneHeads, LaneStep } from "@/components/marks/lanes";
import { profileHref } from "@/components/marks/profile-href";
import { CodeBlock } from "@/components/ui/code";
import { replayTrace } from "@/lib/features/relay/contract";
import type { RelayEvent } from "@/lib/features/relay/schema";
import { shortened } from "@/lib/foundation/text/cut";
import { pathOf } from "@/lib/http/client";

/** The highest number of lanes. All further participants share the last one. */
const MAX_LANES = 10;

/** The shown part of an event's JSON. The whole JSON is for programs and would make the page slow. */
const MAX_JSON_CHARACTERS = 2_000;

/** Returns the participants in the order of their first appearance. */
function participantsOf(events: readonly Pick<RelayEvent, "src_did" | "dst_did">[]): string[] {
  return [...new Set(events.flatMap(({ src_did, dst_did }) => (dst_did === null ? [src_did] : [src_did, dst_did])))];
}

/**
 * Draws a trace as a sequence: a lane for each agent, an arrow for each event, and the message next to it. The text
 * says everything that the drawing shows.
 */
export function TraceSteps({ events }: { events: readonly RelayEvent[] }) {
  const participants = participantsOf(events);
  const lanes = Math.min(participants.length, MAX_LANES);
  const laneOf = (did: string) => Math.min(participants.indexOf(did), MAX_LANES - 1);
  return (
    <>
      <ul aria-label="Agents on this trace" className="mb-8 flex flex-wrap gap-x-8 gap-y-2">
        {participants.map((did) => (
          <li key={did}>
            <a href={profileHref(did)} className="flex min-h-9 items-center gap-2 no-underline hover:underline">
              <span className="text-accent">
                <Identicon did={did} size={24} />
              </span>
              <DidText did={did} />
            </a>
          </li>
        ))}
      </ul>
      <div className="border-total border-b pb-2">
        <LaneHeads lanes={lanes}>
          {participants.slice(0, MAX_LANES).map((did) => (
            <span key={did} className="text-accent">
              <Identicon did={did} size={lanes > 6 ? 16 : 24} />
            </span>
          ))}
        </LaneHeads>
      </div>
      <ol>
        {events.map((event) => (
          <li
            key={event.seq}
            id={`event-${event.seq}`}
            className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 md:grid-cols-[auto_minmax(0,5fr)_minmax(0,4fr)] md:gap-x-8"
          >
            <div className="row-span-2 md:row-span-1">
              <LaneStep
                lanes={lanes}
                from={laneOf(event.src_did)}
                to={event.dst_did === null ? undefined : laneOf(event.dst_did)}
                dashed={event.record === "routing"}
              />
            </div>
            <div className="border-hair pt-2 text-sm md:border-b md:pb-2">
              <Said event={event} />
            </div>
            <div className="border-hair border-b py-2">
              <Json event={event} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

function Said({ event }: { event: RelayEvent }) {
  const { seq, record, src_did, dst_did, kind, intent, received_at, decision } = event;
  const reason = decision?.["reason"];
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3 text-ink-2 text-xs">
        <a href={`#event-${seq}`} className="font-mono text-ink-2 no-underline hover:underline">
          {seq}
        </a>
        <span>{record === "routing" ? "routing decision" : kind || "event"}</span>
        <time dateTime={received_at} className="ml-auto font-mono">
          {`${received_at.slice(0, 10)} ${received_at.slice(11, 23)} UTC`}
        </time>
      </p>
      <p className="mt-1 font-serif text-md [overflow-wrap:anywhere]">
        <bdi>{intent}</bdi>
      </p>
      <p className="mt-0.5 text-ink-2 text-xs [overflow-wrap:anywhere]">
        <span className="font-mono">{src_did}</span>
        {record === "routing"
          ? dst_did
            ? " was routed to "
            : ": no match"
          : dst_did
            ? " to "
            : ", to no agent in particular"}
        {dst_did && <span className="font-mono">{dst_did}</span>}
      </p>
      {typeof reason === "string" && <p className="mt-0.5 text-ink-2 text-xs">{reason}</p>}
    </>
  );
}

function Json({ event }: { event: RelayEvent }) {
  const { payload, extensions, decision } = event;
  const parts = { payload, extensions, ...(decision ? { decision } : {}) };
  const shown = Object.fromEntries(Object.entries(parts).filter(([, part]) => Object.keys(part).length > 0));
  if (Object.keys(shown).length === 0) return <p className="hidden text-ink-3 text-xs md:block">No payload.</p>;
  const json = JSON.stringify(shown, null, 2);
  const isLong = json.length > MAX_JSON_CHARACTERS;
  const whole = pathOf(replayTrace, {
    params: { trace_id: event.trace_id },
    query: { after: String(event.seq - 1), limit: "1" },
  });
  return (
    <details className="beside">
      <summary className="text-ink-2 text-xs">JSON</summary>
      <CodeBlock code={shortened(json, MAX_JSON_CHARACTERS)} bounded />
      {isLong && (
        <p className="text-xs">
          <a href={whole}>{`All ${json.length.toLocaleString("en")} characters, as JSON`}</a>
        </p>
      )}
    </details>
  );
}
