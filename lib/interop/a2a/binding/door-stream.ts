import { isStill, STREAM_HEADERS } from "@/lib/api/bind-stream";
import { EventStream, sourceOf } from "@/lib/api/event-stream";
import { admitStream } from "@/lib/api/open-streams";
import { type Context, requestScope } from "@/lib/authority/context";
import { endRequestSpan } from "@/lib/foundation/tracing/request-span";
import type { ApiRequest } from "@/lib/http/api-request";
import { StreamResponse } from "@/lib/http/stream-response";
import type { Updates } from "@/lib/interop/a2a/service/follow-task";

async function* wrapped(updates: Updates, wrap: (data: object) => object) {
  for await (const { id, data } of updates) yield { id, data: wrap(data) };
}

/**
 * Responds with the updates of a task as Server-Sent Events.
 * @param open starts following; its errors are thrown here
 * @param wrap returns an update as the data of an event
 */
export async function doorStream(
  ctx: Context,
  request: ApiRequest,
  route: string,
  open: (signal: AbortSignal) => Promise<Updates>,
  wrap: (data: object) => object = (data) => data,
): Promise<Response> {
  const ending = admitStream(ctx.caller, "door");
  try {
    const updates = await open(ending.signal);
    const { span, requestId, event } = requestScope();
    event["stream"] = true;
    // A span is exported only when it ends, and a stream may stay open for a long time.
    endRequestSpan(span, { requestId, method: request.method, route, status: 200 });
    if (request.method === "HEAD" || request.signal.aborted) ending.abort();
    if (request.method === "HEAD") return new Response(null, { headers: STREAM_HEADERS });
    const mayRead = () => isStill(ctx.caller, ctx, request.headers.get("authorization"));
    const source = sourceOf(wrapped(updates, wrap));
    return new StreamResponse(new EventStream({ source, ending, mayRead }), { headers: STREAM_HEADERS });
  } catch (error) {
    ending.abort();
    throw error;
  }
}
