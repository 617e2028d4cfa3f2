import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestScope } from "@/lib/context";
import type { ErrorKind } from "@/lib/errors";
import type { Protocol } from "@/lib/http/protocol";
import type { RequestOrigin } from "./address";
import type { Traffic } from "./classify";
import { secondsUntil } from "./limiter";
import { closeIfUnread, sendError } from "./send-error";

/** One request in the edge. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  scope: RequestScope;
  /** Headers that every response gets. */
  responseHeaders: Record<string, string>;
  /** Maximum size of the body. */
  maxBodyBytes: number;
  /** The protocol at the path, if it is not our own. */
  protocol: Protocol | undefined;
}

/** A request that is within its limit. */
export interface AdmittedRequest {
  traffic: Traffic;
  path: string;
  origin: RequestOrigin;
  /** The bucket that it counts against. */
  bucket: string;
  /** The bucket against which unsent bytes of its response count; null if only those of its connection count. */
  unsentBucket: string | null;
}

export const TOO_MANY_BYTES =
  "This client has too many unread response bytes. Read or close its open responses, then try again.";

/** Rejects a request without reading the rest of it. If much is left, the connection is closed. */
export function rejectUnread(exchange: Exchange, kind: ErrorKind, message: string): void {
  const { request, response, responseHeaders, maxBodyBytes, protocol } = exchange;
  closeIfUnread(request, response, maxBodyBytes);
  sendError(response, responseHeaders, kind, message, protocol?.shape);
}

/** Rejects a request until a window ends. @param resetAtSeconds Unix seconds */
export function rejectRateLimited(exchange: Exchange, resetAtSeconds: number, why: string): void {
  exchange.responseHeaders["retry-after"] = String(secondsUntil(resetAtSeconds));
  rejectUnread(exchange, "rateLimited", why);
}
