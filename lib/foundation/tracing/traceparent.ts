/** The content of a `traceparent` header (W3C Trace Context, 3.2). Ids are lower-case hex. */
export interface Traceparent {
  traceId: string;
  parentId: string;
  /** Whether the caller recorded its part of the trace. */
  isSampled: boolean;
}

/** `version-traceid-parentid-flags`. A later version may have more after another dash. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const TRACE_ID = /^[0-9a-f]{32}$/;
const ALL_ZERO = /^0+$/;
const SAMPLED = 1;

/** Parses a `traceparent` header. Returns undefined if there is none or it is not valid by the W3C specification. */
export function readTraceparent(header: string | null | undefined): Traceparent | undefined {
  const [, version, traceId = "", parentId = "", flags = "", rest] = TRACEPARENT.exec(header?.trim() ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && rest !== undefined)) return undefined;
  if (ALL_ZERO.test(traceId) || ALL_ZERO.test(parentId)) return undefined;
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) === SAMPLED };
}

/** Returns whether a relay's trace id is valid for spans. */
export function isTraceId(text: string): boolean {
  return TRACE_ID.test(text) && !ALL_ZERO.test(text);
}
