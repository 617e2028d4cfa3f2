import {
  assertOwnHost,
  type Binding,
  bind,
  errorResponseFor,
  type Handler,
  inVerbSpan,
  readRequest,
} from "@/lib/api/bind";
import { type Context, requestScope } from "@/lib/authority/context";
import { ServiceError } from "@/lib/foundation/errors";
import type { ApiRequest } from "@/lib/http/api-request";
import type { Endpoint, InputOf } from "@/lib/http/endpoint";
import type { Updates } from "@/lib/interop/a2a/service/follow-task";
import { doorStream } from "./door-stream";
import { requireVersion } from "./version";

/** Returns the response as an object. It is sent without a schema, because verbs create only fields of A2A. */
type Verb<E extends Endpoint> = (ctx: Context, input: InputOf<E>, request: ApiRequest) => Promise<object>;

/** Binds an endpoint of A2A over HTTP. The version is checked before the rest of the request is read. */
export function bindDoor<E extends Endpoint>(endpoint: E, verb: Verb<E>): Binding {
  const toReply = async (ctx: Context, input: InputOf<E>, request: ApiRequest) => ({
    status: 200,
    body: JSON.stringify(await verb(ctx, input, request)),
  });
  const bound = bind(endpoint, toReply as unknown as Parameters<typeof bind<E>>[1]);
  const handler: Handler = async (request, route) => {
    requestScope().event["route"] = endpoint.path;
    try {
      requireVersion(request);
    } catch (error) {
      return errorResponseFor(endpoint, error);
    }
    return bound.handler(request, route);
  };
  return { ...bound, handler };
}

/** Binds an endpoint of A2A over HTTP that responds with Server-Sent Events. @param open starts following a task */
export function bindDoorStream<E extends Endpoint>(
  endpoint: E,
  open: (ctx: Context, input: InputOf<E>, signal: AbortSignal) => Promise<Updates>,
): Binding {
  const handler: Handler = async (request, route) => {
    requestScope().event["route"] = endpoint.path;
    try {
      assertOwnHost(request);
      requireVersion(request);
      const { ctx, input } = await readRequest(endpoint, request, route);
      return await doorStream(ctx, request, endpoint.path, (signal) =>
        inVerbSpan(endpoint, () => open(ctx, input, signal)),
      );
    } catch (error) {
      return errorResponseFor(endpoint, error);
    }
  };
  return { method: endpoint.method, handler, shape: endpoint.protocol?.shape };
}

/** Binds an operation of A2A 1.0 that the door does not support. */
export function bindUnsupported(endpoint: Endpoint, kind: "pushNotSupported" | "unsupportedOperation"): Binding {
  return bindDoor(endpoint, async () => {
    throw new ServiceError(kind);
  });
}
