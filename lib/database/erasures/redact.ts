import canonicalize from "canonicalize";
import { and, eq, ne, or, type SQL, sql } from "drizzle-orm";
import { ownValue } from "@/lib/foundation/own-values";
import type { Reader, Transaction } from "../open";
import { applications } from "../schema/applications";
import { audits } from "../schema/council";
import { freezes } from "../schema/freezes";
import { incidentAgents, incidentEvents, incidentExports, incidents } from "../schema/incidents";
import { ledgerActs, ledgerPayloads } from "../schema/ledger";
import { relayEvents, relayTraces } from "../schema/relay";
import { replies, replyDecisions } from "../schema/replies";
import { reports } from "../schema/reports";
import { rfcReviews } from "../schema/rfcs";
import { statusMaintenances } from "../schema/system";
import { workItems } from "../schema/work";
import { recordErasures } from "./journal";
import { REDACTED_KIND, replaced } from "./redaction-text";

export type CouncilAct = typeof ledgerActs.$inferSelect;

/** Fields of an act that programs read, and that contain no text. */
const KEPT_FIELDS = [
  ...[
    "affected",
    "application",
    "by",
    "components",
    "credential",
    "decision",
    "did",
    "ends_at",
    "entries",
    "fields",
    "from",
    "granted",
    "host",
    "id",
    "incident",
  ],
  ...["revision", "revoked", "severity", "sha256", "starts_at", "status", "superseded_by", "tally", "to", "verdict"],
];

/** Returns the fields of an act that can be redacted: texts, lists and objects. */
export const redactableFields = ({ details }: CouncilAct): string[] =>
  Object.entries(details).flatMap(([field, value]) => {
    const canHaveText = typeof value === "string" || (typeof value === "object" && value !== null);
    return canHaveText && !KEPT_FIELDS.includes(field) ? [field] : [];
  });

export interface RedactedTexts {
  fields: readonly string[];
  /** What replaces them, as `redactionText` returns it. */
  text: string;
  at: Date;
  /** Of an agent: the revision of the last version that is redacted. Absent: all versions. */
  revision?: number | undefined;
}

/** Replaces the texts of an act where a table has them, too. */
type Copy = (tx: Transaction, act: CouncilAct, redaction: RedactedTexts) => Promise<unknown>;

const numberIn = (subject: string) => Number(subject.split(/\D/).at(-1));

const inIncident: Copy = async (tx, { seq, kind, subject, details }, { fields, text, at }) => {
  const id = numberIn(subject);
  const reported = ["title", "description"].filter((field) => kind === "incident.opened" && fields.includes(field));
  const values = Object.fromEntries(reported.map((field) => [field, text]));
  if (reported.length > 0) {
    await tx
      .update(incidents)
      .set({ ...values, redactedAt: at })
      .where(eq(incidents.id, id));
  }
  const did = String(details["did"] ?? "");
  const hasNote = fields.includes("note");
  if (hasNote) {
    await tx.update(incidentEvents).set({ note: text }).where(eq(incidentEvents.seq, seq));
    const struck = and(eq(incidentAgents.incidentId, id), eq(incidentAgents.did, did));
    if (kind === "incident.agent_struck") await tx.update(incidentAgents).set({ struckFor: text }).where(struck);
  }
  const [sealed] = await tx.select().from(incidentExports).where(eq(incidentExports.incidentId, id));
  if (!sealed) return;
  const record = JSON.parse(sealed.record);
  Object.assign(record, values);
  if (hasNote) {
    const steps: { seq: number; note: string }[] = record.timeline;
    for (const step of steps) if (step.seq === seq) step.note = text;
    const named: { did: string; struck: { note: string } | null }[] = record.affected;
    for (const agent of named) {
      if (kind === "incident.agent_struck" && agent.did === did && agent.struck) agent.struck.note = text;
    }
    if (kind === "incident.exported") record.exported.note = text;
  }
  await tx
    .update(incidentExports)
    .set({ record: canonicalize(record) ?? "", redactedAt: at })
    .where(eq(incidentExports.incidentId, id));
};

const inAudit: Copy = async (tx, { seq, details }, { fields, text }) => {
  const values = Object.fromEntries(fields.map((field) => [field, ownValue(details, field)]));
  await tx
    .update(audits)
    .set(replaced(values, fields, text))
    .where(eq(audits.seq, seq));
};

