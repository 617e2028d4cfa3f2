import type { ServerResponse } from "node:http";
import type { Allowance } from "./limiter";

/** On every response, whoever makes it. */
const STANDING_HEADERS: Record<string, string> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Request-Id",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** What a browser asks before it calls from another site. */
export const PREFLIGHT_HEADERS: Record<string, string> = {
  "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
  "access-control-allow-headers": "Authorization, Content-Type, Traceparent, Last-Event-ID",
  "access-control-max-age": "86400",
};

/** The headers that every response carries; `requestId` names it in the logs. */
export function standingHeaders(requestId: string): Record<string, string> {
  return { ...STANDING_HEADERS, "x-request-id": requestId };
}

/** The three headers of the contract, "Limits". */
export function allowanceHeaders({ limit, remaining, resetSeconds }: Allowance): Record<string, string> {
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(resetSeconds),
  };
}

export function setHeaders(response: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
