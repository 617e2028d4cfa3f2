import { randomBytes } from "node:crypto";
import type { Context } from "@/lib/context";
import { ServiceError } from "@/lib/errors";
import { permit } from "@/lib/permissions";
import { activeSpan } from "@/lib/tracing/spans";
import { permitActor } from "@/lib/trust/service/permit-actor";
import { traceIdOfParent } from "../rules/trace";
import type { EventReceipt, SendEvent } from "../schema";
import { viewReceipt } from "../view";
import { appendEvent, contentHashOf, type NewEvent } from "./append";

const newTraceId = () => randomBytes(16).toString("hex");

/**
 * The trace that a request goes on: the one it names, else its `traceparent` header's, else a new one. Where the request is
 * recorded, that is the trace of its spans.
 */
export function traceIdFor(named: string | undefined, traceparent: string | null): string {
  return named ?? traceIdOfParent(traceparent) ?? activeSpan()?.spanContext().traceId ?? newTraceId();
}

function eventOf(ctx: Context, input: SendEvent, traceId: string): NewEvent {
  const { idempotency_key: key, ...content } = input;
  return {
    traceId,
    srcDid: input.src_did,
    dstDid: input.dst_did,
    kind: input.kind,
    intent: input.intent,
    payload: input.payload,
    extensions: input.extensions,
    occurredAt: input.occurred_at,
    idempotency: key === undefined ? undefined : { key, contentHash: contentHashOf(content) },
    at: ctx.clock(),
  };
}

/**
 * Stores an event on its trace, and in its recipient's inbox where it has one; answers when that is durable.
 * @param traceparent the request's header (W3C Trace Context)
 * @throws ServiceError `didMismatch`, `tierTooLow`, `frozen`, or `conflict` where its key was used for another event
 */
export async function sendEvent(ctx: Context, input: SendEvent, traceparent: string | null): Promise<EventReceipt> {
  await permitActor(ctx, "relay.send", input.src_did);
  return viewReceipt(await appendEvent(ctx.db, eventOf(ctx, input, traceIdFor(input.trace_id, traceparent))));
}

/**
 * Sends several events; those on one trace get their numbers in the order given. Each stands or falls by itself.
 * @param inputs what is no event is the refusal that it gets
 * @returns for each, in order, its receipt or its refusal
 * @throws what is no refusal: the database's errors; what was stored until then stays
 */
export async function sendEvents(
  ctx: Context,
  inputs: readonly (SendEvent | ServiceError)[],
  traceparent: string | null,
): Promise<(EventReceipt | ServiceError)[]> {
  permit(ctx.caller, "relay.send");
  const refusals = new Map<string, ServiceError | undefined>();
  for (const input of inputs) {
    if (input instanceof ServiceError || refusals.has(input.src_did)) continue;
    refusals.set(input.src_did, (await refusalOf(permitActor(ctx, "relay.send", input.src_did))) ?? undefined);
  }
  const sent = inputs.map(async (input) => {
    if (input instanceof ServiceError) return input;
    const refusal = refusals.get(input.src_did);
    const traceId = input.trace_id ?? traceIdOfParent(traceparent) ?? newTraceId();
    return refusal ?? refusalOf(appendEvent(ctx.db, eventOf(ctx, input, traceId)).then(viewReceipt));
  });
  return Promise.all(sent);
}

/** What a promise is refused with, as a value; else what it resolves to. */
async function refusalOf<T>(promise: Promise<T>): Promise<T | ServiceError> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
