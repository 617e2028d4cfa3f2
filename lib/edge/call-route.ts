import { runInScope } from "@/lib/context";
import { IncomingApiRequest } from "./api-request";
import type { MakeResponse, ResponseCache } from "./cache";
import type { MatchedRoute } from "./dispatch";
import type { AdmittedRequest, Exchange } from "./exchange";
import type { Guards } from "./guards";
import type { HostSettings } from "./hosts";
import { mapMaybePromise } from "./map-maybe-promise";
import { respond } from "./respond";
import { sharedApiRequest } from "./shared-request";

interface Options {
  guards: Guards;
  cache: ResponseCache;
  hosts: HostSettings;
  isLarge: (template: string) => boolean;
}

/** Sends the response of a route handler, or its cached response. @returns the reason if it could not; null if it did */
export function callRoute(
  exchange: Exchange,
  admitted: AdmittedRequest,
  route: MatchedRoute,
  options: Options,
): string | null | Promise<string | null> {
  const { request, response, scope } = exchange;
  const { origin, bucket } = admitted;
  scope.event["route"] = route.template;
  const own = new IncomingApiRequest(request, response, `${origin.protocol}://${origin.host ?? ""}`);
  const handle: MakeResponse = (view) => {
    const asked = view === null ? own : sharedApiRequest(route, view);
    return runInScope(scope, () => route.handle(asked));
  };
  const handleInTurn: MakeResponse = (view) => options.guards.largeReads.make(response, bucket, () => handle(view));
  const make = options.isLarge(route.template) ? handleInTurn : handle;
  return mapMaybePromise(respond(exchange, admitted, route, make, options), (outcome) => {
    if (outcome === "not made") return response.destroyed ? null : "Too many large responses are being made.";
    return outcome === "sent" ? null : outcome;
  });
}
