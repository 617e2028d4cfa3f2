import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestScope } from "@/lib/authority/context";
import { settings } from "@/lib/foundation/env";
import type { Logger } from "@/lib/foundation/log";
import { metrics } from "@/lib/foundation/metrics";
import { endRequestSpan, startRequestSpan } from "@/lib/foundation/tracing/request-span";
import { actorName } from "@/lib/identity/permissions";
import { LogSampler } from "./log-sampler";
import { loggablePath } from "./loggable-path";
import { isOwnRequest } from "./own-request";
import { ANY_METHOD } from "./target";

interface RequestLog {
  /** Redacts nothing: these lines have no field with a secret, and searching them costs more than writing them. */
  lines: Logger;
  sampler: LogSampler;
}

const requestLogs = new WeakMap<Logger, RequestLog>();

function requestLogOf(log: Logger): RequestLog {
  const present = requestLogs.get(log);
  if (present) return present;
  const lines = log.child({}, { redact: [] });
  const sampler = new LogSampler((status, count) => lines.info({ event: "requests_left_out", status, count }));
  const made = { lines, sampler };
  requestLogs.set(log, made);
  return made;
}

/**
 * Writes one detailed log event and counts the request when its response is complete or its client has left. Of requests
 * that no rate limit admitted, such as files, probes and refused ones, only some are logged. Checks of this process by
 * itself are left out, because they would tell nothing of its use.
 */
export function observe(request: IncomingMessage, response: ServerResponse, scope: RequestScope, log: Logger): void {
  if (isOwnRequest(request)) return;
  const startedAt = performance.now();
  const { url = "" } = request;
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
    const { lines, sampler } = requestLogOf(log);
    if (!scope.isCounted && !sampler.take(response.statusCode)) return;
    const event = {
      event: "request",
      request_id: scope.requestId,
      method: request.method,
      path: loggablePath(url, settings().OPERATOR_TOKEN),
      route,
      status: response.statusCode,
      duration_ms: Math.round(milliseconds * 10) / 10,
      address: scope.address,
      complete: response.writableFinished,
      ...(scope.span ? { trace_id: scope.span.spanContext().traceId } : {}),
      ...(scope.authenticated ? { caller: actorName(scope.authenticated.caller) } : {}),
      ...fields,
    };
    if (response.statusCode >= 500) lines.warn(event);
    else lines.info(event);
  });
}
