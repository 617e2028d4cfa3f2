import { authenticate } from "@/lib/authority/authenticate";
import { type Context, requestScope } from "@/lib/authority/context";
import { openDatabase } from "@/lib/database/open";
import { log } from "@/lib/foundation/log";
import { endRequestSpan } from "@/lib/foundation/tracing/request-span";
import type { ApiRequest } from "@/lib/http/api-request";
import type { Endpoint, InputOf } from "@/lib/http/endpoint";
import { type StreamEvent, StreamResponse, type StreamSource } from "@/lib/http/stream-response";
import { actorName, type Caller } from "@/lib/identity/permissions";
import { authenticateRequest, type Binding, errorResponseFor, type Handler, inputOf, inVerbSpan } from "./bind";
import { declaredFields } from "./declared-fields";
import { EventStream, eventText, sourceOf } from "./event-stream";
import { admitStream, type StreamUse } from "./open-streams";

/** Returns an event as text, with its data reduced to the fields that the endpoint declares. */
export type WriteEvent = (event: StreamEvent) => string;

/**
 * Returns the events until the signal, or a source of text if several streams share it. An error that it throws first
 * becomes an ordinary error response.
 */
type StreamingVerb<E extends Endpoint> = (
  ctx: Context,
  input: InputOf<E>,
  request: ApiRequest,
  stream: { signal: AbortSignal; write: WriteEvent },
) => Promise<AsyncIterable<StreamEvent> | StreamSource>;

/** Headers that prevent caching, compression and buffering by a proxy. */
export const STREAM_HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

type Base = Omit<Context, "caller">;

/** Checks in progress by token, so a thousand streams with ten tokens need ten look-ups. */
const checks = new Map<string, Promise<Caller>>();

/** Returns whether a token still belongs to the caller. If it cannot be checked now, it counts as valid. */
export async function isStill(caller: Caller, base: Base, authorization: string | null): Promise<boolean> {
  if (caller.kind === "anonymous" || authorization === null) return true;
  let check = checks.get(authorization);
  if (check === undefined) {
    check = authenticate(base, authorization).finally(() => checks.delete(authorization));
    checks.set(authorization, check);
  }
  const now = await check.catch(() => caller);
  return actorName(now) === actorName(caller);
}

/**
 * Binds a declared endpoint to a verb that responds with a stream of Server-Sent Events. Each event goes through the
 * declared schema. If the token is revoked or expires, the stream ends at its next check.
 */
export function bindStream<E extends Endpoint>(endpoint: E, use: StreamUse, verb: StreamingVerb<E>): Binding {
  const schema = endpoint.responses[200];
  const declared = (data: unknown) => (schema ? declaredFields(schema, data) : data);
  const write: WriteEvent = ({ data, ...event }) => eventText({ ...event, data: declared(data) });
  const handler: Handler = async (request, route) => {
    const scope = requestScope();
    scope.event["route"] = endpoint.path;
    let ending: AbortController | undefined;
    try {
      const base = { db: openDatabase(), clock: () => new Date(), log: log() };
      const caller = await authenticateRequest(endpoint, request, base);
      ending = admitStream(caller, use);
      const { signal } = ending;
      const input = await inputOf(endpoint, request, await route.params);
      const events = await inVerbSpan(endpoint, () => verb({ ...base, caller }, input, request, { signal, write }));
      scope.event["stream"] = true;
      // A span is sent when it ends, and a stream may stay open for days. Deliveries have their own.
      endRequestSpan(scope.span, {
        requestId: scope.requestId,
        method: request.method,
        route: endpoint.path,
        status: 200,
      });
      if (request.method === "HEAD") {
        ending.abort();
        return new Response(null, { headers: STREAM_HEADERS });
      }
      const authorization = request.headers.get("authorization");
      const mayRead = () => isStill(caller, base, authorization);
      const source = "follow" in events ? events : sourceOf(declaredEvents(events, declared));
      return new StreamResponse(new EventStream({ source, ending, mayRead }), { headers: STREAM_HEADERS });
    } catch (error) {
      ending?.abort();
      return errorResponseFor(endpoint, error);
    }
  };
  return { method: endpoint.method, handler };
}

/** Returns the events with their data reduced to the fields that the endpoint declares. */
async function* declaredEvents(events: AsyncIterable<StreamEvent>, declared: (data: unknown) => unknown) {
  for await (const { data, ...event } of events) yield { ...event, data: declared(data) };
}
