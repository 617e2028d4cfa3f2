import { randomBytes } from "node:crypto";
import { authorizeActor } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import { ServiceError } from "@/lib/foundation/errors";
import { activeSpan } from "@/lib/foundation/tracing/spans";
import { authorize } from "@/lib/identity/permissions";
import { traceIdOfParent } from "../rules/trace";
import type { EventReceipt, SendEvent } from "../schema";
import { viewReceipt } from "../view";
import { appendEvent, contentHashOf } from "./append";
import type { NewEvent } from "./insert-events";

const newTraceId = () => randomBytes(16).toString("hex");

/**
 * Returns the trace id of a request: the named one, else that of its `traceparent` header, else that of its spans, else
 * a new one.
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
 * Stores an event on its trace, and in the recipient's inbox if it has a recipient. Resolves when it is durable.
 * @param traceparent the request's header (W3C Trace Context)
 * @throws ServiceError `didMismatch`, `tierTooLow`, `frozen`, or `conflict` if its key was used for another event
 */
export async function sendEvent(ctx: Context, input: SendEvent, traceparent: string | null): Promise<EventReceipt> {
  await authorizeActor(ctx, "relay.send", input.src_did);
  return viewReceipt(await appendEvent(ctx.db, eventOf(ctx, input, traceIdFor(input.trace_id, traceparent))));
}

/**
 * Sends several events. Those on one trace are numbered in the given order. An error of one does not fail the others.
 * @param inputs an invalid event is given as its ServiceError
 * @returns for each input, in order, its receipt or its error
 * @throws other errors than ServiceError, such as the database's; events already stored stay
 */
export async function sendEvents(
  ctx: Context,
  inputs: readonly (SendEvent | ServiceError)[],
  traceparent: string | null,
): Promise<(EventReceipt | ServiceError)[]> {
  authorize(ctx.caller, "relay.send");
  const errors = new Map<string, ServiceError | undefined>();
  for (const input of inputs) {
    if (input instanceof ServiceError || errors.has(input.src_did)) continue;
    errors.set(input.src_did, (await resultOrError(authorizeActor(ctx, "relay.send", input.src_did))) ?? undefined);
  }
  const sent = inputs.map(async (input) => {
    if (input instanceof ServiceError) return input;
    const error = errors.get(input.src_did);
    const traceId = input.trace_id ?? traceIdOfParent(traceparent) ?? newTraceId();
    return error ?? resultOrError(appendEvent(ctx.db, eventOf(ctx, input, traceId)).then(viewReceipt));
  });
  return Promise.all(sent);
}

/** Returns the promise's result, or its ServiceError as a value. */
async function resultOrError<T>(promise: Promise<T>): Promise<T | ServiceError> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
