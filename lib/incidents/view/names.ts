import type { IncidentStatus, Severity } from "../schema";

/** How people read them. */
export const SEVERITY_NAMES: Record<Severity, string> = { LOW: "Low", MAJOR: "Major", CRITICAL: "Critical" };
export const STATUS_NAMES: Record<IncidentStatus, string> = {
  OPEN: "Open",
  FROZEN: "Frozen",
  RESOLVED: "Resolved",
  EXPORTED: "Exported",
};
