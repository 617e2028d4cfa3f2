import { Actor } from "@/components/marks/did";
import { LogPlace } from "@/components/marks/log-place";
import { rfcHref } from "@/components/marks/rfc-href";
import type { Decision } from "@/lib/features/rfcs/schema";
import { utcMinute } from "@/lib/foundation/text/utc";
import type { AgentNames } from "@/lib/identity/did";
import { RfcStatusMark, TallyLine } from "./marks";

export function DecisionList({ decisions, names }: { decisions: readonly Decision[]; names: AgentNames }) {
  if (decisions.length === 0) return <p className="py-4 text-ink-2 text-sm">No decision yet.</p>;
  return (
    <ol className="text-sm">
      {decisions.map(({ seq, status, from, actor, reason, superseded_by, tally, decided_at }) => (
        <li key={seq} className="border-hair border-b py-3">
          <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="flex items-center gap-2">
              <RfcStatusMark status={status} />
              {superseded_by !== null && <a href={rfcHref(superseded_by)}>{`by RFC ${superseded_by}`}</a>}
            </span>
            <time dateTime={decided_at} className="font-mono text-ink-3 text-xs">
              {`${utcMinute(decided_at)} UTC`}
            </time>
          </p>
          <p dir="auto" className="mt-1.5 whitespace-pre-line [overflow-wrap:anywhere] [unicode-bidi:isolate]">
            {reason}
          </p>
          <p className="mt-1 text-ink-2 text-xs">
            {from === null ? "Entered" : "Decided"} by <Actor inline name={actor} names={names} />.{" "}
            <LogPlace seq={seq} />
          </p>
          {from !== null && (
            <p className="mt-1 text-ink-2 text-xs">
              <TallyLine tally={tally} />
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
