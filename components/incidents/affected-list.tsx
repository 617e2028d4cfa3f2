import { Actor } from "@/components/agents/did";
import type { AffectedAgent } from "@/lib/incidents/schema";

interface AffectedListProps {
  affected: readonly AffectedAgent[];
  unfounded: boolean;
}

/** The agents that an incident names, and whether it weighs on them. */
export function AffectedList({ affected, unfounded }: AffectedListProps) {
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
      <p className="mt-2 text-ink-3 text-xs">
        {unfounded
          ? "It was found to be unfounded, and weighs on nobody."
          : "It weighs on their scores, and less each day until nothing is left after 180. On who was struck it does not."}
      </p>
    </>
  );
}
