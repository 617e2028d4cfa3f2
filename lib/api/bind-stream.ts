import { authenticate } from "@/lib/access/service/authenticate";
import { type Context, requestScope } from "@/lib/context";
import { openDatabase } from "@/lib/db/open";
import type { ApiRequest } from "@/lib/http/api-request";
import type { Endpoint, InputOf } from "@/lib/http/endpoint";
import { log } from "@/lib/log";
import { endRequestSpan } from "@/lib/tracing/request-span";
import { type Binding, callerOf, type Handler, inputOf, inVerbSpan, refusalOf } from "./bind";
import { declaredFields } from "./declared-fields";
import { eventStream } from "./event-stream";
import { admitStream } from "./open-streams";

/** Hands over the events until the signal; what it throws before is answered as every refusal is. */
type StreamingVerb<E extends Endpoint> = (
  ctx: Context,
  input: InputOf<E>,
  request: ApiRequest,
  signal: AbortSignal,
) => Promise<AsyncIterable<{ id: number; data: unknown }>>;

/** Not for caches, not to be compressed, not to be held back by a proxy. */
const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
};

/**
 * Binds a declared endpoint to a verb that answers without end, as Server-Sent Events. Each event goes through the
 * declared schema. A token that is revoked or expires ends the stream at its next check.
 */
export function bindStream<E extends Endpoint>(endpoint: E, verb: StreamingVerb<E>): Binding {
  const handler: Handler = async (request, route) => {
    const scope = requestScope();
    scope.event["route"] = endpoint.path;
    let ending: AbortController | undefined;
    try {
      const base = { db: openDatabase(), clock: () => new Date(), log: log() };
      const caller = await callerOf(endpoint, request, base);
      ending = admitStream(caller);
      const { signal } = ending;
      const input = await inputOf(endpoint, request, await route.params);
      const events = await inVerbSpan(endpoint, () => verb({ ...base, caller }, input, request, signal));
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
        return new Response(null, { headers: HEADERS });
      }
      if (request.signal.aborted) ending.abort();
      request.signal.addEventListener("abort", () => ending?.abort());
      const mayRead = async () => {
        // A token that cannot be checked now is checked next time.
        const now = await authenticate(base, request.headers.get("authorization")).catch(() => caller);
        return now.kind === caller.kind;
      };
      return new Response(eventStream({ events: declared(endpoint, events), ending, mayRead }), { headers: HEADERS });
    } catch (error) {
      ending?.abort();
      return refusalOf(endpoint, error);
    }
  };
  return { method: endpoint.method, handler };
}

/** The events with their data as the endpoint declares it. */
async function* declared(endpoint: Endpoint, events: AsyncIterable<{ id: number; data: unknown }>) {
  const schema = endpoint.responses[200];
  for await (const { id, data } of events) yield { id, data: schema && declaredFields(schema, data) };
}