const inReview: Copy = (tx, { seq, details }, { fields, text }) =>
  tx
    .update(rfcReviews)
    .set(replaced({ text: details["text"] }, fields, text))
    .where(eq(rfcReviews.seq, seq));

const inReply: Copy = (tx, { seq }, { text }) => tx.update(replies).set({ text }).where(eq(replies.seq, seq));

const inDecision: Copy = (tx, { seq }, { text }) =>
  tx.update(replyDecisions).set({ reason: text }).where(eq(replyDecisions.seq, seq));

/** The reason of an act may be the present one of its subject. */
const inFreeze: Copy = (tx, { subject, details }, { text }) =>
  tx
    .update(freezes)
    .set({ reason: text })
    .where(and(sql`${freezes.subsystem} = ${subject}`, sql`${freezes.reason} = ${details["reason"]}`));

const inReport: Copy = (tx, { subject, details }, { text }) =>
  tx
    .update(reports)
    .set({ reason: text })
    .where(and(eq(reports.id, numberIn(subject)), sql`${reports.reason} = ${details["reason"]}`));

const inApplication: Copy = (tx, { details }, { text }) =>
  tx
    .update(applications)
    .set({ note: text })
    .where(
      and(sql`${applications.id}::text = ${details["application"]}`, sql`${applications.note} = ${details["reason"]}`),
    );

const inMaintenance: Copy = (tx, { seq }, { fields, text }) =>
  fields.includes("text")
    ? tx.update(statusMaintenances).set({ text }).where(eq(statusMaintenances.seq, seq))
    : tx.update(statusMaintenances).set({ cancelReason: text }).where(eq(statusMaintenances.cancelSeq, seq));

/**
 * The tables that also have texts of acts: the beginning of the acts' kind, the fields, and how the table is changed. A kind
 * of record whose texts can be redacted needs one row.
 */
const COPIES: readonly [kinds: string, fields: readonly string[], copy: Copy][] = [
  ["incident.", ["title", "description", "note"], inIncident],
  ["audit.recorded", ["summary", "findings", "evidence"], inAudit],
  ["rfc.reviewed", ["text"], inReview],
  ["reply.written", ["text"], inReply],
  ["incident.decided", ["reason"], inDecision],
  ["audit.decided", ["reason"], inDecision],
  ["relay.", ["reason"], inFreeze],
  ["memory.", ["reason"], inFreeze],
  ["maintenance.", ["text", "reason"], inMaintenance],
  ["report.", ["reason"], inReport],
  ["application.", ["reason"], inApplication],
];

/** Deletes operators' notes on the subject of an act, because they may repeat its texts. */
async function forgetNotes(tx: Transaction, { subject, details }: CouncilAct): Promise<void> {
  const [kind = "", id = ""] = subject.split(":");
  const application = String(details["application"] ?? "");
  await tx.delete(workItems).where(sql`(${workItems.queue}, ${workItems.item}) in (
    (${kind}, ${id}), (${kind === "incident" ? "freeze" : kind}, ${id}), ('application', ${application}))
    or ${workItems.queue} = 'reply' and starts_with(${workItems.item}, ${`${subject} `})`);
}

/** Replaces the texts of acts in the change feed, from which webhooks and streams are served. */
async function redactChanges(tx: Transaction, { subject, details }: CouncilAct, { fields, text }: RedactedTexts) {
  const subjects = [subject, `freeze:${subject}`];
  if (/^rfc-\d+$/.test(subject)) subjects.push(`rfc:${numberIn(subject)}`);
  for (const field of fields) {
    const before = ownValue(details, field);
    if (typeof before !== "string") continue;
    await tx.execute(sql`
      update changes set data = jsonb_set(data, array[${field}], to_jsonb(${text}::text))
      where subject in ${subjects} and data ->> ${field} = ${before}`);
  }
}

/** One text of an operator is the note of a step, and the reason of the decisions that the step makes. */
const SAME_FIELDS = ["note", "reason"];
const namesOf = (field: string): string[] => (SAME_FIELDS.includes(field) ? SAME_FIELDS : [field]);

/** Finds an act, and the others on its subject that have one of its texts in the same field. */
export async function findSameTexts(db: Reader, act: CouncilAct, fields: readonly string[]): Promise<CouncilAct[]> {
  const same = fields.flatMap((field): SQL[] => {
    const value = ownValue(act.details, field);
    if (typeof value !== "string" || value === "") return [];
    return namesOf(field).map((name) => sql`${ledgerActs.details} ->> ${name} = ${value}`);
  });
  if (same.length === 0) return [act];
  const others = and(eq(ledgerActs.subject, act.subject), ne(ledgerActs.seq, act.seq), or(...same));
  return [act, ...(await db.select().from(ledgerActs).where(others).orderBy(ledgerActs.seq))];
}

