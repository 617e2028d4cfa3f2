import type { IncomingMessage, ServerResponse } from "node:http";
import type { ErrorKind } from "@/lib/foundation/errors";
import { DEFAULT_ERRORS, errorBody, retryAfterSeconds } from "@/lib/http/errors";
import type { ErrorShape } from "@/lib/http/protocol";
import { joinHeaders } from "./headers";

/** Time for a client to read an error response before its unread body ends the connection. */
const READING_MILLISECONDS = 200;

/** Sends an error response. @param responseHeaders further headers @param shape the form of errors in the path's protocol */
export function sendError(
  response: ServerResponse,
  responseHeaders: Record<string, string>,
  kind: ErrorKind,
  message: string,
  shape: ErrorShape = errorBody,
): void {
  const wire = DEFAULT_ERRORS[kind];
  const waitSeconds = retryAfterSeconds(kind);
  const body = JSON.stringify(shape(wire, message));
  const headers = joinHeaders(responseHeaders, {
    "content-type": "application/json",
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
  });
  if (waitSeconds !== undefined) headers["retry-after"] ??= String(waitSeconds);
  response.writeHead(wire.status, headers);
  response.end(body);
}

/**
 * Closes the connection after the response, if the client still sends a body of unknown length or of more than
 * `maxBytes`.
 */
export function closeIfUnread(request: IncomingMessage, response: ServerResponse, maxBytes: number): void {
  const bytes = Number(request.headers["content-length"] ?? 0);
  if (request.headers["transfer-encoding"] === undefined && bytes <= maxBytes) return;
  response.shouldKeepAlive = false;
  response.once("finish", () => setTimeout(() => request.destroy(), READING_MILLISECONDS).unref());
}
