import type { RelayEventRow } from "@/lib/database/schema/relay";
import { MESSAGE } from "@/lib/features/relay/tasks/rules";
import type { DeliveredEvent, EventReceipt, RelayEvent } from "./schema";

/** Returns the public view of a stored event, without its idempotency key, which belongs to the sender. */
export function viewEvent(row: RelayEventRow): RelayEvent {
  return {
    id: row.id,
    trace_id: row.traceId,
    seq: row.seq,
    record: row.record,
    src_did: row.srcDid,
    dst_did: row.dstDid,
    kind: row.kind,
    intent: row.intent,
    payload: row.payload,
    extensions: row.extensions,
    occurred_at: row.occurredAt?.toISOString() ?? null,
    received_at: row.receivedAt.toISOString(),
    decision: row.decision,
  };
}

/**
 * Returns the public view of an event whose content is only for sender and recipient. The intent of an A2A answer is
 * also replaced, because a member writes it freely.
 */
export function viewWithheld(row: RelayEventRow): RelayEvent {
  const intent = row.record === "event" ? MESSAGE : row.intent;
  return { ...viewEvent(row), intent, payload: {}, extensions: {} };
}

/** Returns an event with its cursor in the recipient's inbox. */
export function viewDelivered(row: RelayEventRow): DeliveredEvent {
  return { ...viewEvent(row), cursor: row.inboxSeq ?? 0 };
}

export function viewReceipt(row: Pick<RelayEventRow, "id" | "traceId" | "seq" | "receivedAt">): EventReceipt {
  return {
    id: row.id,
    trace_id: row.traceId,
    seq: row.seq,
    status: "received",
    received_at: row.receivedAt.toISOString(),
  };
}
