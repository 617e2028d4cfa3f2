import type { IncidentEvent, IncidentStatus } from "../schema";

/** The statuses that may follow each status. An exported incident is sealed. */
export const TRANSITIONS: Record<IncidentStatus, readonly IncidentStatus[]> = {
  OPEN: ["FROZEN", "RESOLVED"],
  FROZEN: ["OPEN", "RESOLVED"],
  RESOLVED: ["EXPORTED"],
  EXPORTED: [],
};

export function statusesBefore(status: IncidentStatus): IncidentStatus[] {
  return (Object.keys(TRANSITIONS) as IncidentStatus[]).filter((from) => TRANSITIONS[from].includes(status));
}

/** The timeline's name for entering each status. */
export const STEP_OF_STATUS = {
  OPEN: "reopened",
  FROZEN: "frozen",
  RESOLVED: "resolved",
  EXPORTED: "exported",
} as const satisfies Record<IncidentStatus, IncidentEvent["kind"]>;

/** Returns why a move is not possible, and which moves are. */
export function faultInTransition(from: IncidentStatus, to: IncidentStatus): string {
  const allowed = TRANSITIONS[from];
  const ways = allowed.length === 0 ? "This incident is sealed." : `Possible next: ${allowed.join(" or ")}.`;
  return from === to
    ? `The incident is already ${from}. ${ways}`
    : `The incident is ${from} and cannot become ${to}. ${ways}`;
}

/** The largest possible id of an incident. */
const MAX_ID = 2_147_483_647;

/** Parses an id from a path. Returns null if it is not a possible id. */
export function incidentIdOf(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= MAX_ID ? id : null;
}

/** Returns the name of an incident in the council's log. */
export const subjectOf = (id: number): string => `incident:${id}`;

/** Returns the content that the anchor of a sealed record commits to, except the DID of the actor. */
export function anchoredContent(incident: number, sha256: string) {
  return { kind: "incident.exported", payload: { type: "fgs.incident.v1", incident, record_sha256: sha256 } };
}
