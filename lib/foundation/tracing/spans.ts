import { AsyncLocalStorage } from "node:async_hooks";
import type { Attributes, Span, SpanContext } from "@opentelemetry/api";
import { ServiceError } from "@/lib/foundation/errors";

export type { Span, SpanContext };

/** The data of a new span. An attribute never contains a secret, a payload, or anything else that a client wrote. */
export interface SpanOptions {
  kind?: "internal" | "server" | "client" | "producer" | "consumer";
  attributes?: Attributes;
  /** If absent, the span starts a trace. */
  parent?: SpanContext | undefined;
  links?: readonly SpanContext[];
  /** If absent, the ids are random. */
  ids?: { spanId: string; traceId?: string };
}

export type StartSpan = (name: string, options: SpanOptions) => Span;

/**
 * The recorded part of an error: its kind, and whether the service caused it. Never its message, which may quote a
 * client.
 */
export interface SpanError {
  type: string;
  isOurs: boolean;
}

/** The API's `SpanStatusCode.ERROR`. The API is not loaded if nothing is recorded. */
const ERROR = 2;

let start: StartSpan | undefined;
const spans = new AsyncLocalStorage<Span | undefined>();

export function recordSpans(by: StartSpan | undefined): void {
  start = by;
}

/** Starts a span. Returns undefined if nothing is recorded. */
export function startSpan(name: string, options: SpanOptions): Span | undefined {
  return start?.(name, options);
}

/** Returns the active span while it is being recorded. Work that continues after its end has no span. */
export function activeSpan(): Span | undefined {
  if (start === undefined) return undefined;
  const span = spans.getStore();
  return span?.isRecording() ? span : undefined;
}

/** Runs work within a span, or outside any. */
export function withinSpan<T>(span: Span | undefined, work: () => T): T {
  return start === undefined ? work() : spans.run(span, work);
}

export function failSpan(span: Span, { type, isOurs }: SpanError): void {
  span.setAttribute("error.type", type);
  if (isOurs) span.setStatus({ code: ERROR });
}

/**
 * Returns the kind of an error, and whether the service caused it. A ServiceError is caused by the caller.
 */
export function spanErrorOf(error: unknown): SpanError {
  if (error instanceof ServiceError) return { type: error.kind, isOurs: false };
  return { type: error instanceof Error ? error.name : typeof error, isOurs: true };
}

/** Runs work within its own span, a child of the active one. If there is none, just runs it. */
export async function inSpan<T>(
  name: string,
  work: (span?: Span) => Promise<T>,
  { faultOf = spanErrorOf, ...options }: SpanOptions & { faultOf?: (error: unknown) => SpanError } = {},
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
