import type { IncidentEvent, IncidentStatus, ListedIncident, Severity } from "../schema";

/** How people read them. */
export const SEVERITY_NAMES: Record<Severity, string> = { LOW: "Low", MAJOR: "Major", CRITICAL: "Critical" };
export const STATUS_NAMES: Record<IncidentStatus, string> = {
  OPEN: "Open",
  FROZEN: "Frozen",
  RESOLVED: "Resolved",
  EXPORTED: "Exported",
};

/** What is said beside an incident's status where it weighs on nobody; null where it weighs. */
export function findingOf({ confirmed, unfounded }: Pick<ListedIncident, "confirmed" | "unfounded">) {
  if (unfounded) return "unfounded";
  return confirmed ? null : "unconfirmed";
}

/** An incident's status with its finding, as programs read it. */
export function statusWithFinding(incident: Pick<ListedIncident, "status" | "confirmed" | "unfounded">): string {
  return [incident.status, findingOf(incident)].filter(Boolean).join(", ");
}

/** What happened at a step, in a word or two. */
export const STEP_NAMES: Record<IncidentEvent["kind"], string> = {
  opened: "Opened",
  confirmed: "Confirmed",
  updated: "Update",
  frozen: "Frozen",
  reopened: "Open again",
  resolved: "Resolved",
  agent_struck: "An agent was struck",
  postmortem: "Postmortem",
  exported: "Sealed",
};
