import { activeSpan, failSpan, inSpan, type Span, type SpanContext, spanErrorOf, startSpan } from "./spans";
import { isTraceId } from "./traceparent";

/** A relay event, identified by its UUID. */
interface Event {
  id: string;
  traceId: string;
}

const SAMPLED = 1;
/** The SDK drops the oldest link beyond its limit. */
const MAX_LINKS = 128;

/**
 * Returns the id of the span that sends an event. It is derived from the event's id, so the code that delivers the
 * event can compute it.
 */
const sendSpanId = ({ id }: Event) => id.replaceAll("-", "").slice(0, 16);

const attributesOf = ({ id }: Event) => ({ "messaging.system": "fgs_relay", "messaging.message.id": id });

/** Returns the context of the span that sent an event, or undefined if the event's trace id is not valid for spans. */
function senderOf(event: Event): SpanContext | undefined {
  if (!isTraceId(event.traceId)) return undefined;
  return { traceId: event.traceId, spanId: sendSpanId(event), traceFlags: SAMPLED, isRemote: true };
}

/**
 * Stores an event within its send span, which is in the event's trace. If that is not the request's trace, the span
 * starts the event's trace and links to the request's.
 */
export async function inSendSpan<T>(event: Event, store: () => Promise<T>): Promise<T> {
  const request = activeSpan()?.spanContext();
  if (request === undefined) return store();
  const attributes = { ...attributesOf(event), "messaging.operation.name": "send", "messaging.operation.type": "send" };
  const options = { kind: "producer", attributes } as const;
  const spanId = sendSpanId(event);
  const { traceId } = event;
  if (traceId === request.traceId || !isTraceId(traceId)) {
    return inSpan("send relay", store, { ...options, ids: { spanId } });
  }
  const span = startSpan("send relay", { ...options, ids: { spanId, traceId }, links: [request] });
  try {
    return await store();
  } catch (error) {
    if (span) failSpan(span, spanErrorOf(error));
    throw error;
  } finally {
    span?.end();
  }
}

export function linkSenders(events: readonly Event[]): void {
  const span = activeSpan();
  if (span === undefined) return;
  for (const event of events.slice(-MAX_LINKS)) {
    const context = senderOf(event);
    if (context) span.addLink({ context });
  }
}

/**
 * Starts the span of an event's delivery by a stream, linked to the span that sent it.
 * @param stream the span that opened the stream, which ended long before
 */
export function startDeliverySpan(event: Event, stream: SpanContext | undefined): Span | undefined {
  if (stream === undefined) return undefined;
  const sender = senderOf(event);
  const attributes = {
    ...attributesOf(event),
    "messaging.operation.name": "deliver",
    "messaging.operation.type": "process",
  };
  return startSpan("deliver relay", { kind: "consumer", parent: stream, attributes, links: sender ? [sender] : [] });
}
