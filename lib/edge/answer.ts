import type { Answer, Make, ResponseCache } from "./cache";
import type { Admitted, Exchange } from "./exchange";
import { TOO_MANY_BYTES } from "./exchange";
import { type HostSettings, isGuessedAddress } from "./hosts";
import { endUnread } from "./refuse";
import type { Route } from "./routes";
import { sendResponse, sendShared } from "./send-response";
import type { UnsentBytes } from "./unsent-bytes";
import { whenThere } from "./when-there";

interface Options {
  guards: { unsent: UnsentBytes };
  cache: ResponseCache;
  hosts: HostSettings;
}

/** What became of a request: it was answered, its response was not made, or too many bytes wait to be read. */
export type Outcome = "sent" | "not made" | typeof TOO_MANY_BYTES;

/**
 * Sends the response that the cache has for a request, or the one that is made.
 * @param route null where no declared path is asked for
 */
export function answer(
  { request, response, scope, head, maxBodyBytes }: Exchange,
  { origin, payer }: Admitted,
  route: Route | null,
  make: Make,
  { guards, cache, hosts }: Options,
): Outcome | Promise<Outcome> {
  const host = origin.host ?? "";
  const channel = { request, response, head, unsent: guards.unsent, bucket: payer };
  const outcomeOf = (isSent: boolean): Outcome => (isSent ? "sent" : TOO_MANY_BYTES);
  return whenThere<Answer | null, Outcome>(cache.respond({ request, route, scope, host }, make), (found) => {
    if (found === null) return "not made";
    if (found.outcome !== "bypass") {
      scope.event["cache"] = found.outcome;
      head["x-cache"] = found.outcome;
      return whenThere(sendShared(channel, found), outcomeOf);
    }
    const { made } = found;
    if (made.status === 413) endUnread(request, response, maxBodyBytes);
    if (isGuessedAddress(host, hosts)) made.headers.set("cache-control", "no-store");
    return sendResponse(channel, made).then(outcomeOf);
  });
}
