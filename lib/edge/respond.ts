import type { CacheResult, InTurn, MakeResponse, ResponseCache } from "./cache";
import type { Connections } from "./connections";
import type { AdmittedRequest, Exchange } from "./exchange";
import { TOO_MANY_BYTES } from "./exchange";
import { type HostSettings, isGuessedAddress } from "./hosts";
import { mapMaybePromise } from "./map-maybe-promise";
import type { Route } from "./routes";
import { closeIfUnread } from "./send-error";
import { sendResponse, sendShared } from "./send-response";

interface Options {
  guards: { connections: Connections };
  cache: ResponseCache;
  hosts: HostSettings;
}

/** The result for a request: a response was sent, no response was made, or too many unread bytes wait. */
export type ResponseOutcome = "sent" | "not made" | typeof TOO_MANY_BYTES;

/**
 * Sends the cached response to a request, or a new one.
 * @param route null if the path is not declared
 */
export function respond(
  { request, response, scope, responseHeaders, maxBodyBytes }: Exchange,
  { origin, account }: AdmittedRequest,
  route: Route | null,
  make: MakeResponse,
  inTurn: InTurn,
  { guards, cache, hosts }: Options,
): ResponseOutcome | Promise<ResponseOutcome> {
  const host = origin.host ?? "";
  const channel = { request, response, responseHeaders, connections: guards.connections, account };
  const outcomeOf = (isSent: boolean): ResponseOutcome => (isSent ? "sent" : TOO_MANY_BYTES);
  return mapMaybePromise<CacheResult | null, ResponseOutcome>(
    cache.respond({ request, route, scope, host }, make, inTurn),
    (found) => {
      if (found === null) return "not made";
      const isGuess = isGuessedAddress(host, hosts);
      if (found.outcome !== "bypass") {
        scope.event["cache"] = found.outcome;
        responseHeaders["x-cache"] = found.outcome;
        return mapMaybePromise(sendShared(channel, found, isGuess), outcomeOf);
      }
      const { made } = found;
      if (made.status === 413) closeIfUnread(request, response, maxBodyBytes);
      if (isGuess) made.headers.set("cache-control", "no-store");
      return sendResponse(channel, made).then(outcomeOf);
    },
  );
}
