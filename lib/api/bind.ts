import { createHash } from "node:crypto";
import { z } from "zod";
import { authenticate } from "@/lib/access/service/authenticate";
import { type Context, requestScope } from "@/lib/context";
import { isDatabaseError } from "@/lib/db/errors";
import { openDatabase } from "@/lib/db/open";
import { settings } from "@/lib/env";
import { type ErrorKind, isServiceError, ServiceError, unauthenticated } from "@/lib/errors";
import { type Endpoint, type InputOf, type Method, mediaTypeOf, type ReplyOf, wireError } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS, errorBody, type WireError } from "@/lib/http/errors";
import { log } from "@/lib/log";
import type { Caller } from "@/lib/permissions";
import { readJson } from "./json";

export type Handler = (
  request: Request,
  route: { params: Promise<Record<string, string | string[]>> },
) => Promise<Response>;
type Verb<E extends Endpoint> = (ctx: Context, input: InputOf<E>, request: Request) => Promise<ReplyOf<E>>;
export interface Binding {
  method: Method;
  handler: Handler;
}

/** Reads that depend on the moment are not for caches. */
const NO_STORE = { "cache-control": "no-store" };

/** One declared answer. */
export function reply<const S extends number, B>(status: S, body: B): { status: S; body: B } {
  return { status, body };
}

function errorResponse(wire: WireError, message?: string, retryAfterSeconds?: number): Response {
  const response = Response.json(errorBody(wire, message), { status: wire.status, headers: NO_STORE });
  if (wire.status === 401) response.headers.set("www-authenticate", 'Bearer realm="federation"');
  if (retryAfterSeconds !== undefined) response.headers.set("retry-after", String(retryAfterSeconds));
  return response;
}

export async function callerOf(endpoint: Endpoint, request: Request, ctx: Omit<Context, "caller">): Promise<Caller> {
  if (!endpoint.permission) return { kind: "anonymous" };
  const caller = requestScope().authenticated ?? (await authenticate(ctx, request.headers.get("authorization")));
  if (caller.kind === "anonymous") {
    throw unauthenticated("Send a valid bearer token. Tokens are obtained through the approval process at /join.");
  }
  return caller;
}

/** Which of an endpoint's refusals failed input is: its own text where a named field is absent or ill-formed. */
export function inputRefusal(endpoint: Endpoint, given: unknown, error: z.ZodError): ServiceError {
  const field = (name: PropertyKey | undefined) =>
    typeof given === "object" && given !== null && name !== undefined
      ? (given as Record<PropertyKey, unknown>)[name]
      : undefined;
  const speaksOf = (kind: ErrorKind, name: PropertyKey | undefined) =>
    wireError(endpoint, kind).fields?.some((f) => f === name || name === undefined) ?? false;
  const message = z
    .prettifyError(new z.ZodError(error.issues.slice(0, 3)))
    .replace(/^✖ /gm, "")
    .replace(/\n\s*→ at /g, " at ");
  for (const { path } of error.issues) {
    const value = field(path[0]);
    const absent = typeof value !== "string" || value === "";
    if (absent && speaksOf("missing", path[0])) return new ServiceError("missing", message);
    if (speaksOf("malformed", path[0])) return new ServiceError("malformed", message);
  }
  return new ServiceError("invalid", message);
}

export async function inputOf<E extends Endpoint>(endpoint: E, request: Request, params: unknown): Promise<InputOf<E>> {
  const checked = (schema: z.ZodType | undefined, given: unknown) => {
    const parsed = schema?.safeParse(given);
    if (parsed?.success === false) throw inputRefusal(endpoint, given, parsed.error);
    return parsed?.data;
  };
  const body = endpoint.body && checked(endpoint.body, await readJson(request, settings().MAX_BODY_BYTES));
  const search = new URL(request.url).searchParams;
  // The first of a repeated parameter counts.
  const query = Object.fromEntries([...search].reverse());
  return { params: checked(endpoint.params, params), query: checked(endpoint.query, query), body } as InputOf<E>;
}

export function refusalOf(endpoint: Endpoint, error: unknown): Response {
  if (isServiceError(error)) {
    return errorResponse(wireError(endpoint, error.kind), error.message, error.retryAfterSeconds);
  }
  const { event } = requestScope();
  event["error"] = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined;
  if (cause !== undefined) event["cause"] = cause;
  const kind = isDatabaseError(error) ? "database" : "internal";
  log().error({ endpoint: endpoint.operationId, kind, error: event["error"], cause }, "request failed");
  return errorResponse(wireError(endpoint, kind));
}

/** What a success says of caching. The tag is made from the body, so it changes exactly when that does. */
function cachingOf({ maxAgeSeconds }: Endpoint, body: string): typeof NO_STORE & { etag?: string } {
  if (maxAgeSeconds === undefined) return NO_STORE;
  const tag = createHash("sha256").update(body).digest("base64url");
  return { "cache-control": `public, max-age=${maxAgeSeconds}`, etag: `"${tag}"` };
}

/**
 * Binds a declared endpoint to a verb: authenticate, parse, call, answer. The answer always goes through its schema,
 * so an undeclared field cannot leak; every error becomes the text that the endpoint declares.
 */
export function bind<E extends Endpoint>(endpoint: E, verb: Verb<E>): Binding {
  const handler: Handler = async (request, route) => {
    const scope = requestScope();
    scope.event["route"] = endpoint.path;
    try {
      const base = { db: openDatabase(), clock: () => new Date(), log: log() };
      const caller = await callerOf(endpoint, request, base);
      const ctx: Context = { ...base, caller };
      const { status, body } = await verb(ctx, await inputOf(endpoint, request, await route.params), request);
      const answer: unknown = endpoint.responses[status as number]?.parse(body);
      const text = endpoint.text === undefined ? JSON.stringify(answer) : String(answer);
      const headers = { "content-type": mediaTypeOf(endpoint), ...cachingOf(endpoint, text) };
      const isKnown = headers.etag !== undefined && request.headers.get("if-none-match")?.includes(headers.etag);
      if (isKnown) return new Response(null, { status: 304, headers });
      return new Response(text, { status: status as number, headers });
    } catch (error) {
      return refusalOf(endpoint, error);
    }
  };
  return { method: endpoint.method, handler };
}

const ALL_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The exports of a `route.ts`: its bindings, and a JSON 405 with `Allow` for every other method. */
export function route(...bindings: Binding[]): Record<(typeof ALL_METHODS)[number], Handler> {
  const methods = bindings.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  const allow = [...methods, "OPTIONS"].join(", ");
  const notAllowed: Handler = async () => {
    const response = errorResponse(DEFAULT_ERRORS.methodNotAllowed, `This path takes ${allow}.`);
    response.headers.set("allow", allow);
    return response;
  };
  const bound = (method: string) => bindings.find((binding) => binding.method === method)?.handler ?? notAllowed;
  return { GET: bound("GET"), POST: bound("POST"), PUT: notAllowed, PATCH: notAllowed, DELETE: notAllowed };
}

/** The answer under `/api` where nothing is. */
export const unknownPath: Handler = async () =>
  errorResponse(DEFAULT_ERRORS.notFound, "No such path. See /openapi.json.");
