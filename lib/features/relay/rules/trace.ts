import { readTraceparent } from "@/lib/foundation/tracing/traceparent";

/** Returns the trace id of a `traceparent` header; undefined if it is absent or invalid (W3C Trace Context). */
export function traceIdOfParent(traceparent: string | null | undefined): string | undefined {
  return readTraceparent(traceparent)?.traceId;
}
