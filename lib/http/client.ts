import type { z } from "zod";
import type { Endpoint, SuccessOf } from "./endpoint";
import { ErrorBody } from "./errors";

/** The service refused: its status, its error text and code, and the request id to quote. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, body: ErrorBody, requestId: string | undefined) {
    super(body.message ? `${body.error}: ${body.message}` : body.error);
    this.status = status;
    this.code = body.code;
    this.requestId = requestId;
  }
}

type Part<E, K extends "params" | "query" | "body"> = E extends { [P in K]: z.ZodType }
  ? { [P in K]: z.input<E[K]> }
  : unknown;

/** What a call of this endpoint takes. */
export type CallInput<E extends Endpoint> = Part<E, "params"> & Part<E, "query"> & Part<E, "body">;

export interface CallOptions {
  /** Absent: the page's own origin. */
  baseUrl?: string;
  token?: string;
  signal?: AbortSignal;
}

/** The path and query string of a call. */
export function pathOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): string {
  const { params = {}, query = {} } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/**
 * Calls an endpoint and parses its answer.
 * @throws ApiError for every refusal; whatever `fetch` throws when there is no answer
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { baseUrl = "", token, signal }: CallOptions = {},
): Promise<SuccessOf<E>> {
  const { body } = input as { body?: unknown };
  const response = await fetch(baseUrl + pathOf(endpoint, input), {
    method: endpoint.method,
    headers: {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const asText = endpoint.text !== undefined && response.ok;
  const answer: unknown = await (asText ? response.text() : response.json().catch(() => undefined));
  const schema = endpoint.responses[response.status];
  if (schema) return schema.parse(answer) as SuccessOf<E>;
  const refusal = ErrorBody.safeParse(answer);
  const requestId = response.headers.get("x-request-id") ?? undefined;
  throw new ApiError(response.status, refusal.success ? refusal.data : { error: response.statusText }, requestId);
}
