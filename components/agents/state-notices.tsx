import type { ReactNode } from "react";
import { stateTexts } from "@/components/agents/texts";
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
          {stateTexts.suspendedMeans(
            (label) => (
              <strong>{label}</strong>
            ),
            <RelativeTime instant={suspension.since} />,
          )}
        </Notice>
      )}
      {withdrawal && (
        <Notice label="Withdrawn" notice={withdrawal}>
          {stateTexts.withdrawnMeans(
            (label) => (
              <strong>{label}</strong>
            ),
            <RelativeTime instant={withdrawal.since} />,
          )}
        </Notice>
      )}
      {deprecation && (
        <Notice label="Deprecated" notice={deprecation}>
          {stateTexts.deprecatedMeans(
            (label) => (
              <strong>{label}</strong>
            ),
            <RelativeTime instant={deprecation.since} />,
            successor !== undefined &&
              stateTexts.successorHint(
                <a href={profileHref(successor)} className="font-mono text-xs [overflow-wrap:anywhere]">
                  {successor}
                </a>,
              ),
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
