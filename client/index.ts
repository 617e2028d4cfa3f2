import { trimEndOf } from "@/lib/foundation/text/trim";
import type { CallInput } from "@/lib/http/client";
import type { Endpoint } from "@/lib/http/endpoint";
import { OPERATIONS } from "@/lib/portal/contract";
import { type EventsOptions, FEED, followEvents } from "./events";
import { follow } from "./follow";
import type { FederationEvent, Methods, Pages } from "./operations";
import { pageParameter, readPages } from "./pages";
import { type Calling, callAgain, type RetryOptions } from "./retry";

export { ApiError, type ErrorResponse } from "@/lib/http/client";
export { CursorExpired, type EventsOptions } from "./events";
export type * from "./operations";
export type { Calling, RetryOptions } from "./retry";
export { isTemporary } from "./waiting";
export { type VerifyWebhook, verifyWebhook, WebhookError, type WebhookEvent, type WebhookFault } from "./webhooks";

export interface ConnectOptions extends RetryOptions {
  /** The service's address, such as `https://federation.example`. */
  baseUrl: string;
  /** The bearer token of all calls. Most reads need none. */
  token?: string | undefined;
}

export interface Federation extends Methods {
  pages: Pages;
  /**
   * Follows the change feed: an async iterator that reconnects and continues after the last event.
   * @throws CursorExpired; ApiError for an error that is not temporary
   */
  events(options?: EventsOptions, calling?: Calling): AsyncGenerator<FederationEvent, void>;
}

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
