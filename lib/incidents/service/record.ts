import type { Transaction } from "@/lib/db/open";
import { type IncidentEventRow, incidentEvents } from "@/lib/db/schema/incidents";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { subjectOf } from "../rules/incident";

/** What happened to an incident, to be put on record. */
interface Step extends Omit<IncidentEventRow, "seq" | "did"> {
  did?: string;
  /** What the council's log says beyond that. */
  details: Record<string, unknown>;
}

/**
 * Puts a step on record, in the council's log and in the incident's timeline.
 * @returns its place in the log
 */
export async function recordStep(tx: Transaction, { details, ...step }: Step): Promise<number> {
  const { incidentId, kind, actor, note, did, at } = step;
  const said = { ...(note === "" ? {} : { note }), ...(did === undefined ? {} : { did }), ...details };
  const act = { kind: `incident.${kind}`, actor, subject: subjectOf(incidentId), details: said };
  const { seq } = await appendWithin(tx, COUNCIL_LOG, act, at);
  await tx.insert(incidentEvents).values({ ...step, seq });
  return seq;
}
