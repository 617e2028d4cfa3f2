import { createHash } from "node:crypto";
import type { z } from "zod";
import { authenticate } from "@/lib/access/service/authenticate";
import { type Context, requestScope } from "@/lib/context";
import { isDatabaseError } from "@/lib/db/errors";
import { openDatabase } from "@/lib/db/open";
import { FOREIGN_HOST, isAllowedHost } from "@/lib/edge/hosts";
import { settings } from "@/lib/env";
import { type ErrorKind, notFound, ServiceError, unauthenticated } from "@/lib/errors";
import type { ApiRequest } from "@/lib/http/api-request";
import { BytesResponse } from "@/lib/http/bytes-response";
import { type Endpoint, type InputOf, type Method, mediaTypeOf, type ReplyOf, wireError } from "@/lib/http/endpoint";
import { DEFAULT_ERRORS, errorBody, retryAfterSeconds, type WireError } from "@/lib/http/errors";
import type { ErrorShape } from "@/lib/http/protocol";
import { fieldOf, sentenceOf, wording } from "@/lib/http/wording";
import { log } from "@/lib/log";
import type { Caller } from "@/lib/permissions";
import { inSpan } from "@/lib/tracing/spans";
import { declaredFields } from "./declared-fields";
import { readJson } from "./json";

export type Handler = (
  request: ApiRequest,
  route: { params: Promise<Record<string, string | string[]>> },
) => Promise<Response>;
type Verb<E extends Endpoint> = (ctx: Context, input: InputOf<E>, request: ApiRequest) => Promise<ReplyOf<E>>;
export interface Binding {
  method: Method;
  handler: Handler;
  /** How error responses of its path look; absent: ours. */
  shape?: ErrorShape | undefined;
}

/** Reads that depend on the moment are not for caches. */
const NO_STORE = { "cache-control": "no-store" };

/** One declared answer. */
export function reply<const S extends number, B>(status: S, body: B): { status: S; body: B } {
  return { status, body };
}

function errorResponse(
  wire: WireError,
  { kind, message, fields, ...error }: ServiceError,
  shape: ErrorShape = errorBody,
): Response {
  const headers = { "content-type": "application/json", ...NO_STORE };
  const response = new BytesResponse(JSON.stringify(shape(wire, message, fields)), {
    status: wire.status,
    headers,
  });
  if (wire.status === 401) response.headers.set("www-authenticate", 'Bearer realm="federation"');
  const waitSeconds = error.retryAfterSeconds ?? retryAfterSeconds(kind);
  if (waitSeconds !== undefined) response.headers.set("retry-after", String(waitSeconds));
  return response;
}

export async function callerOf(endpoint: Endpoint, request: ApiRequest, ctx: Omit<Context, "caller">): Promise<Caller> {
  if (!endpoint.permission) return { kind: "anonymous" };
  const caller = requestScope().authenticated ?? (await authenticate(ctx, request.headers.get("authorization")));
  if (caller.kind === "anonymous") {
    throw unauthenticated("Send a valid bearer token. Tokens are obtained through the approval process at /join.");
  }
  return caller;
}

/** @throws ServiceError `forbidden` for a request under a host that is not this service's */
function refuseOtherHosts({ headers }: ApiRequest): void {
  const host = headers.get("x-forwarded-host") ?? headers.get("host") ?? "";
  if (isAllowedHost(host, settings())) return;
  throw new ServiceError("forbidden", FOREIGN_HOST);
}

/** A token that was valid when the body began may have ended since, if the body took longer than this. */
const SLOW_BODY_MILLISECONDS = 50;

/** Most faults of one input that are named. */
const MAX_FAULTS = 10;

/** Which of an endpoint's refusals failed input is: its own text where a named field is absent or ill-formed. */
export function inputRefusal(endpoint: Endpoint, given: unknown, error: z.ZodError): ServiceError {
  const givenAs = (name: PropertyKey | undefined) =>
    typeof given === "object" && given !== null && name !== undefined
      ? (given as Record<PropertyKey, unknown>)[name]
      : undefined;
  const speaksOf = (kind: ErrorKind, name: PropertyKey | undefined) =>
    wireError(endpoint, kind).fields?.some((f) => f === name || name === undefined) ?? false;
  const isAbsent = ({ path }: z.core.$ZodIssue) => {
    const value = givenAs(path[0]);
    return speaksOf("missing", path[0]) && (typeof value !== "string" || value === "");
  };
  const issues = error.issues.slice(0, MAX_FAULTS);
  const message = issues.map((issue) =>
    sentenceOf(isAbsent(issue) && !givenAs(issue.path[0]) ? { path: issue.path, message: "is required" } : issue),
  );
  const fields = [...new Set(issues.map(fieldOf).filter(Boolean))];
  const refusal = (kind: ErrorKind) => new ServiceError(kind, [...new Set(message)].join(" "), { fields });
  for (const issue of error.issues) {
    if (isAbsent(issue)) return refusal("missing");
    if (speaksOf("malformed", issue.path[0])) return refusal("malformed");
  }
  return refusal("invalid");
}

/** Input as its schema has it. @throws ServiceError where it does not fit */
export function checkedInput(endpoint: Endpoint, schema: z.ZodType | undefined, given: unknown): unknown {
  const parsed = schema?.safeParse(given, { error: wording });
  if (parsed?.success === false) throw inputRefusal(endpoint, given, parsed.error);
  return parsed?.data;
}

