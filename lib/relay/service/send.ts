import { randomBytes } from "node:crypto";
import type { Context } from "@/lib/context";
import { permitActor } from "@/lib/trust/service/permit-actor";
import { traceIdOfParent } from "../rules/trace";
import type { EventReceipt, SendEvent } from "../schema";
import { appendEvent, contentHashOf } from "./append";

/** The trace that a request goes on: the one it names, else its `traceparent` header's, else a new one. */
export function traceIdFor(named: string | undefined, traceparent: string | null): string {
  return named ?? traceIdOfParent(traceparent) ?? randomBytes(16).toString("hex");
}

/**
 * Stores an event on its trace, and in its recipient's inbox where it has one; answers when that is durable.
 * @param traceparent the request's header (W3C Trace Context)
 * @throws ServiceError `didMismatch`, `tierTooLow`, `frozen`, or `conflict` where its key was used for another event
 */
export async function sendEvent(ctx: Context, input: SendEvent, traceparent: string | null): Promise<EventReceipt> {
  await permitActor(ctx, "relay.send", input.src_did);
  const { idempotency_key: key, ...content } = input;
  const { id, traceId, seq, receivedAt } = await appendEvent(ctx.db, {
    traceId: traceIdFor(input.trace_id, traceparent),
    srcDid: input.src_did,
    dstDid: input.dst_did,
    kind: input.kind,
    intent: input.intent,
    payload: input.payload,
    extensions: input.extensions,
    occurredAt: input.occurred_at,
    idempotency: key === undefined ? undefined : { key, contentHash: contentHashOf(content) },
    at: ctx.clock(),
  });
  return { id, trace_id: traceId, seq, status: "received", received_at: receivedAt.toISOString() };
}
