import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestScope } from "@/lib/authority/context";
import type { Logger } from "@/lib/foundation/log";
import { metrics } from "@/lib/foundation/metrics";
import { endRequestSpan, startRequestSpan } from "@/lib/foundation/tracing/request-span";
import { actorName } from "@/lib/identity/permissions";
import { ANY_METHOD } from "./target";

const MAX_PATH_CHARACTERS = 512;
/** Matches our tokens and other secrets by their prefix, also if percent-encoded. */
const SECRET = /fgs(?:_|%5f)[a-z]{3}(?:_|%5f)[\w%-]+/gi;

/**
 * Writes one detailed log event and counts the request when its response is complete or its client has left. The query
 * string is not logged, because it may contain a visitor's search. A secret in the path is not logged either.
 */
export function observe(request: IncomingMessage, response: ServerResponse, scope: RequestScope, log: Logger): void {
  const startedAt = performance.now();
  const path = (request.url ?? "").split(/[?#]/, 1)[0]?.replace(SECRET, "[secret]").slice(0, MAX_PATH_CHARACTERS);
  const { requests, requestSeconds, requestsInFlight } = metrics();
  requestsInFlight.inc();
  scope.span = startRequestSpan(request.headers["traceparent"]);
  response.once("close", () => {
    const milliseconds = performance.now() - startedAt;
    const { route = "other", ...fields } = scope.event as { route?: string; stream?: true; cache?: string };
    const known = ANY_METHOD.find((each) => each === request.method);
    const method = known ?? "other";
    requestsInFlight.dec();
    requests.inc({ method, route, status: response.statusCode });
    endRequestSpan(scope.span, {
      requestId: scope.requestId,
      method: known,
      route: scope.event["route"] as string | undefined,
      status: response.headersSent ? response.statusCode : undefined,
      cache: fields.cache,
    });
    // The duration of an open stream says nothing about the speed of its response.
    if (!fields.stream) requestSeconds.observe({ route }, milliseconds / 1_000);
    const event = {
      event: "request",
      request_id: scope.requestId,
      method: request.method,
      path,
      route,
      status: response.statusCode,
      duration_ms: Math.round(milliseconds * 10) / 10,
      address: scope.address,
      complete: response.writableFinished,
      ...(scope.span ? { trace_id: scope.span.spanContext().traceId } : {}),
      ...(scope.authenticated ? { caller: actorName(scope.authenticated.caller) } : {}),
      ...fields,
    };
    if (response.statusCode >= 500) log.warn(event);
    else log.info(event);
  });
}
