import type { IncidentStatus, ListedIncident, Severity } from "../schema";

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
