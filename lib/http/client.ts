import type { z } from "zod";
import { ownValue } from "@/lib/foundation/own-values";
import { type Endpoint, isBinary, mediaTypeOf, type SuccessOf } from "./endpoint";
import { ErrorBody } from "./errors";

/** In seconds. The service never sends a date here. */
function retryAfter(headers: globalThis.Headers): number | undefined {
  const told = headers.get("retry-after") ?? "";
  return /^\d{1,6}$/.test(told) ? Number(told) : undefined;
}

/** The body of an error response, with what only this error has. */
export interface ErrorResponse {
  error: string;
  message?: string | undefined;
  code?: string | undefined;
  /** The invalid fields of the input, such as `did` or `anchors[0].payload`. */
  fields?: readonly string[] | undefined;
  [field: string]: unknown;
}

/** An error response of the service: status, error text and code, and the request id to quote. */
export class ApiError extends Error {
  override readonly name: string = "ApiError";
  readonly status: number;
  readonly code: string | undefined;
  /** The invalid fields of the input. */
  readonly fields: readonly string[];
  readonly body: Readonly<ErrorResponse>;
  readonly requestId: string | undefined;
  /** When to try again, if the service says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, body: ErrorResponse, headers: globalThis.Headers) {
    super(body.message ? `${body.error}: ${body.message}` : body.error);
    this.status = status;
    this.code = body.code;
    this.fields = body.fields ?? [];
    this.body = { ...body };
    this.requestId = headers.get("x-request-id") ?? undefined;
    this.retryAfterSeconds = retryAfter(headers);
  }
}

type Part<E, K extends "params" | "body"> = E extends { [P in K]: z.ZodType } ? { [P in K]: z.input<E[K]> } : unknown;

/** A query with only optional fields is itself optional. */
type Query<E> = E extends { query: infer Q extends z.ZodType }
  ? Partial<z.input<Q>> extends z.input<Q>
    ? { query?: z.input<Q> }
    : { query: z.input<Q> }
  : unknown;

/** Headers that the endpoint declares; all are optional. */
type Headers<E> = E extends { headers: infer H extends z.ZodType } ? { headers?: z.input<H> } : unknown;

export type CallInput<E extends Endpoint> = Part<E, "params"> & Query<E> & Headers<E> & Part<E, "body">;

export interface CallOptions {
  /** Default: the page's own origin. */
  baseUrl?: string;
  token?: string | undefined;
  signal?: AbortSignal | undefined;
}

export function pathOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): string {
  const { params = {}, query = {} } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const segment = encodeURIComponent(String(ownValue(params, name)));
    return name === endpoint.rest ? segment.replaceAll("%2F", "/") : segment;
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/**
 * Sends a call, and does not read the body of the response.
 * @throws ApiError for every error response; the error of `fetch` if there is no response
 */
export async function send<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { baseUrl = "", token, signal, lastEventId }: CallOptions & { lastEventId?: string | undefined } = {},
): Promise<Response> {
  const { body, headers } = input as { body?: unknown; headers?: Record<string, string> };
  const response = await fetch(baseUrl + pathOf(endpoint, input), {
    method: endpoint.method,
    headers: {
      accept: endpoint.kind === "stream" ? mediaTypeOf(endpoint) : "application/json",
      ...(body === undefined ? {} : { "content-type": endpoint.bodyType ?? "application/json" }),
      ...headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
    },
    ...(body === undefined ? {} : { body: endpoint.bodyType === undefined ? JSON.stringify(body) : String(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (endpoint.responses[response.status]) return response;
  const errorBody = ErrorBody.loose().safeParse(await jsonOf(response));
  throw new ApiError(
    response.status,
    errorBody.success ? errorBody.data : { error: response.statusText },
    response.headers,
  );
}

/** Reads a body. @returns undefined if it is not JSON @throws the error of an aborted or broken connection */
async function jsonOf(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Calls an endpoint and parses its response.
 * @throws ApiError for every error response; the error of `fetch` if there is no response
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<SuccessOf<E>> {
  const response = await send(endpoint, input, options);
  return endpoint.responses[response.status]?.parse(await bodyOf(endpoint, response)) as SuccessOf<E>;
}

async function bodyOf(endpoint: Endpoint, response: Response): Promise<unknown> {
  if (endpoint.mediaType === undefined) return jsonOf(response);
  return isBinary(endpoint) ? new Uint8Array(await response.arrayBuffer()) : response.text();
}
