import { OPERATIONS } from "@/lib/api/contract";
import { type CallInput, call } from "@/lib/http/client";
import type { Endpoint, SuccessOf } from "@/lib/http/endpoint";
import { follow } from "./follow";

export { ApiError } from "@/lib/http/client";
export { isTemporary } from "./follow";

export interface ConnectOptions {
  /** The service's address, such as `https://federation.example`. */
  baseUrl: string;
  /** Whose name the calls are made in. Reading mostly needs none. */
  token?: string;
}

interface Calling {
  signal?: AbortSignal;
}

type Operations = typeof OPERATIONS;
type Unspoken = { kind: "page" | "protocol" };
type Given<E extends Endpoint> =
  object extends CallInput<E> ? [input?: CallInput<E>, calling?: Calling] : [input: CallInput<E>, calling?: Calling];
type Answer<E extends Endpoint> = E extends { kind: "stream" }
  ? AsyncGenerator<SuccessOf<E>, void>
  : Promise<SuccessOf<E>>;

/** A method for each operation of `/openapi.json`, by its `operationId`. */
export type Federation = {
  [Name in keyof Operations as Operations[Name] extends Unspoken ? never : Name]: (
    ...given: Given<Operations[Name]>
  ) => Answer<Operations[Name]>;
};

/**
 * The federation as an object. What a method takes and answers is what the service declares, and the answer is held
 * against that declaration. A stream is an async iterator that connects again by itself.
 * @throws TypeError where `baseUrl` is no address of the web
 */
export function connect({ baseUrl, token }: ConnectOptions): Federation {
  if (!/^https?:$/.test(new URL(baseUrl).protocol)) throw new TypeError("baseUrl begins with http:// or https://");
  const options = { baseUrl: baseUrl.replace(/\/+$/, ""), token };
  const methods = Object.values<Endpoint>(OPERATIONS)
    .filter(({ kind }) => kind !== "page" && kind !== "protocol")
    .map((endpoint) => {
      const ask = endpoint.kind === "stream" ? follow : call;
      const method = (input: CallInput<Endpoint> = {}, { signal }: Calling = {}) =>
        ask(endpoint, input, { ...options, signal });
      return [endpoint.operationId, method];
    });
  return Object.fromEntries(methods);
}
