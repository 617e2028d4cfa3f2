import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client";
import { fetchExternal } from "@/lib/outgoing/request";
import { OutgoingRequestError } from "@/lib/outgoing/request-error";
import { SignInFailure } from "./failure";
import type { Provider } from "./provider";

/**
 * How long the provider is not asked for its metadata again, also if it did not respond. Otherwise a
 * sign-in asks at its start, so the browser is not sent to a provider that is down.
 */
const KEPT_MILLISECONDS = 10_000;
/** How far the provider's clock may be off. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** Requests the provider. Its own origin is a setting; other addresses in its metadata are checked like strangers'. */
function fetchFor({ issuer }: Provider): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const { status, bytes, ...response } = await fetchExternal(address, {
      method: method === "POST" ? "POST" : "GET",
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      ...(signal === undefined ? {} : { signal }),
      exempt: new URL(address).origin === issuer.origin,
      withoutRedirects: true,
    });
    return new Response(status === 204 ? null : Buffer.from(bytes), { status, headers: response.headers });
  };
}

function discover(provider: Provider): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = provider;
  const checks = [enableNonRepudiationChecks, ...(issuer.protocol === "http:" ? [allowInsecureRequests] : [])];
  return discovery(
    issuer,
    clientId,
    { client_secret: clientSecret, [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    (server, client, body, headers) => {
      // Basic is the default (OpenID Connect Discovery, 3).
      const { token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] } = server;
      const authenticate = methods.includes("client_secret_basic") ? ClientSecretBasic : ClientSecretPost;
      authenticate(clientSecret)(server, client, body, headers);
    },
    { [customFetch]: fetchFor(provider), execute: checks },
  );
}

let known: { issuer: string; until: number; configuration: Promise<Configuration> } | undefined;

/** Returns the client of the provider, with the provider's metadata. @throws SignInFailure */
export async function clientOf(provider: Provider, now: Date): Promise<Configuration> {
  const issuer = provider.issuer.href;
  if (known?.issuer !== issuer || now.getTime() >= known.until) {
    known = { issuer, until: now.getTime() + KEPT_MILLISECONDS, configuration: discover(provider) };
  }
  return known.configuration.catch((error: unknown) => {
    throw failureOf(error);
  });
}

function* causesOf(error: unknown): Generator<unknown> {
  for (let cause = error; cause !== undefined && cause !== null; cause = Object(cause).cause) yield cause;
}

export function failureOf(error: unknown): SignInFailure {
  const reason = reasonOf(error);
  for (const cause of causesOf(error)) {
    if (cause instanceof OutgoingRequestError) return new SignInFailure("unreachable", cause.reason);
    if (cause instanceof Response && cause.status >= 500) return new SignInFailure("unreachable", `${cause.status}`);
  }
  const isDenied = Object(error).code === "OAUTH_AUTHORIZATION_RESPONSE_ERROR";
  return new SignInFailure(isDenied ? "denied" : "invalid", reason);
}

/** Returns a word for the log: a code of the library, or of OAuth (RFC 6749, 5.2). Other texts may name a person. */
function reasonOf(error: unknown): string {
  const { error: oauth, code } = Object(error);
  return [oauth, code].find((word) => typeof word === "string" && /^[A-Za-z_]{1,60}$/.test(word)) ?? "other";
}
