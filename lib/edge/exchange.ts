import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestScope } from "@/lib/authority/context";
import type { ErrorKind } from "@/lib/foundation/errors";
import { retryAfterSeconds } from "@/lib/http/errors";
import type { Protocol } from "@/lib/http/protocol";
import type { RequestOrigin } from "./address";
import { isRead } from "./cache-key";
import type { Traffic } from "./classify";
import { secondsUntil } from "./limiter";
import type { Account } from "./meter";
import { sendRefusedPage } from "./refused-page";
import { closeIfUnread, sendError } from "./send-error";

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  scope: RequestScope;
  responseHeaders: Record<string, string>;
  /** Maximum size of the body. */
  maxBodyBytes: number;
  /** The protocol at the path, if it is not our own. */
  protocol: Protocol | undefined;
  /** The addresses of the portal's stylesheets, if a browser requests a page. It gets refusals as pages. */
  stylesheets?: readonly string[];
}

/** A request that is within its limit. */
export interface AdmittedRequest {
  traffic: Traffic;
  path: string;
  origin: RequestOrigin;
  /** The caller that pays for it. */
  account: Account;
}

export const TOO_MANY_BYTES =
  "This client has too many unread response bytes. Read or close its open responses, then try again.";

export const TOO_MANY_WAIT = "Too many requests of this client wait for their turn.";

/** Rejects a request without reading the rest of it. If much is left, the connection is closed. */
export function rejectUnread(exchange: Exchange, kind: ErrorKind, message: string): void {
  const { request, response, responseHeaders, maxBodyBytes, protocol, stylesheets } = exchange;
  closeIfUnread(request, response, maxBodyBytes);
  if (stylesheets === undefined) sendError(response, responseHeaders, kind, message, protocol?.shape);
  else {
    const retrySeconds = Number(responseHeaders["retry-after"]) || retryAfterSeconds(kind);
    sendRefusedPage(response, responseHeaders, stylesheets, { kind, message, retrySeconds, isForm: !isRead(request) });
  }
}

/** Rejects a request until a window ends. @param resetAtSeconds Unix seconds */
export function rejectRateLimited(exchange: Exchange, resetAtSeconds: number, why: string): void {
  exchange.responseHeaders["retry-after"] = String(secondsUntil(resetAtSeconds));
  rejectUnread(exchange, "rateLimited", why);
}
