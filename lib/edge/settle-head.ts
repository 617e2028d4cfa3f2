import type { ServerResponse } from "node:http";
import type { RequestScope } from "@/lib/context";
import { retryAfterSeconds } from "@/lib/http/errors";
import { DEVELOPMENT_POLICY, mediaTypeHeaders, setHeaders, varyOf } from "./headers";

/**
 * Sets what is known only as Next begins a response that is sent as it comes, a file or anything in development: the
 * headers of its media type, when to try again after a failure, and the status where the scope has one.
 * @param isGuess whether its links may name an address that is not this service's
 * @param dev whether Next serves from source, where pages are sent as they come, too
 */
export function settleHead(response: ServerResponse, scope: RequestScope, isGuess: boolean, dev: boolean): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const mediaType = String(response.getHeader("content-type") ?? "");
    // A client that has stored the response has stored its policy, too.
    if (status === 304) response.removeHeader("content-security-policy");
    else setHeaders(response, mediaTypeHeaders(mediaType));
    if (dev && mediaType.startsWith("text/html")) response.setHeader("content-security-policy", DEVELOPMENT_POLICY);
    const vary = varyOf(String(response.getHeader("vary") ?? ""), mediaType);
    if (vary === "") response.removeHeader("vary");
    else response.setHeader("vary", vary);
    if ((scope.status ?? status) >= 500 && !response.hasHeader("retry-after")) {
      response.setHeader("retry-after", String(retryAfterSeconds("internal")));
    }
    if (isGuess) response.setHeader("cache-control", "no-store");
    return writeHead(scope.status ?? status, ...rest);
  };
}
