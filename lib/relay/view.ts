import type { RelayEventRow } from "@/lib/db/schema/relay";
import type { DeliveredEvent, EventReceipt, RelayEvent } from "./schema";

/** A stored event as everyone sees it: without its idempotency key, which is its sender's. */
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

/** The same with its place in the recipient's inbox. */
export function viewDelivered(row: RelayEventRow): DeliveredEvent {
  return { ...viewEvent(row), cursor: row.inboxSeq ?? 0 };
}

/** That an event was stored. */
export function viewReceipt(row: Pick<RelayEventRow, "id" | "traceId" | "seq" | "receivedAt">): EventReceipt {
  return {
    id: row.id,
    trace_id: row.traceId,
    seq: row.seq,
    status: "received",
    received_at: row.receivedAt.toISOString(),
  };
}
