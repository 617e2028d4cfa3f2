import type { IncidentEvent, IncidentStatus } from "../schema";

/** Where each status leads. An exported incident is sealed. */
export const TRANSITIONS: Record<IncidentStatus, readonly IncidentStatus[]> = {
  OPEN: ["FROZEN", "RESOLVED"],
  FROZEN: ["OPEN", "RESOLVED"],
  RESOLVED: ["EXPORTED"],
  EXPORTED: [],
};

/** The statuses that lead to one. */
export function leadingTo(status: IncidentStatus): IncidentStatus[] {
  return (Object.keys(TRANSITIONS) as IncidentStatus[]).filter((from) => TRANSITIONS[from].includes(status));
}

/** What the timeline calls the coming into a status. */
export const ARRIVALS = {
  OPEN: "reopened",
  FROZEN: "frozen",
  RESOLVED: "resolved",
  EXPORTED: "exported",
} as const satisfies Record<IncidentStatus, IncidentEvent["kind"]>;

/** Why a move cannot be made, and which can. */
export function faultInTransition(from: IncidentStatus, to: IncidentStatus): string {
  const allowed = TRANSITIONS[from];
  const ways = allowed.length === 0 ? "It is sealed." : `From here it goes to ${allowed.join(" or ")}.`;
  return from === to ? `It is ${from} already. ${ways}` : `It is ${from} and cannot become ${to}. ${ways}`;
}

/** The largest id that the register can give. */
const MAX_ID = 2_147_483_647;

/** The id that a path says; null where it says none that could be. */
export function incidentIdOf(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= MAX_ID ? id : null;
}

/** How the council's log names an incident. */
export const subjectOf = (id: number): string => `incident:${id}`;

/** What the anchor of a sealed record commits to, but for the DID in whose name it stands. */
export function anchoredContent(incident: number, sha256: string) {
  return { kind: "incident.exported", payload: { type: "fgs.incident.v1", incident, record_sha256: sha256 } };
}
