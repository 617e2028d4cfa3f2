import { failSpan, type Span, startSpan } from "./spans";
import { readTraceparent } from "./traceparent";

/** The semantic conventions' name for a method that is not standard. */
const OTHER_METHOD = "_OTHER";

/** Starts the span of a request, in the trace of its `traceparent` header. Returns undefined if nothing is recorded. */
export function startRequestSpan(traceparent: string | string[] | undefined): Span | undefined {
  const given = typeof traceparent === "string" ? readTraceparent(traceparent) : undefined;
  const parent = given && {
    traceId: given.traceId,
    spanId: given.parentId,
    traceFlags: given.isSampled ? 1 : 0,
    isRemote: true,
  };
  return startSpan("request", { kind: "server", parent });
}

export interface EndedRequest {
  requestId: string;
  /** undefined if it is not a standard one. */
  method: string | undefined;
  /** The template of its path. The path itself may contain a secret. */
  route: string | undefined;
  /** undefined if the client left before a response. */
  status: number | undefined;
  /** The cache's result for the response. */
  cache?: unknown;
}

/** Ends the span of a request, by the semantic conventions for HTTP servers. Does nothing if it has already ended. */
export function endRequestSpan(
  span: Span | undefined,
  { requestId, method, route, status, cache }: EndedRequest,
): void {
  if (!span?.isRecording()) return;
  span.updateName([method ?? "HTTP", route].filter(Boolean).join(" "));
  span.setAttributes({
    "http.request.method": method ?? OTHER_METHOD,
    ...(route === undefined ? {} : { "http.route": route }),
    ...(status === undefined ? {} : { "http.response.status_code": status }),
    ...(typeof cache === "string" ? { "fgs.cache": cache } : {}),
    "fgs.request_id": requestId,
  });
  if (status === undefined) failSpan(span, { type: "client_left", isOurs: false });
  else if (status >= 500) failSpan(span, { type: String(status), isOurs: true });
  span.end();
}
