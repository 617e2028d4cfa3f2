import { createHash } from "node:crypto";
import type { z } from "zod";
import { authenticate } from "@/lib/authority/authenticate";
import { type Context, charged, requestScope } from "@/lib/authority/context";
import { isDatabaseError } from "@/lib/database/errors";
import { openDatabase } from "@/lib/database/open";
import { settings } from "@/lib/foundation/env";
import { type ErrorKind, notFound, ServiceError, unauthenticated } from "@/lib/foundation/errors";
import { FOREIGN_HOST, isAllowedHost } from "@/lib/foundation/hosts";
import { log } from "@/lib/foundation/log";
import { ownValue } from "@/lib/foundation/own-values";
import { reasonOf } from "@/lib/foundation/reason";
import { inSpan } from "@/lib/foundation/tracing/spans";
import type { ApiRequest } from "@/lib/http/api-request";
import { BytesResponse } from "@/lib/http/bytes-response";
import {
  cacheControlOf,
  type Endpoint,
  type InputOf,
  isBinary,
  type Method,
  mediaTypeOf,
  type ReplyOf,
  wireError,
} from "@/lib/http/endpoint";
import { DEFAULT_ERRORS, errorBody, retryAfterSeconds, type WireError } from "@/lib/http/errors";
import type { ErrorShape } from "@/lib/http/protocol";
import { fieldOf, sentenceOf, wording } from "@/lib/http/wording";
import type { Caller } from "@/lib/identity/permissions";
import { declaredFields } from "./declared-fields";
import { readJson, readText } from "./json";

export type Handler = (
  request: ApiRequest,
  route: { params: Promise<Record<string, string | string[]>> },
) => Promise<Response>;
type Verb<E extends Endpoint> = (ctx: Context, input: InputOf<E>, request: ApiRequest) => Promise<ReplyOf<E>>;
export interface Binding {
  method: Method;
  handler: Handler;
  /** The shape of error responses in another protocol; absent for the usual shape. */
  shape?: ErrorShape | undefined;
}

/** The default, because most responses change without notice. */
const NO_STORE = { "cache-control": "no-store" };

/** Returns the result of a verb: a declared status with its body. */
export function reply<const S extends number, B>(status: S, body: B): { status: S; body: B } {
  return { status, body };
}

function errorResponse(
  wire: WireError,
  { kind, message, fields, oldest, ...error }: ServiceError,
  shape: ErrorShape = errorBody,
): Response {
  const headers = { "content-type": "application/json", ...NO_STORE };
  const body = { ...shape(wire, message, fields), ...(oldest === undefined ? {} : { oldest }) };
  const response = new BytesResponse(JSON.stringify(body), {
    status: wire.status,
    headers,
  });
  if (wire.status === 401) response.headers.set("www-authenticate", 'Bearer realm="federation"');
  const waitSeconds = error.retryAfterSeconds ?? retryAfterSeconds(kind);
  if (waitSeconds !== undefined) response.headers.set("retry-after", String(waitSeconds));
  return response;
}

/** A token is checked again after this time, because it may have ended while the request waited for its turn or its body. */
const FRESH_MILLISECONDS = 50;

export async function authenticateRequest(
  endpoint: Endpoint,
  request: ApiRequest,
  ctx: Omit<Context, "caller">,
): Promise<Caller> {
  if (!endpoint.permission && !endpoint.optionalToken) return { kind: "anonymous" };
  const authorization = request.headers.get("authorization");
  const scope = requestScope();
  const isFresh = performance.now() - (scope.authenticated?.at ?? 0) < FRESH_MILLISECONDS;
  if (authorization !== null && !isFresh) scope.authenticated = undefined;
  const caller = scope.authenticated?.caller ?? (await authenticate(ctx, authorization));
  if (authorization !== null) scope.authenticated ??= { caller, at: performance.now() };
  if (caller.kind === "anonymous" && (endpoint.permission || authorization !== null)) {
    throw unauthenticated("Send a valid bearer token. To get a token, apply at /join.");
  }
  return caller;
}

/** Checks the host. @throws ServiceError `forbidden` for a request with a host that is not this service's */
export function assertOwnHost({ headers }: ApiRequest): void {
  const host = headers.get("x-forwarded-host") ?? headers.get("host") ?? "";
  if (isAllowedHost(host, settings())) return;
  throw new ServiceError("forbidden", FOREIGN_HOST);
}