export async function inputOf<E extends Endpoint>(
  endpoint: E,
  request: ApiRequest,
  params: unknown,
): Promise<InputOf<E>> {
  const checked = (schema: z.ZodType | undefined, given: unknown) => checkedInput(endpoint, schema, given);
  const body = endpoint.body && checked(endpoint.body, await readJson(request, settings().MAX_BODY_BYTES));
  // The first of a repeated parameter counts.
  const query = endpoint.query && Object.fromEntries([...new URL(request.url).searchParams].reverse());
  const headers = endpoint.headers && Object.fromEntries(request.headers);
  return {
    params: checked(endpoint.params, params),
    query: checked(endpoint.query, query),
    headers: checked(endpoint.headers, headers),
    body,
  } as InputOf<E>;
}

export function refusalOf(endpoint: Endpoint, error: unknown): Response {
  const shape = endpoint.protocol?.shape;
  if (error instanceof ServiceError) return errorResponse(wireError(endpoint, error.kind), error, shape);
  const { event } = requestScope();
  event["error"] = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined;
  if (cause !== undefined) event["cause"] = cause;
  const kind = isDatabaseError(error) ? "database" : "internal";
  log().error({ endpoint: endpoint.operationId, kind, error: event["error"], cause }, "request failed");
  return errorResponse(wireError(endpoint, kind), new ServiceError(kind), shape);
}

/** Runs a verb within its span. A refusal that is the caller's fault is no error of the span. */
export function inVerbSpan<T>(endpoint: Endpoint, verb: () => Promise<T>): Promise<T> {
  const faultOf = (error: unknown) => {
    const kind = error instanceof ServiceError ? error.kind : isDatabaseError(error) ? "database" : "internal";
    return { type: kind, isOurs: wireError(endpoint, kind).status >= 500 };
  };
  return inSpan(endpoint.operationId, verb, { faultOf });
}

/** What a success says of caching. The tag is made from the body, so it changes exactly when that does. */
function cachingOf({ maxAgeSeconds }: Endpoint, body: string): typeof NO_STORE & { etag?: string } {
  if (maxAgeSeconds === undefined) return NO_STORE;
  const tag = createHash("sha256").update(body).digest("base64url");
  return { "cache-control": `public, max-age=${maxAgeSeconds}`, etag: `"${tag}"` };
}

/**
 * Binds a declared endpoint to a verb: authenticate, parse, call, answer. Only declared fields are sent, so an undeclared
 * one cannot leak; every error becomes the text that the endpoint declares.
 */
export function bind<E extends Endpoint>(endpoint: E, verb: Verb<E>): Binding {
  const handler: Handler = async (request, route) => {
    const scope = requestScope();
    scope.event["route"] = endpoint.path;
    try {
      if (endpoint.protocol?.ownHostsOnly) refuseOtherHosts(request);
      const base = { db: openDatabase(), clock: () => new Date(), log: log() };
      const caller = await callerOf(endpoint, request, base);
      const startedAt = performance.now();
      const input = await inputOf(endpoint, request, await route.params);
      const isLate = performance.now() - startedAt > SLOW_BODY_MILLISECONDS;
      if (isLate) delete scope.authenticated;
      const ctx: Context = { ...base, caller: isLate ? await callerOf(endpoint, request, base) : caller };
      const { status, body } = await inVerbSpan(endpoint, () => verb(ctx, input, request));
      const schema = endpoint.responses[status as number];
      const answer = schema && declaredFields(schema, body);
      const text = endpoint.text === undefined ? JSON.stringify(answer) : String(answer);
      const headers = { "content-type": mediaTypeOf(endpoint), ...cachingOf(endpoint, text) };
      const isKnown = headers.etag !== undefined && request.headers.get("if-none-match")?.includes(headers.etag);
      if (isKnown) return new Response(null, { status: 304, headers });
      return new BytesResponse(text, { status: status as number, headers });
    } catch (error) {
      return refusalOf(endpoint, error);
    }
  };
  return { method: endpoint.method, handler, shape: endpoint.protocol?.shape };
}

const ALL_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** The exports of a `route.ts`: its bindings, and a JSON 405 with `Allow` for every other method. */
export function route(...bindings: Binding[]): Record<(typeof ALL_METHODS)[number], Handler> {
  const methods = bindings.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  const allow = [...methods, "OPTIONS"].join(", ");
  const notAllowed: Handler = async () => {
    const error = new ServiceError("methodNotAllowed", `This path takes ${allow}.`);
    const response = errorResponse(DEFAULT_ERRORS.methodNotAllowed, error, bindings[0]?.shape);
    response.headers.set("allow", allow);
    return response;
  };
  const bound = (method: string) => bindings.find((binding) => binding.method === method)?.handler ?? notAllowed;
  return {
    ...{ GET: bound("GET"), POST: bound("POST"), PUT: notAllowed, PATCH: bound("PATCH"), DELETE: bound("DELETE") },
  };
}

/** The answer under `/api` where nothing is. */
export const unknownPath: Handler = async () =>
  errorResponse(DEFAULT_ERRORS.notFound, notFound("No such path. See /openapi.json."));
