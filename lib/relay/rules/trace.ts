/** `version-traceid-parentid-flags` (W3C Trace Context, 3.2); a later version may have more behind another dash. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;
const ALL_ZERO = /^0+$/;

/** The trace id of a `traceparent` header; undefined where there is none or it is not valid, as the W3C has it. */
export function traceIdOfParent(traceparent: string | null | undefined): string | undefined {
  const [, version, traceId = "", parentId = "", rest] = TRACEPARENT.exec(traceparent?.trim() ?? "") ?? [];
  if (version === undefined || version === "ff" || (version === "00" && rest !== undefined)) return undefined;
  return ALL_ZERO.test(traceId) || ALL_ZERO.test(parentId) ? undefined : traceId;
}
