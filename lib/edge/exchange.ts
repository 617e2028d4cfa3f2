import type { IncomingMessage, ServerResponse } from "node:http";
import type { RequestScope } from "@/lib/context";
import type { ErrorKind } from "@/lib/errors";
import type { Protocol } from "@/lib/http/protocol";
import type { Origin } from "./address";
import type { Traffic } from "./classify";
import { endUnread, refuse } from "./refuse";

/** One request on its way through the edge. */
export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  scope: RequestScope;
  /** The headers that the response has, whatever makes it. */
  head: Record<string, string>;
  /** The most that its body may have. */
  maxBodyBytes: number;
  /** What is spoken at its path, where that is not ours. */
  protocol: Protocol | undefined;
}

/** What is known of a request once a handler may respond. */
export interface Admitted {
  traffic: Traffic;
  path: string;
  origin: Origin;
  /** The bucket whose allowance it counts against. */
  bucket: string;
  /** The bucket that its unread bytes count against; null where only its connection is bounded. */
  payer: string | null;
}

export const TOO_MANY_BYTES = "Too many bytes wait to be read.";

/** Refuses without reading what the client still sends; where there is much, the connection ends. */
export function refuseUnread(exchange: Exchange, kind: ErrorKind, message: string): void {
  const { request, response, head, maxBodyBytes, protocol } = exchange;
  endUnread(request, response, maxBodyBytes);
  refuse(response, head, kind, message, protocol?.shape);
}

/** Refuses until a window ends. @param resetSeconds Unix time */
export function refuseLimited(exchange: Exchange, resetSeconds: number, why: string): void {
  const waitSeconds = Math.max(1, Math.ceil(resetSeconds - Date.now() / 1_000));
  exchange.head["retry-after"] = String(waitSeconds);
  refuseUnread(exchange, "rateLimited", why);
}
