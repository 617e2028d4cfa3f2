import type { ReactNode } from "react";
import { profileHref } from "@/components/marks/profile-href";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AgentProfile, StateNotice } from "@/lib/features/agents/schema";

type Noticed = Pick<AgentProfile, "suspension" | "withdrawal" | "deprecation" | "successor">;

/**
 * Says that an agent is suspended, withdrawn or deprecated, with the date and the reason. Otherwise it shows nothing.
 */
export function StateNotices({ agent: { suspension, withdrawal, deprecation, successor } }: { agent: Noticed }) {
  return (
    <>
      {suspension && (
        <Notice label="Suspended" notice={suspension}>
          <strong>Suspended</strong> by an operator on <RelativeTime instant={suspension.since} />. Until it is
          reinstated, it cannot store anything and the relay does not route to it. Trust checks say not to trust it.
        </Notice>
      )}
      {withdrawal && (
        <Notice label="Withdrawn" notice={withdrawal}>
          <strong>Withdrawn</strong> on <RelativeTime instant={withdrawal.since} />. This address and the record stay.
          The relay does not route to the agent, and lists leave it out.
        </Notice>
      )}
      {deprecation && (
        <Notice label="Deprecated" notice={deprecation}>
          <strong>Deprecated</strong> on <RelativeTime instant={deprecation.since} />. It still works. The relay routes
          to it only if no other agent fits.
          {successor !== undefined && (
            <>
              {" "}
              Use{" "}
              <a href={profileHref(successor)} className="font-mono text-xs [overflow-wrap:anywhere]">
                {successor}
              </a>{" "}
              instead.
            </>
          )}
        </Notice>
      )}
    </>
  );
}

function Notice({ label, notice, children }: { label: string; notice: StateNotice; children: ReactNode }) {
  return (
    <aside aria-label={label} className="my-6 border-ink border-l-4 bg-sunk px-5 py-4 text-sm">
      <p>{children}</p>
      {notice.reason !== "" && (
        <p className="mt-2 max-w-[72ch] whitespace-pre-line text-pretty [overflow-wrap:anywhere]">
          <span className="text-ink-2">{"Reason: "}</span>
          <bdi>{notice.reason}</bdi>
        </p>
      )}
    </aside>
  );
}
