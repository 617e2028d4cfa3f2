import type {
  IncidentAgentRow,
  IncidentEventRow,
  IncidentExportRow,
  IncidentRow,
} from "@/lib/database/schema/incidents";
import type { Dispute, DisputeState } from "@/lib/features/disputes/schema";
import { isDisputed } from "@/lib/features/disputes/view";
import { pathOf } from "@/lib/http/client";
import { exportIncident } from "../contract";
import { anchoredContent, TRANSITIONS } from "../rules/incident";
import type {
  AffectedAgent,
  Incident,
  IncidentEvent,
  IncidentSeal,
  ListedIncident,
  Postmortem,
  PublicIncident,
  SealedIncident,
} from "../schema";

/** An incident with all related data. */
export interface IncidentRows {
  row: IncidentRow;
  affected: readonly IncidentAgentRow[];
  /** Oldest first. */
  events: readonly IncidentEventRow[];
  sealed: IncidentExportRow | undefined;
  disputes: readonly Dispute[];
}

type SealedRows = Pick<IncidentRows, "row" | "affected" | "events">;

export type IncidentInList = IncidentRow & { dispute: DisputeState };

/** Returns the six fields of the public list. */
export function viewPublicIncident(row: IncidentRow): PublicIncident {
  const { id, title, severity, status, incidentType, createdAt } = row;
  return { id, title, severity, status, incident_type: incidentType, created_at: createdAt.toISOString() };
}

/** Returns the same with whether it counts and how it ended. */
function viewOutcome(row: IncidentRow) {
  const { confirmedAt, unfounded, resolvedAt } = row;
  return {
    ...viewPublicIncident(row),
    confirmed: confirmedAt !== null,
    unfounded,
    resolved_at: resolvedAt?.toISOString() ?? null,
  };
}

export const viewListedIncident = (row: IncidentInList): ListedIncident => ({
  ...viewOutcome(row),
  dispute: row.dispute,
});

function viewAffected({ did, struckAt, struckBy, struckFor }: IncidentAgentRow): AffectedAgent {
  const struck = struckAt && { at: struckAt.toISOString(), by: struckBy ?? "", note: struckFor ?? "" };
  return { did, struck };
}

export function viewEvent({ seq, kind, actor, note, did, at }: IncidentEventRow): IncidentEvent {
  return { seq, kind, actor, note, did, at: at.toISOString() };
}

/** Returns the newest version of the postmortem. @param events oldest first */
export function viewPostmortem(events: readonly IncidentEventRow[]): Postmortem | null {
  const versions = events.filter(({ kind }) => kind === "postmortem");
  const newest = versions.at(-1);
  if (!newest) return null;
  return { seq: newest.seq, text: newest.note, version: versions.length, at: newest.at.toISOString() };
}

function viewSeal({
  incidentId,
  sha256,
  anchorId,
  anchorSeq,
  salt,
  anchoredBy,
  redactedAt,
}: IncidentExportRow): IncidentSeal {
  return {
    sha256,
    redacted_at: redactedAt?.toISOString() ?? null,
    record: pathOf(exportIncident, { params: { id: String(incidentId) } }),
    anchor_id: anchorId,
    anchor_seq: anchorSeq,
    anchored: { did: anchoredBy, ...anchoredContent(incidentId, sha256) },
    salt,
  };
}

/** Returns the part that an export seals. It has no replies and no decisions about them. */
function viewRecord({ row, affected, events }: SealedRows) {
  return {
    ...viewOutcome(row),
    description: row.description,
    reporter: row.reporter,
    trace_id: row.traceId,
    affected: affected.map(viewAffected),
    confirmed_at: row.confirmedAt?.toISOString() ?? null,
    confirmed_by: row.confirmedBy,
    updated_at: row.updatedAt.toISOString(),
    timeline: events.map(viewEvent),
  };
}

/** Returns the complete data of an incident. */
export function viewIncident(rows: IncidentRows): Incident {
  const { severity, status, confirmedAt } = rows.row;
  const untouched = rows.events.every(({ kind }) => kind !== "frozen");
  return {
    ...viewRecord(rows),
    postmortem: viewPostmortem(rows.events),
    freeze_proposed: severity === "CRITICAL" && confirmedAt !== null && status === "OPEN" && untouched,
    transitions: [...TRANSITIONS[status]],
    seal: rows.sealed ? viewSeal(rows.sealed) : null,
    disputed: isDisputed(rows.disputes),
    disputes: [...rows.disputes],
  };
}

/**
 * Returns the record to seal. It does not contain the sealing act, because that act's place in the log is not known
 * before.
 */
export function viewSealed(rows: SealedRows, exported: { at: Date; by: string; note: string }): SealedIncident {
  return {
    type: "fgs.incident.v1",
    ...viewRecord(rows),
    status: "EXPORTED",
    exported: { ...exported, at: exported.at.toISOString() },
  };
}
