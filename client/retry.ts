import { ApiError, type CallInput, type CallOptions, call } from "@/lib/http/client";
import type { Endpoint, SuccessOf } from "@/lib/http/endpoint";
import { pause, retryPause } from "./waiting";

export interface RetryOptions {
  /** How often a call is repeated after 429 or 503. Default 2. */
  retries?: number | undefined;
  /** The longest `Retry-After` to wait for. With a longer one the call fails at once. Default 30. */
  longestWaitSeconds?: number | undefined;
}

/** Options of one call, which override those of `connect`. */
export interface Calling extends RetryOptions {
  /** Ends the call, or the stream, when it is aborted. */
  signal?: AbortSignal | undefined;
}

const FIRST_PAUSE_MILLISECONDS = 1_000;

const hasKey = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  typeof (value as { idempotency_key?: unknown }).idempotency_key === "string" &&
  (value as { idempotency_key: string }).idempotency_key !== "";

/**
 * Returns whether a call may be sent twice. This is the case if it reads or deletes, or if its body, or each entry of a
 * batch, has an `idempotency_key`.
 */
export function isRepeatable({ method }: Pick<Endpoint, "method">, body: unknown): boolean {
  if (method === "GET" || method === "DELETE") return true;
  if (method !== "POST" || typeof body !== "object" || body === null) return false;
  if (hasKey(body)) return true;
  const lists = Object.values(body).filter(Array.isArray);
  return lists.length === 1 && lists.every((list) => list.length > 0 && list.every(hasKey));
}

/**
 * Calls an endpoint. Repeats the call after 429 and 503 if it may be sent twice.
 * @throws ApiError the last error response; AbortError after the signal
 */
export async function callAgain<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { retries = 2, longestWaitSeconds = 30, ...options }: CallOptions & RetryOptions,
): Promise<SuccessOf<E>> {
  const most = isRepeatable(endpoint, (input as { body?: unknown }).body) ? retries : 0;
  for (let failures = 0; ; failures += 1) {
    try {
      return await call(endpoint, input, options);
    } catch (error) {
      if (!(error instanceof ApiError) || ![429, 503].includes(error.status) || failures >= most) throw error;
      if ((error.retryAfterSeconds ?? 0) > longestWaitSeconds) throw error;
      await pause(retryPause(error, FIRST_PAUSE_MILLISECONDS, failures), options.signal);
      options.signal?.throwIfAborted();
    }
  }
}
