import { profileHref } from "@/components/marks/profile-href";
import { RelativeTime } from "@/components/ui/relative-time";
import { type Notice, noticesOf } from "@/lib/features/agents/notices";
import type { AgentProfile } from "@/lib/features/agents/schema";

/**
 * Says that an agent is suspended, withdrawn or deprecated, with the date, the reason and the successor. Otherwise it
 * shows nothing.
 */
export function StateNotices({ agent }: { agent: AgentProfile }) {
  return noticesOf(agent).map((notice) => <StateNotice key={notice.state} notice={notice} />);
}

function StateNotice({ notice: { state, by, since, effect, reason, successor } }: { notice: Notice }) {
  return (
    <aside aria-label={state} className="my-6 border-ink border-l-4 bg-sunk px-5 py-4 text-sm">
      <p>
        <strong>{state}</strong>
        {by}
        {since !== undefined && (
          <>
            {" "}
            <RelativeTime instant={since} />
          </>
        )}
        {`. ${effect}`}
      </p>
      {reason !== "" && (
        <p className="mt-2 max-w-[72ch] whitespace-pre-line text-pretty [overflow-wrap:anywhere]">
          <span className="text-ink-2">{"Reason: "}</span>
          <bdi>{reason}</bdi>
        </p>
      )}
      {successor !== undefined && (
        <p className="mt-2">
          {"Use instead: "}
          <a href={profileHref(successor)} className="font-mono text-xs [overflow-wrap:anywhere]">
            {successor}
          </a>
        </p>
      )}
    </aside>
  );
}
