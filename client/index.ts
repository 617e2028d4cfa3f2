import { trimEndOf } from "@/lib/foundation/text/trim";
import type { CallInput } from "@/lib/http/client";
import type { Endpoint, SuccessOf } from "@/lib/http/endpoint";
import { OPERATIONS } from "@/lib/portal/contract";
import { type EventsOptions, FEED, type FederationEvent, followEvents } from "./events";
import { follow } from "./follow";
import { type Paged, pageParameter, readPages } from "./pages";
import { callAgain, type RetryOptions } from "./retry";

export { ApiError } from "@/lib/http/client";
export { CursorExpired, type EventsOptions, type FederationEvent } from "./events";
export type { RetryOptions } from "./retry";
export { isTemporary } from "./waiting";
export { type VerifyWebhook, verifyWebhook, WebhookError, type WebhookEvent, type WebhookFault } from "./webhooks";

export interface ConnectOptions extends RetryOptions {
  /** The service's address, such as `https://federation.example`. */
  baseUrl: string;
  /** The bearer token of all calls. Most reads need none. */
  token?: string;
}

/** Options of one call, which override those of `connect`. */
export interface Calling extends RetryOptions {
  signal?: AbortSignal;
}

type Operations = Omit<typeof OPERATIONS, keyof typeof FEED> & typeof FEED;
type Name = keyof Operations;
type Uncalled = { kind: "page" | "protocol" };
type Given<E extends Endpoint> =
  object extends CallInput<E> ? [input?: CallInput<E>, calling?: Calling] : [input: CallInput<E>, calling?: Calling];
type Answer<E extends Endpoint> = E extends { kind: "stream" }
  ? AsyncGenerator<SuccessOf<E>, void>
  : Promise<SuccessOf<E>>;

/** A method for each operation of `/openapi.json`, by its `operationId`. */
type Methods = {
  [N in Name as Operations[N] extends Uncalled ? never : N]: (...given: Given<Operations[N]>) => Answer<Operations[N]>;
};

/** A method for each list, by its `operationId`: an async iterator over its pages. */
export type Pages = {
  [N in Name as Operations[N] extends Uncalled | { method: "POST" }
    ? never
    : Paged<Operations[N]> extends never
      ? never
      : N]: (...given: Given<Operations[N]>) => AsyncGenerator<SuccessOf<Operations[N]>, void>;
};

export type Federation = Methods & {
  pages: Pages;
  /** Follows the change feed: an async iterator that reconnects and continues after the last event. */
  events: (options?: EventsOptions, calling?: Calling) => AsyncGenerator<FederationEvent, void>;
};

/**
 * Returns the federation as an object. Inputs and responses have the types that the service declares. Each response is
 * validated against its declaration.
 * @throws TypeError if `baseUrl` is not an http or https address
 */
export function connect({ baseUrl, token, retries, longestWaitSeconds }: ConnectOptions): Federation {
  if (!/^https?:$/.test(new URL(baseUrl).protocol))
    throw new TypeError("`baseUrl` must begin with http:// or https://");
  const defaults = { baseUrl: trimEndOf(baseUrl, "/"), token, retries, longestWaitSeconds };
  const called = Object.values<Endpoint>({ ...OPERATIONS, ...FEED }).filter(
    ({ kind }) => kind !== "page" && kind !== "protocol",
  );

  const methodsOf = (
    endpoints: readonly Endpoint[],
    ask: (endpoint: Endpoint, input: CallInput<Endpoint>, options: object) => unknown,
  ) =>
    Object.fromEntries(
      endpoints.map((endpoint) => [
        endpoint.operationId,
        (input: CallInput<Endpoint> = {}, calling: Calling = {}) => ask(endpoint, input, { ...defaults, ...calling }),
      ]),
    );
  const isStream = ({ kind }: Endpoint) => kind === "stream";
  return {
    ...methodsOf(called, (endpoint, input, options) =>
      (isStream(endpoint) ? follow : callAgain)(endpoint, input, options),
    ),
    pages: methodsOf(
      called.filter((endpoint) => pageParameter(endpoint) !== undefined),
      readPages,
    ),
    events: (options = {}, calling = {}) => followEvents(options, { ...defaults, ...calling }),
  } as unknown as Federation;
}
