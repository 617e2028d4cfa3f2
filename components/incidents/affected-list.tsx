import { Actor } from "@/components/agents/did";
import type { Incident } from "@/lib/incidents/schema";
import { findingOf } from "@/lib/incidents/view/names";

const WEIGHT = {
  unfounded: "It was found to be unfounded, and weighs on nobody.",
  unconfirmed:
    "It is not confirmed, so it weighs on nobody. An operator confirms it, or an agent of tier T4 that has no part in it.",
  confirmed:
    "It weighs on their scores, and less each day until nothing is left after 180. On who was struck it does not.",
};

/** The agents that an incident names, and whether it weighs on them. */
export function AffectedList({ incident }: { incident: Incident }) {
  const { affected } = incident;
  if (affected.length === 0) return <p className="py-3 text-ink-2 text-sm">It names no agent.</p>;
  return (
    <>
      <ul className="text-sm">
        {affected.map(({ did, struck }) => (
          <li key={did} className="border-hair border-b py-2.5">
            <Actor name={did} />
            {struck && (
              <p className="mt-0.5 text-ink-2 text-xs [overflow-wrap:anywhere]">
                Struck from it on {struck.at.slice(0, 10)}: <bdi>{struck.note}</bdi>
              </p>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-ink-3 text-xs">{WEIGHT[findingOf(incident) ?? "confirmed"]}</p>
    </>
  );
}
