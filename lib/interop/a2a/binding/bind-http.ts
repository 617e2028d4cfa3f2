import {
  assertOwnHost,
  type Binding,
  bind,
  errorResponseFor,
  type Handler,
  inVerbSpan,
  readRequest,
  route,
} from "@/lib/api/bind";
import { type Context, requestScope } from "@/lib/authority/context";
import type { Endpoint, InputOf } from "@/lib/http/endpoint";
import { doorStream } from "./door-stream";
import { type A2aMethod, METHODS, unsupported } from "./methods";
import { requireVersion } from "./version";

/** Returns the call of a method. The DID in the path is the door, and every other field of the request is a param. */
function callOf(ctx: Context, { params, query, body }: InputOf<Endpoint>, signal: AbortSignal) {
  const { did = null, ...named } = (params ?? {}) as { did?: string };
  return [{ ctx, door: did, signal }, { ...named, ...query, ...(body as object) } as never] as const;
}

/** Binds an endpoint that responds with JSON. It is sent without a schema, because verbs create only fields of A2A. */
function bindPlain(endpoint: Endpoint, run: NonNullable<A2aMethod["run"]>): Binding {
  const bound = bind(endpoint, async (ctx, input, { signal }) => ({
    status: 200,
    body: JSON.stringify(await run(...callOf(ctx, input, signal))),
  }));
  const handler: Handler = async (request, given) => {
    requestScope().event["route"] = endpoint.path;
    try {
      requireVersion(request);
    } catch (error) {
      return errorResponseFor(endpoint, error);
    }
    return bound.handler(request, given);
  };
  return { ...bound, handler };
}

function bindStreaming(endpoint: Endpoint, open: NonNullable<A2aMethod["open"]>): Binding {
  const handler: Handler = async (request, given) => {
    requestScope().event["route"] = endpoint.path;
    try {
      assertOwnHost(request);
      requireVersion(request);
      const { ctx, input } = await readRequest(endpoint, request, given);
      return await doorStream(ctx, request, endpoint.path, (signal) =>
        inVerbSpan(endpoint, () => open(...callOf(ctx, input, signal))),
      );
    } catch (error) {
      return errorResponseFor(endpoint, error);
    }
  };
  return { method: endpoint.method, handler, shape: endpoint.protocol?.shape };
}

/** What the endpoints over HTTP do. A2A requires errors for the operations that a door does not support. */
const OPERATIONS = {
  ...METHODS,
  PushNotifications: unsupported("pushNotSupported"),
  ExtendedCard: unsupported("unsupportedOperation"),
};

/** Returns the exports of a `route.ts` of A2A over HTTP. The version is checked before the rest of a request is read. */
export function doorRoute(operation: keyof typeof OPERATIONS, ...endpoints: Endpoint[]): ReturnType<typeof route> {
  const { run, open }: A2aMethod = OPERATIONS[operation];
  return route(
    ...endpoints.flatMap((endpoint) => [
      ...(run ? [bindPlain(endpoint, run)] : []),
      ...(open ? [bindStreaming(endpoint, open)] : []),
    ]),
  );
}
