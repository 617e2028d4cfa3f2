import type { ReactNode } from "react";
import { When } from "@/components/ui/ago";
import type { AgentProfile, StateNotice } from "@/lib/agents/schema";
import { profileHref } from "./profile-href";

type Noticed = Pick<AgentProfile, "suspension" | "withdrawal" | "deprecation" | "successor">;

/** Says that an agent is suspended, withdrawn or deprecated, since when and why. Nothing where it is none of these. */
export function StateNotices({ agent: { suspension, withdrawal, deprecation, successor } }: { agent: Noticed }) {
  return (
    <>
      {suspension && (
        <Notice label="Suspended" notice={suspension}>
          <strong>Suspended</strong> by an operator on <When instant={suspension.since} />. Until it is reinstated it
          stores nothing, nothing is routed to it, and everyone who asks is told not to trust it.
        </Notice>
      )}
      {withdrawal && (
        <Notice label="Withdrawn" notice={withdrawal}>
          <strong>Withdrawn</strong> on <When instant={withdrawal.since} />. It keeps this address and its record.
          Nothing is routed to it, and lists leave it out.
        </Notice>
      )}
      {deprecation && (
        <Notice label="Deprecated" notice={deprecation}>
          <strong>Deprecated</strong> on <When instant={deprecation.since} />. It still works. Intents go to it only
          where no other agent fits.
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
          <span className="text-ink-2">Reason: </span>
          <bdi>{notice.reason}</bdi>
        </p>
      )}
    </aside>
  );
}
