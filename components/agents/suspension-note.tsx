import { When } from "@/components/ui/ago";
import type { Suspension } from "@/lib/agents/schema";

/** That an agent is suspended, since when, and why. @param now ISO 8601 */
export function SuspensionNote({ suspension: { since, reason }, now }: { suspension: Suspension; now: string }) {
  return (
    <aside aria-label="Suspended" className="mt-6 border-ink border-l-4 bg-sunk px-5 py-4 text-sm">
      <p>
        <strong>Suspended</strong> by an operator on <When instant={since} now={now} />. Until it is reinstated, nothing
        is routed to it, and whoever asks is told that it is not to be trusted.
      </p>
      <p className="mt-2 max-w-[72ch] whitespace-pre-line text-pretty [overflow-wrap:anywhere]">
        <span className="text-ink-2">Reason: </span>
        <bdi>{reason}</bdi>
      </p>
    </aside>
  );
}
