import type { ServerResponse } from "node:http";
import type { RequestScope } from "@/lib/authority/context";
import { retryAfterSeconds } from "@/lib/http/errors";
import { DEVELOPMENT_POLICY, mediaTypeHeaders, setHeaders, varyOf } from "./headers";

/**
 * Sets the headers that are known only when Next begins a streamed response (a file, or any response in development):
 * those of its media type, `Retry-After` after a failure, and the status if the scope has one.
 * @param isGuess whether its links may contain an address that is not this service's
 * @param dev whether Next serves from source, where pages are streamed too
 */
export function finalizeHeaders(response: ServerResponse, scope: RequestScope, isGuess: boolean, dev: boolean): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    const mediaType = String(response.getHeader("content-type") ?? "");
    // A 304 reuses the policy of the client's stored response.
    if (status === 304) response.removeHeader("content-security-policy");
    else setHeaders(response, mediaTypeHeaders(mediaType));
    if (dev && mediaType.startsWith("text/html")) response.setHeader("content-security-policy", DEVELOPMENT_POLICY);
    const vary = varyOf(String(response.getHeader("vary") ?? ""), mediaType);
    if (vary === "") response.removeHeader("vary");
    else response.setHeader("vary", vary);
    if ((scope.status ?? status) >= 500 && !response.hasHeader("retry-after")) {
      response.setHeader("retry-after", String(retryAfterSeconds("internal")));
    }
    response.removeHeader("accept-ranges");
    if (isGuess) response.setHeader("cache-control", "no-store");
    return writeHead(scope.status ?? status, ...rest);
  };
}
