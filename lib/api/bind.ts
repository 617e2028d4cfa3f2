import { z } from "zod";
import { authenticate } from "@/lib/access/service/authenticate";
import { type Context, requestScope } from "@/lib/context";
import { isDatabaseError } from "@/lib/db/errors";
import { openDatabase } from "@/lib/db/open";
import { settings } from "@/lib/env";
import { type ErrorKind, isServiceError, ServiceError, unauthenticated } from "@/lib/errors";
import { type Endpoint, type InputOf, type Method, type ReplyOf, wireError } from "@/lib/http/endpoint";
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

/** Which of an endpoint's refusals a failed body is: its own text where a named field is absent or ill-formed. */
export function bodyRefusal(endpoint: Endpoint, body: unknown, error: z.ZodError): ServiceError {
  const field = (name: PropertyKey | undefined) =>
    typeof body === "object" && body !== null && name !== undefined
      ? (body as Record<PropertyKey, unknown>)[name]
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
  let body: unknown;
  if (endpoint.body) {
    const json = await readJson(request, settings().MAX_BODY_BYTES);
    const parsed = endpoint.body.safeParse(json);
    if (!parsed.success) throw bodyRefusal(endpoint, json, parsed.error);
    body = parsed.data;
  }
  const search = new URL(request.url).searchParams;
  // The first of a repeated parameter counts.
  const query = Object.fromEntries([...search].reverse());
  return { params: endpoint.params?.parse(params), query: endpoint.query?.parse(query), body } as InputOf<E>;
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
      const init = { status: status as number, headers: NO_STORE };
      if (endpoint.text === undefined) return Response.json(answer, init);
      return new Response(String(answer), { ...init, headers: { ...NO_STORE, "content-type": endpoint.text } });
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
