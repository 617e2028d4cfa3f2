import type { HistoryRun } from "@/lib/trust/history";

const WORDS: Record<HistoryRun["first"]["reason"]["kind"], string> = {
  recorded: "The history begins",
  joined: "Joined",
  registered: "Registered its record",
  key_proven: "Proved its key",
  key_changed: "Registered another key",
  audit_passed: "Audit passed",
  audit_failed: "Audit failed",
  incident: "Incident",
  incident_cleared: "Cleared of incident",
  tier_granted: "An operator granted the tier",
  grant_withdrawn: "The grant was withdrawn",
  suspended: "Suspended",
  reinstated: "Reinstated",
  new_day: "Time went by",
};

/** Why a standing changed, with the way to what it goes back to. */
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
