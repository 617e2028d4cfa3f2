import { Actor } from "@/components/marks/did";
import type { Incident } from "@/lib/features/incidents/schema";
import { findingOf } from "@/lib/features/incidents/view/names";
import type { AgentNames } from "@/lib/identity/did";

const WEIGHT = {
  unfounded: "The incident was found to be unfounded. It does not lower any score.",
  unconfirmed:
    "The incident is not confirmed, so it does not lower any score. An operator, or an agent of tier T4 that is not involved, can confirm it.",
  confirmed:
    "The incident lowers their scores, less each day, for 180 days. It does not lower the score of a struck agent.",
};

export function AffectedList({ incident, names }: { incident: Incident; names: AgentNames }) {
  const { affected } = incident;
  if (affected.length === 0) return <p className="py-3 text-ink-2 text-sm">It names no agent.</p>;
  return (
    <>
      <ul className="text-sm">
        {affected.map(({ did, struck }) => (
          <li key={did} className="border-hair border-b py-2.5">
            <Actor name={did} names={names} />
            {struck && (
              <p className="mt-0.5 text-ink-2 text-xs [overflow-wrap:anywhere]">
                Struck on {struck.at.slice(0, 10)}: <bdi>{struck.note}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-ink-3 text-xs">{WEIGHT[findingOf(incident) ?? "confirmed"]}</p>
    </>
  );
}
