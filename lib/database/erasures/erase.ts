import { and, eq, inArray, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import { lock } from "../locks";
import type { Database, Transaction } from "../open";
import { a2aTasks } from "../schema/a2a-door";
import { anchorTexts } from "../schema/anchors";
import { applications } from "../schema/applications";
import { ledgerEntries, ledgerPayloads } from "../schema/ledger";
import { relayEvents, relayTraces } from "../schema/relay";
import { reports } from "../schema/reports";
import { type WorkItemRow, workItems } from "../schema/work";
import { type ErasureKind, recordErasures } from "./journal";

/** How long guests' messages and their answers are kept. */
export const GUEST_PAYLOAD_HOURS = 24;
/** The name of the anchors' log. */
const ANCHORS = "anchors";

/** Removes content. @returns the keys of the rows that had some */
type Removal = (tx: Transaction, keys: string[], before: Date) => Promise<string[]>;

const keysOf = (rows: { key: string }[]) => rows.map(({ key }) => key);

/** Erases contents of anchors, with their salts and words. The entries and every hash stay. Keys: ids. */
const removeAnchors: Removal = async (tx, keys) => {
  const rows = await tx
    .update(ledgerPayloads)
    .set({ salt: null, did: null, kind: null, payload: null })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.log, ANCHORS),
        inArray(ledgerEntries.id, keys),
        eq(ledgerPayloads.log, ledgerEntries.log),
        eq(ledgerPayloads.seq, ledgerEntries.seq),
        isNotNull(ledgerPayloads.payload),
      ),
    )
    .returning({ key: ledgerEntries.id, seq: ledgerPayloads.seq });
  if (rows.length === 0) return [];
  await lock(tx, "anchorTexts");
  // The vectors go with their texts.
  await tx.delete(anchorTexts).where(
    inArray(
      anchorTexts.seq,
      rows.map(({ seq }) => seq),
    ),
  );
  return keysOf(rows);
};

/** Deletes operators' notes on items, and who did them. */
async function forgetWork(tx: Transaction, queue: WorkItemRow["queue"], items: string[]): Promise<void> {
  await tx.delete(workItems).where(and(eq(workItems.queue, queue), inArray(workItems.item, items)));
}

/** Erases what only operators could read of a decided application. Organisation and DID are in the council's log. Keys: ids. */
const removeApplicants: Removal = async (tx, keys) => {
  await forgetWork(tx, "application", keys);
  return keysOf(
    await tx
      .update(applications)
      .set({ email: "", purpose: "" })
      .where(and(inArray(applications.id, keys), or(ne(applications.email, ""), ne(applications.purpose, ""))))
      .returning({ key: applications.id }),
  );
};

/** Erases also what the token of a withdrawn application was for. Keys: ids. */
const removeWithdrawn: Removal = async (tx, keys) => {
  await forgetWork(tx, "application", keys);
  return keysOf(
    await tx
      .update(applications)
      .set({ email: "", purpose: "", capabilities: [], publicKey: "", claimCheck: null })
      .where(inArray(applications.id, keys))
      .returning({ key: applications.id }),
  );
};

/** Erases addresses of reports' senders. Keys: hashes of the senders' secrets, because numbers repeat after a restore. */
const removeSenders: Removal = async (tx, keys) => {
  const rows = await tx
    .update(reports)
    .set({ email: "" })
    .where(and(inArray(reports.secretHash, keys), ne(reports.email, "")))
    .returning({ key: reports.secretHash, id: reports.id });
  await forgetWork(
    tx,
    "report",
    rows.map(({ id }) => String(id)),
  );
  return keysOf(rows);
};

/**
 * Erases the content of guests' tasks up to a time: payloads and extensions of every event, and each text or hash of the
 * guest's messages. The events stay. Content of later events is erased when the task is due again. Keys: ids of tasks.
 */
const removeGuests: Removal = async (tx, keys, before) => {
  const until = sql`${before.toISOString()}::timestamptz`;
  const tasks = await tx
    .select()
    .from(a2aTasks)
    .where(and(inArray(a2aTasks.id, keys), a2aTasks.isGuest))
    .orderBy(a2aTasks.traceId);
  const traces = tasks.map(({ traceId }) => traceId);
  if (traces.length === 0) return [];
  // In the order of an append.
  await tx
    .select()
    .from(relayTraces)
    .where(inArray(relayTraces.traceId, traces))
    .orderBy(relayTraces.traceId)
    .for("update");
  await tx
    .update(relayEvents)
    .set({ payload: {}, extensions: {} })
    .where(and(inArray(relayEvents.traceId, traces), sql`${relayEvents.receivedAt} <= ${until}`));
  // The new ids stay unique in the task.
  await tx.execute(sql`
    update a2a_messages as m set scope = '', message_id = 'erased ' || m.seq, content_hash = ''
    from a2a_tasks as t join relay_events as e on e.trace_id = t.trace_id
    where t.id = m.task_id and e.seq = m.seq and t.id in ${keys} and t.is_guest and e.received_at <= ${until}`);
  await tx.execute(sql`
    update a2a_tasks as t set bucket_hash = null, context_id = t.id::text, erase_at = (
      select min(e.received_at) + make_interval(hours => ${GUEST_PAYLOAD_HOURS}) from relay_events as e
      where e.trace_id = t.trace_id and (e.payload <> '{}' or e.extensions <> '{}'))
    where t.id in ${keys} and t.is_guest`);
  return tasks.map(({ id }) => id);
};

/** The kinds of erasures that a key alone describes. Redactions also need fields; see `redact.ts`. */
export type WholeErasure = Exclude<ErasureKind, "redaction">;

const REMOVALS: Record<WholeErasure, Removal> = {
  anchor: removeAnchors,
  application: removeApplicants,
  withdrawal: removeWithdrawn,
  report: removeSenders,
  guest: removeGuests,
};

/**
 * Erases content, and records it in the journal before the transaction commits. Every erasure goes through here, except redactions.
 * @param keys as the removal of this kind names its rows
 * @param before for guests: up to when events were received
 * @returns the keys of the rows that had content
 * @throws ServiceError `unavailable` if the journal cannot be written
 */
export async function erase(
  tx: Transaction,
  kind: WholeErasure,
  keys: readonly string[],
  before?: Date,
): Promise<string[]> {
  if (keys.length === 0) return [];
  const erased = await REMOVALS[kind](tx, [...keys], before ?? new Date(0));
  const at = new Date().toISOString();
  const bound = before === undefined ? {} : { before: before.toISOString() };
  await recordErasures(erased.map((key) => ({ at, kind, key, ...bound })));
  return erased;
}

const MAX_AT_ONCE = 500;

/** Erases applicants or senders, a few at a time. @param isDue which rows @returns how many */
export async function eraseDue(db: Database, kind: "application" | "report", isDue: SQL | undefined): Promise<number> {
  const [table, key] = kind === "report" ? [reports, reports.secretHash] : [applications, applications.id];
  for (let erased = 0; ; ) {
    const gone = await db.transaction(async (tx) => {
      const due = tx.select({ key }).from(table).where(isDue).limit(MAX_AT_ONCE);
      return erase(tx, kind, keysOf(await due.for("update", { skipLocked: true })));
    });
    erased += gone.length;
    if (gone.length < MAX_AT_ONCE) return erased;
  }
}
