import { readTraceparent } from "@/lib/tracing/traceparent";

/** The trace id of a `traceparent` header; undefined where there is none or it is not valid, as the W3C has it. */
export function traceIdOfParent(traceparent: string | null | undefined): string | undefined {
  return readTraceparent(traceparent)?.traceId;
}
