import { runInScope } from "@/lib/context";
import { IncomingApiRequest } from "./api-request";
import type { InTurn, MakeResponse, ResponseCache } from "./cache";
import type { MatchedRoute } from "./dispatch";
import { type AdmittedRequest, type Exchange, TOO_MANY_WAIT } from "./exchange";
import type { Guards } from "./guards";
import type { HostSettings } from "./hosts";
import { mapMaybePromise } from "./map-maybe-promise";
import { respond } from "./respond";
import { sharedApiRequest } from "./shared-request";
import type { TurnKind } from "./turns";

/** If a request waited longer than this, its token is checked again, because it may have ended. */
const LONG_WAIT_MILLISECONDS = 50;

interface Options {
  guards: Guards;
  cache: ResponseCache;
  hosts: HostSettings;
  /** Returns the kind of turn for an operation; null if it waits for none. */
  turnOf: (method: string, template: string) => TurnKind | null;
  maxBodyBytes: number;
}

/** Sends the response of a route handler, or its cached response. @returns the reason if it could not; null if it did */
export function callRoute(
  exchange: Exchange,
  admitted: AdmittedRequest,
  route: MatchedRoute,
  options: Options,
): string | null | Promise<string | null> {
  const { request, response, scope } = exchange;
  const { origin, account } = admitted;
  scope.event["route"] = route.template;
  const own = new IncomingApiRequest(request, response, `${origin.protocol}://${origin.host ?? ""}`);
  const handle: MakeResponse = (view) => {
    const asked = view === null ? own : sharedApiRequest(route, view);
    return runInScope(scope, () => route.handle(asked));
  };
  const kind = options.turnOf(own.method, route.template);
  const inTurn: InTurn = async (work) => {
    const startedAt = performance.now();
    // So that a slow client holds no turn.
    if (kind !== null && own.method === "POST") await own.receive(options.maxBodyBytes);
    return options.guards.turns.run(kind, account, exchange, () => {
      if (performance.now() - startedAt > LONG_WAIT_MILLISECONDS) delete scope.authenticated;
      return work();
    });
  };
  return mapMaybePromise(respond(exchange, admitted, route, handle, inTurn, options), (outcome) => {
    if (outcome === "not made") return response.destroyed ? null : TOO_MANY_WAIT;
    return outcome === "sent" ? null : outcome;
  });
}
