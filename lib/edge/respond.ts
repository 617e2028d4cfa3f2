import { type HostSettings, isGuessedAddress } from "@/lib/foundation/hosts";
import type { CacheResult, InTurn, MakeResponse, ResponseCache } from "./cache";
import type { Connections } from "./connections";
import { type AdmittedRequest, type Exchange, rejectUnread, TOO_MANY_BYTES, TOO_MANY_WAIT } from "./exchange";
import { mapMaybePromise } from "./map-maybe-promise";
import type { Route } from "./routes";
import { closeIfUnread } from "./send-error";
import { sendResponse, sendShared } from "./send-response";

interface Options {
  guards: { connections: Connections };
  cache: ResponseCache;
  hosts: HostSettings;
}

/**
 * Sends the cached response to a request, or a new one; 503 if there is none, or if too many unread bytes wait.
 * @param route null if the path is not declared
 */
export function respond(
  exchange: Exchange,
  { origin, account }: AdmittedRequest,
  route: Route | null,
  make: MakeResponse,
  inTurn: InTurn,
  { guards, cache, hosts }: Options,
): void | Promise<void> {
  const { request, response, scope, responseHeaders, maxBodyBytes } = exchange;
  const host = origin.host ?? "";
  const isGuess = isGuessedAddress(host, hosts);
  const channel = { request, response, responseHeaders, connections: guards.connections, account };
  const send = (found: CacheResult): boolean | Promise<boolean> => {
    if (found.outcome !== "bypass") {
      scope.event["cache"] = found.outcome;
      responseHeaders["x-cache"] = found.outcome;
      return sendShared(channel, found, isGuess);
    }
    if (found.made.status === 413) closeIfUnread(request, response, maxBodyBytes);
    if (isGuess) found.made.headers.set("cache-control", "no-store");
    return sendResponse(channel, found.made);
  };
  return mapMaybePromise<CacheResult | null, void>(
    cache.respond({ request, route, scope, host }, make, inTurn),
    (found) => {
      if (found === null)
        return response.destroyed || request.destroyed
          ? undefined
          : rejectUnread(exchange, "overloaded", TOO_MANY_WAIT);
      return mapMaybePromise(send(found), (isSent) => {
        if (!isSent) rejectUnread(exchange, "overloaded", TOO_MANY_BYTES);
      });
    },
  );
}
