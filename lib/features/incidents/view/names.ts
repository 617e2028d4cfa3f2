import type { IncidentEvent, IncidentStatus, ListedIncident, Severity } from "../schema";

export const SEVERITY_NAMES: Record<Severity, string> = { LOW: "Low", MAJOR: "Major", CRITICAL: "Critical" };
export const STATUS_NAMES: Record<IncidentStatus, string> = {
  OPEN: "Open",
  FROZEN: "Under investigation",
  RESOLVED: "Resolved",
  EXPORTED: "Exported",
};

/** Returns a note for an incident that counts against nobody, or null if it counts. */
export function findingOf({ confirmed, unfounded }: Pick<ListedIncident, "confirmed" | "unfounded">) {
  if (unfounded) return "unfounded";
  return confirmed ? null : "unconfirmed";
}

/** Returns an incident's status with its finding, for programs. */
export function statusWithFinding(incident: Pick<ListedIncident, "status" | "confirmed" | "unfounded">): string {
  return [incident.status, findingOf(incident)].filter(Boolean).join(", ");
}

/** Returns the name of a step, in a word or two. */
export const STEP_NAMES: Record<IncidentEvent["kind"], string> = {
  opened: "Opened",
  confirmed: "Confirmed",
  updated: "Update",
  frozen: "Under investigation",
  reopened: "Open again",
  resolved: "Resolved",
  agent_struck: "An agent was removed",
  postmortem: "Postmortem",
  exported: "Sealed",
};
