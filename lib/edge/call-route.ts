import { runInScope } from "@/lib/context";
import { answer } from "./answer";
import { IncomingApiRequest } from "./api-request";
import type { ResponseCache } from "./cache";
import type { Found } from "./dispatch";
import type { Admitted, Exchange } from "./exchange";
import type { Guards } from "./guards";
import type { HostSettings } from "./hosts";
import { whenThere } from "./when-there";

interface Options {
  guards: Guards;
  cache: ResponseCache;
  hosts: HostSettings;
  isLarge: (template: string) => boolean;
}

/** Sends what a route handler responds, or has responded to everyone. @returns why it cannot now; null where it did */
export function callRoute(
  exchange: Exchange,
  admitted: Admitted,
  route: Found,
  options: Options,
): string | null | Promise<string | null> {
  const { request, response, scope } = exchange;
  const { origin, bucket } = admitted;
  scope.event["route"] = route.template;
  const asked = new IncomingApiRequest(request, response, `${origin.protocol}://${origin.host ?? ""}`);
  const handle = () => runInScope(scope, () => route.handle(asked));
  const handleInTurn = () => options.guards.largeReads.make(response, bucket, handle);
  const make = options.isLarge(route.template) ? handleInTurn : handle;
  return whenThere(answer(exchange, admitted, route, make, options), (outcome) => {
    if (outcome === "not made") return response.destroyed ? null : "Too many large responses are being made.";
    return outcome === "sent" ? null : outcome;
  });
}
