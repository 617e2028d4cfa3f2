import type { Transaction } from "@/lib/database/open";
import { type IncidentEventRow, type IncidentRow, incidentEvents } from "@/lib/database/schema/incidents";
import { incidentRecord, recordHref } from "@/lib/features/disputes/rules";
import { listDisputing } from "@/lib/features/disputes/service/settle";
import { recordChange } from "@/lib/features/events/record-change";
import { partsOfDid } from "@/lib/identity/did";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { subjectOf } from "../rules/incident";

interface Step extends Omit<IncidentEventRow, "seq" | "did"> {
  did?: string;
  /** The incident as it is now, its row locked, and the agents that it names. */
  incident: Pick<IncidentRow, "title" | "severity" | "status" | "confirmedAt" | "unfounded">;
  named: readonly string[];
  /** What the council's log says beyond that. */
  details: Record<string, unknown>;
}

/**
 * Records a step in the change feed, in the council's log and in the incident's timeline.
 * @returns its place in the log
 */
export async function recordStep(tx: Transaction, { details, incident, named, ...step }: Step): Promise<number> {
  const { incidentId, kind, actor, note, did, at } = step;
  const said = { ...(note === "" ? {} : { note }), ...(did === undefined ? {} : { did }), ...details };
  const { title, severity, status, confirmedAt, unfounded } = incident;
  // Readers of the feed see at once whether it is only an accusation.
  const disputed = kind !== "opened" && (await listDisputing(tx, incidentRecord(incidentId))).length > 0;
  const finding = { confirmed: confirmedAt !== null, unfounded, disputed };
  await recordChange(tx, {
    kind: `incident.${kind}`,
    subject: subjectOf(incidentId),
    dids: [...new Set([...named, ...(did === undefined ? [] : [did])])],
    zone: zoneOf(named),
    data: {
      ...{ id: incidentId, title, severity, status, ...finding, ...(did === undefined ? {} : { did }) },
      address: recordHref(incidentRecord(incidentId)),
    },
  });
  const act = { kind: `incident.${kind}`, actor, subject: subjectOf(incidentId), details: said };
  const { seq } = await appendWithin(tx, COUNCIL_LOG, act, at);
  await tx.insert(incidentEvents).values({ ...step, seq });
  return seq;
}

/** The zone of the agents; null where there are none, or where they are of several. */
function zoneOf(dids: readonly string[]): string | null {
  const zones = new Set(dids.map((did) => partsOfDid(did).zone));
  const [zone = null] = zones;
  return zones.size === 1 ? zone : null;
}