/** Maximum number of errors that one message lists. */
const MAX_LISTED_ERRORS = 10;

/**
 * Returns the error of an invalid input. Its kind is `missing` or `malformed` if the endpoint declares that error for
 * the field, else `invalid`.
 */
export function inputError(endpoint: Endpoint, value: unknown, error: z.ZodError): ServiceError {
  const isEmpty = (field: unknown) => field === undefined || field === null || field === "";
  const inputField = (name: PropertyKey | undefined) =>
    typeof value === "object" && value !== null && name !== undefined
      ? ownValue(value as Record<PropertyKey, unknown>, name)
      : undefined;
  const hasOwnText = (kind: ErrorKind, name: PropertyKey | undefined) =>
    wireError(endpoint, kind).fields?.some((f) => f === name || name === undefined) ?? false;
  const isAbsent = ({ path }: z.core.$ZodIssue) => {
    const field = inputField(path[0]);
    return hasOwnText("missing", path[0]) && (typeof field !== "string" || field === "");
  };
  const issues = error.issues.slice(0, MAX_LISTED_ERRORS);
  const message = issues.map((issue) =>
    sentenceOf(
      isAbsent(issue) && isEmpty(inputField(issue.path[0])) ? { path: issue.path, message: "is required" } : issue,
    ),
  );
  const fields = [...new Set(issues.map(fieldOf).filter(Boolean))];
  const errorOf = (kind: ErrorKind) => new ServiceError(kind, [...new Set(message)].join(" "), { fields });
  for (const issue of error.issues) {
    if (isAbsent(issue)) return errorOf("missing");
    if (hasOwnText("malformed", issue.path[0])) return errorOf("malformed");
  }
  return errorOf("invalid");
}

/** Parses a part of the input with its schema. @throws ServiceError as in `inputError` */
export function parseInput(endpoint: Endpoint, schema: z.ZodType | undefined, value: unknown): unknown {
  const parsed = charged(() => schema?.safeParse(value, { error: wording }));
  if (parsed?.success === false) throw inputError(endpoint, value, parsed.error);
  return parsed?.data;
}

export async function inputOf<E extends Endpoint>(
  endpoint: E,
  request: ApiRequest,
  params: unknown,
): Promise<InputOf<E>> {
  const checked = (schema: z.ZodType | undefined, value: unknown) => parseInput(endpoint, schema, value);
  const read = endpoint.bodyType === undefined ? readJson : readText;
  const body = endpoint.body && checked(endpoint.body, await read(request, settings().MAX_BODY_BYTES));
  // Of a repeated parameter, the first value counts. `fromEntries` keeps the last, so the order is reversed.
  const query = endpoint.query && Object.fromEntries([...new URL(request.url).searchParams].reverse());
  const headers = endpoint.headers && Object.fromEntries(request.headers);
  return {
    params: checked(endpoint.params, params),
    query: checked(endpoint.query, query),
    headers: checked(endpoint.headers, headers),
    body,
  } as InputOf<E>;
}

/** Joins the rest of a path, which Next splits at its slashes. Next gives no parameters to a route without any. */
function withWholeRest(
  { rest }: Endpoint,
  params: Record<string, string | string[]> | undefined,
): Record<string, string | string[]> | undefined {
  if (rest === undefined || params === undefined) return params;
  return { ...params, [rest]: [ownValue(params, rest) ?? []].flat().join("/") };
}

/** Authenticates a request and reads its input, in this order, so a stranger learns nothing of a protected endpoint. */
export async function readRequest<E extends Endpoint>(
  endpoint: E,
  request: ApiRequest,
  { params }: Parameters<Handler>[1],
): Promise<{ ctx: Context; input: InputOf<E> }> {
  const base = { db: openDatabase(), clock: () => new Date(), log: log() };
  const caller = await authenticateRequest(endpoint, request, base);
  const at = performance.now();
  const input = await inputOf(endpoint, request, withWholeRest(endpoint, await params));
  const isFresh = performance.now() - at < FRESH_MILLISECONDS;
  return { ctx: { ...base, caller: isFresh ? caller : await authenticateRequest(endpoint, request, base) }, input };
}

