import { AsyncLocalStorage } from "node:async_hooks";
import type { Attributes, Span, SpanContext } from "@opentelemetry/api";
import { ServiceError } from "@/lib/errors";

export type { Span, SpanContext };

/** What a span is made of. An attribute is never a secret, a payload, or anything else that a client wrote. */
export interface SpanOptions {
  kind?: "internal" | "server" | "client" | "producer" | "consumer";
  attributes?: Attributes;
  /** Absent: the span begins a trace. */
  parent?: SpanContext | undefined;
  links?: readonly SpanContext[];
  /** Absent: random ones. */
  ids?: { spanId: string; traceId?: string };
}

export type StartSpan = (name: string, options: SpanOptions) => Span;

/** What is told of an error: its kind, and whether the service is to blame. Never its message, which may quote a client. */
export interface Fault {
  type: string;
  isOurs: boolean;
}

/** The API's `SpanStatusCode.ERROR`. The API is not loaded where nothing is recorded. */
const ERROR = 2;

let start: StartSpan | undefined;
const spans = new AsyncLocalStorage<Span | undefined>();

/** Begins to record, or ends it. */
export function recordSpans(by: StartSpan | undefined): void {
  start = by;
}

/** Starts a span; undefined where nothing is recorded. */
export function startSpan(name: string, options: SpanOptions): Span | undefined {
  return start?.(name, options);
}

/** The span under way, while it is being recorded. What runs on after its end is nobody's. */
export function activeSpan(): Span | undefined {
  if (start === undefined) return undefined;
  const span = spans.getStore();
  return span?.isRecording() ? span : undefined;
}

/** Runs work within a span, or outside any. */
export function withinSpan<T>(span: Span | undefined, work: () => T): T {
  return start === undefined ? work() : spans.run(span, work);
}

/** Says of a span that it failed. */
export function failSpan(span: Span, { type, isOurs }: Fault): void {
  span.setAttribute("error.type", type);
  if (isOurs) span.setStatus({ code: ERROR });
}

/** A refusal is the caller's fault, or said to be ours by the verb that makes it. */
export function unknownFault(error: unknown): Fault {
  if (error instanceof ServiceError) return { type: error.kind, isOurs: false };
  return { type: error instanceof Error ? error.name : typeof error, isOurs: true };
}

/** Runs work within a span of its own, a child of the one under way; where there is none, just runs it. */
export async function inSpan<T>(
  name: string,
  work: (span?: Span) => Promise<T>,
  { faultOf = unknownFault, ...options }: SpanOptions & { faultOf?: (error: unknown) => Fault } = {},
): Promise<T> {
  const parent = activeSpan();
  const span = parent && startSpan(name, { parent: parent.spanContext(), ...options });
  if (span === undefined) return work();
  try {
    return await spans.run(span, () => work(span));
  } catch (error) {
    failSpan(span, faultOf(error));
    throw error;
  } finally {
    span.end();
  }
}
