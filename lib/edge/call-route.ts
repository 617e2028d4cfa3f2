import { runInScope } from "@/lib/authority/context";
import type { HostSettings } from "@/lib/foundation/hosts";
import { IncomingApiRequest } from "./api-request";
import { bufferBody } from "./buffer-body";
import type { InTurn, MakeResponse, ResponseCache } from "./cache";
import type { MatchedRoute } from "./dispatch";
import type { AdmittedRequest, Exchange } from "./exchange";
import type { Guards } from "./guards";
import { respond } from "./respond";
import { sharedApiRequest } from "./shared-request";
import type { TurnKind } from "./turns";

interface Options {
  guards: Guards;
  cache: ResponseCache;
  hosts: HostSettings;
  /** Returns the kind of turn for an operation; null if it waits for none. */
  turnOf: (method: string, template: string) => TurnKind | null;
  maxBodyBytes: number;
}

/** Sends the response of a route handler, or its cached response. */
export function callRoute(
  exchange: Exchange,
  admitted: AdmittedRequest,
  route: MatchedRoute,
  options: Options,
): void | Promise<void> {
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
    // So that a slow client holds no turn.
    if (kind !== null && own.method === "POST" && !(await bufferBody(request, options.maxBodyBytes))) return null;
    return options.guards.turns.run(kind, account, exchange, work);
  };
  return respond(exchange, admitted, route, handle, inTurn, options);
}