export function errorResponseFor(endpoint: Endpoint, error: unknown): Response {
  const shape = endpoint.protocol?.shape;
  if (error instanceof ServiceError) return errorResponse(wireError(endpoint, error.kind), error, shape);
  const { event } = requestScope();
  event["error"] = error instanceof Error ? (error.stack ?? error.message) : reasonOf(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined;
  if (cause !== undefined) event["cause"] = cause;
  const kind = isDatabaseError(error) ? "database" : "internal";
  log().error({ endpoint: endpoint.operationId, kind, error: event["error"], cause }, "request failed");
  return errorResponse(wireError(endpoint, kind), new ServiceError(kind), shape);
}

/** Runs a verb within its span. Only errors with a status of 500 or more mark the span as failed. */
export function inVerbSpan<T>(endpoint: Endpoint, verb: () => Promise<T>): Promise<T> {
  const faultOf = (error: unknown) => {
    const kind = error instanceof ServiceError ? error.kind : isDatabaseError(error) ? "database" : "internal";
    return { type: kind, isOurs: wireError(endpoint, kind).status >= 500 };
  };
  return inSpan(endpoint.operationId, verb, { faultOf });
}

/**
 * Returns the caching headers of a success. The ETag is a hash of the body, so it changes exactly when the body does.
 */
function cachingOf(endpoint: Endpoint, body: string | Uint8Array): typeof NO_STORE & { etag?: string } {
  const cacheControl = cacheControlOf(endpoint);
  if (cacheControl === undefined) return NO_STORE;
  const tag = createHash("sha256").update(body).digest("base64url");
  return { "cache-control": cacheControl, etag: `"${tag}"` };
}

/** Returns a declared success as the body to send. */
function contentOf(endpoint: Endpoint, declared: unknown): string | Uint8Array {
  if (endpoint.mediaType === undefined) return JSON.stringify(declared);
  return isBinary(endpoint) ? (declared as Uint8Array) : String(declared);
}

/**
 * Binds a declared endpoint to a verb, the function that does its work. The handler authenticates, parses, calls the
 * verb and responds. It sends only declared fields, so no other field can leak, and only declared error texts.
 */
export function bind<E extends Endpoint>(endpoint: E, verb: Verb<E>): Binding {
  const handler: Handler = async (request, route) => {
    const scope = requestScope();
    scope.event["route"] = endpoint.path;
    try {
      if (endpoint.protocol?.ownHostsOnly) assertOwnHost(request);
      const { ctx, input } = await readRequest(endpoint, request, route);
      const { status, body } = await inVerbSpan(endpoint, () => verb(ctx, input, request));
      const schema = endpoint.responses[status as number];
      const content = charged(() => contentOf(endpoint, schema && declaredFields(schema, body)));
      const headers = { "content-type": mediaTypeOf(endpoint, status as number), ...cachingOf(endpoint, content) };
      const isUnchanged = headers.etag !== undefined && request.headers.get("if-none-match")?.includes(headers.etag);
      if (isUnchanged) return new Response(null, { status: 304, headers });
      return new BytesResponse(content, { status: status as number, headers });
    } catch (error) {
      return errorResponseFor(endpoint, error);
    }
  };
  return { method: endpoint.method, handler, shape: endpoint.protocol?.shape };
}

const ALL_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Returns the exports of a `route.ts`: its bindings, and a JSON 405 with `Allow` for every other method. */
export function route(...bindings: Binding[]): Record<(typeof ALL_METHODS)[number], Handler> {
  const methods = bindings.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  const allow = [...methods, "OPTIONS"].join(", ");
  const notAllowed: Handler = async () => {
    const error = new ServiceError("methodNotAllowed", `This path supports ${allow}.`);
    const response = errorResponse(DEFAULT_ERRORS.methodNotAllowed, error, bindings[0]?.shape);
    response.headers.set("allow", allow);
    return response;
  };
  const bound = (method: string) => bindings.find((binding) => binding.method === method)?.handler ?? notAllowed;
  return { GET: bound("GET"), POST: bound("POST"), PUT: notAllowed, PATCH: bound("PATCH"), DELETE: bound("DELETE") };
}

/** Responds to paths under `/api` that no endpoint declares. */
export const unknownPath: Handler = async () =>
  errorResponse(DEFAULT_ERRORS.notFound, notFound("Path not found. See /openapi.json for all paths."));
