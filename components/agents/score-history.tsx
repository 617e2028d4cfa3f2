import { ScoreLine, type ScoreMark } from "@/components/marks/score-line";
import { type HistoryRun, isEvent, runsOf } from "@/lib/features/trust/history";
import type { TrustHistory } from "@/lib/features/trust/schema";

/** The shortest period that is drawn, because an agent may have joined just now. */
const LEAST_MILLISECONDS = 60_000;
/** The least distance of two marks, as a share of the drawing's width. Closer events share a mark. */
const APART = 0.04;
/** The number of events that are listed for one mark, the newest of them. The table has all. */
const MAX_LISTED = 4;

const dayOf = (instant: string) => instant.slice(0, 10);

interface Group extends ScoreMark {
  runs: HistoryRun[];
}

/** Groups events that are close together, so the marks always fit. */
function groupsOf(events: HistoryRun[], nearness: number): Group[] {
  const groups: Group[] = [];
  for (const run of events) {
    const at = Date.parse(run.first.at);
    const square = run.first.reason.kind === "incident";
    const group = groups.at(-1);
    if (group && at - group.at < nearness) {
      group.runs.push(run);
      group.square ||= square;
    } else groups.push({ number: groups.length + 1, at, score: run.first.trust_score, square, runs: [run] });
  }
  return groups;
}

/** Shows how an agent's score and tier changed: as a drawing, as a list and as a table. @param now ISO 8601 */
export function ScoreHistory({ history, now }: { history: TrustHistory; now: string }) {
  const runs = runsOf(history.changes);
  const points = history.changes
    .map(({ at, trust_score, trust_tier }) => ({ at: Date.parse(at), score: trust_score, tier: trust_tier }))
    .reverse();
  const from = points[0]?.at ?? Date.parse(now);
  const to = Math.max(Date.parse(now), from + LEAST_MILLISECONDS);
  const groups = groupsOf(runs.filter(isEvent), (to - from) * APART);
  const drawn = history.changes.length;
  return (
    <figure className="mt-4">
      <ScoreLine points={points} marks={groups} from={from} to={to} />
      <figcaption className="mt-4 text-sm">
        {drawn < history.total && (
          <p className="mb-2 text-ink-2 text-xs">{`The newest ${drawn.toLocaleString("en")} of ${history.total.toLocaleString("en")} changes.`}</p>
        )}
        <ol className="grid gap-x-8 sm:grid-cols-2">
          {groups.map(({ number, runs: grouped }) => (
            <li key={number} className="grid grid-cols-[1.75rem_minmax(0,1fr)] py-0.5">
              <span className="font-serif">{number}</span>
              <span>
                {grouped.slice(-MAX_LISTED).map((run) => (
                  <span key={run.first.at + run.first.reason.kind} className="block">
                    <span className="mr-2 text-ink-2 tabular-nums">{dayOf(run.first.at)}</span>
                    <StandingReason did={history.did} reason={run.first.reason} />
                    {run.before &&
                      run.before.trust_tier !== run.first.trust_tier &&
                      `, ${run.before.trust_tier} to ${run.first.trust_tier}`}
                  </span>
                ))}
                {grouped.length > MAX_LISTED && (
                  <span className="block text-ink-3">{`and ${grouped.length - MAX_LISTED} earlier`}</span>
                )}
              </span>
            </li>
          ))}
        </ol>
        <RunTable did={history.did} runs={runs} />
      </figcaption>
    </figure>
  );
}

function RunTable({ did, runs }: { did: string; runs: HistoryRun[] }) {
  return (
    <details className="mt-3">
      <summary className="text-ink-2 text-xs">Show as table</summary>
      <table className="mt-2 w-full text-xs tabular-nums">
        <thead>
          <tr className="border-hair border-b text-left text-ink-2">
            {["Day, UTC", "Why", "Tier"].map((heading) => (
              <th key={heading} scope="col" className="py-1 font-normal">
                {heading}
              </th>
            ))}
            <th scope="col" className="py-1 text-right font-normal">
              Score
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.toReversed().map(({ first, last, before, changes }) => (
            <tr key={first.at + first.reason.kind} className="border-hair border-b">
              <th scope="row" className="py-1 text-left font-normal">
                {dayOf(first.at)}
                {changes > 1 && <>{` to ${dayOf(last.at)}`}</>}
              </th>
              <td className="py-1">
                <StandingReason did={did} reason={first.reason} />
              </td>
              <td className="py-1">{last.trust_tier}</td>
              <td className="py-1 text-right">
                {before && before.trust_score !== last.trust_score && `${before.trust_score.toFixed(1)} to `}
                {last.trust_score.toFixed(1)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

const WORDS: Record<HistoryRun["first"]["reason"]["kind"], string> = {
  recorded: "The history begins",
  joined: "Joined",
  registered: "Registered its record",
  listed: "Copied from a list",
  claimed: "Claimed by its maker",
  updated: "Changed its record",
  key_proven: "Proved its key",
  key_changed: "Registered another key",
  domain_proven: "Proved a domain",
  domain_lost: "Lost a domain",
  domain_given_up: "Gave up a domain",
  audit_passed: "Audit passed",
  audit_failed: "Audit failed",
  incident: "Incident",
  incident_cleared: "Cleared of incident",
  audit_set_aside: "Audit set aside",
  tier_granted: "An operator granted the tier",
  grant_withdrawn: "The grant was withdrawn",
  suspended: "Suspended",
  reinstated: "Reinstated",
  new_day: "Daily recalculation",
};

export function StandingReason({ did, reason }: { did: string; reason: HistoryRun["first"]["reason"] }) {
  const words = WORDS[reason.kind];
  if (reason.kind === "audit_passed" || reason.kind === "audit_failed") {
    return <a href={`/audits?did=${encodeURIComponent(did)}`}>{words}</a>;
  }
  if (reason.kind.startsWith("incident") && reason.reference) {
    return (
      <a href={`/incidents/${encodeURIComponent(reason.reference)}`}>
        {words} {reason.reference}
      </a>
    );
  }
  return words;
}