/** Erases an act's payload with its salt, and replaces its texts wherever they are. */
async function redactOne(tx: Transaction, act: CouncilAct, redaction: RedactedTexts): Promise<void> {
  const { seq, kind, actor, subject } = act;
  const details = replaced(act.details, redaction.fields, redaction.text);
  await tx
    .update(ledgerPayloads)
    .set({ salt: null, did: null, kind: null, payload: null, remaining: { kind, actor, subject, details } })
    .where(and(eq(ledgerPayloads.log, "council"), eq(ledgerPayloads.seq, seq)));
  for (const [kinds, texts, copy] of COPIES) {
    const fields = redaction.fields.filter((field) => texts.includes(field) && Object.hasOwn(act.details, field));
    if (kind.startsWith(kinds) && fields.length > 0) await copy(tx, act, { ...redaction, fields });
  }
  await redactChanges(tx, act, redaction);
  await forgetNotes(tx, act);
}

/** The entries whose erasure an act records. */
const entriesIn = ({ kind, subject, details }: CouncilAct): string[] => {
  if (kind === "memory.erased") return [subject];
  return kind === REDACTED_KIND && Array.isArray(details["entries"]) ? details["entries"].map(String) : [];
};

/**
 * Redacts texts of an act and of the acts on its subject that have the same texts, and records it in the journal.
 * @returns those acts, and the entries that the caller must record as erased: their ids, and those of the erasures that
 * these acts recorded
 */
export async function redactAct(
  tx: Transaction,
  named: CouncilAct,
  redaction: RedactedTexts,
): Promise<{ acts: CouncilAct[]; entries: string[] }> {
  if (named.subject.startsWith("incident:")) {
    // A step or an export that is being written has the lock, and the new text is in it.
    await tx
      .select()
      .from(incidents)
      .where(eq(incidents.id, numberIn(named.subject)))
      .for("update");
  }
  const acts = await findSameTexts(tx, named, redaction.fields);
  const fields = [...new Set(redaction.fields.flatMap(namesOf))];
  for (const act of acts) await redactOne(tx, act, act === named ? redaction : { ...redaction, fields });
  await writeJournal(`act:${named.id}`, redaction);
  return { acts, entries: [...new Set(acts.flatMap((act) => [act.id, ...entriesIn(act)]))] };
}

/** Replaces the reasons of a routing decision, because they contain words of the intent. */
function redactDecision(decision: Record<string, unknown>, text: string): Record<string, unknown> {
  const candidates = (decision["candidates"] ?? []) as Record<string, unknown>[];
  return { ...decision, reason: text, candidates: candidates.map((candidate) => ({ ...candidate, reason: text })) };
}

/**
 * Redacts fields of an event of the relay, and records it in the journal. An intent is redacted in every event of the trace
 * that has it.
 */
export async function redactEvent(tx: Transaction, id: string, redaction: RedactedTexts): Promise<void> {
  const [event] = await tx.select().from(relayEvents).where(eq(relayEvents.id, id));
  if (!event) return;
  // In the order of an append.
  await tx.select().from(relayTraces).where(eq(relayTraces.traceId, event.traceId)).for("update");
  const hasIntent = redaction.fields.includes("intent");
  const same = or(eq(relayEvents.id, id), hasIntent ? eq(relayEvents.intent, event.intent) : undefined);
  const rows = await tx
    .select()
    .from(relayEvents)
    .where(and(eq(relayEvents.traceId, event.traceId), same))
    .orderBy(relayEvents.seq);
  for (const { id: one, intent, payload, extensions, decision } of rows) {
    const fields = one === id ? redaction.fields : ["intent"];
    const values = replaced({ intent, payload, extensions }, fields, redaction.text);
    const reasons = decision && hasIntent ? { decision: redactDecision(decision, redaction.text) } : {};
    await tx
      .update(relayEvents)
      .set({ ...values, ...reasons })
      .where(eq(relayEvents.id, one));
  }
  await writeJournal(`event:${id}`, redaction);
}

const writeJournal = (key: string, { at, fields }: RedactedTexts) =>
  recordErasures([{ at: at.toISOString(), kind: "redaction", key, fields: [...fields] }]);
