import type { ServerResponse } from "node:http";
import type { Allowance } from "./limiter";

/** On every response, whoever makes it. What is no page loads and runs nothing, and other sites may show it. */
const STANDING_HEADERS: Record<string, string> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Request-Id",
  "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** Where the service is reached over TLS, browsers come no other way for a year. */
export const SECURE_HEADERS: Record<string, string> = { "strict-transport-security": "max-age=31536000" };

/** What is different where an answer is of this media type. */
const HEADERS_BY_MEDIA_TYPE: Record<string, Record<string, string>> = {
  "text/html": {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy":
      "camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()",
  },
  // A worker's policy is that of its file.
  "application/javascript": { "content-security-policy": "default-src 'none'; script-src 'self'; connect-src 'self'" },
  // A picture has its dark colours in a style.
  "image/svg+xml": { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" },
};

/**
 * What a page may load: scripts with this request's nonce and what those load, and nothing of another site. Next reads
 * the nonce from the request's header of the same name. @param dev Next's development tools evaluate and inline
 */
export function pagePolicyOf(nonce: string, dev: boolean): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    `style-src 'self'${dev ? " 'unsafe-inline'" : ""}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The headers that depend on what is answered. @param pagePolicy that of the request, for a page */
export function mediaTypeHeaders(contentType: string, pagePolicy: string): Record<string, string> {
  const mediaType = contentType.split(";", 1)[0]?.trim() ?? "";
  const headers = HEADERS_BY_MEDIA_TYPE[mediaType] ?? {};
  return mediaType === "text/html" ? { ...headers, "content-security-policy": pagePolicy } : headers;
}

/** What a browser asks before it calls from another site. */
export const PREFLIGHT_HEADERS: Record<string, string> = {
  "access-control-allow-methods": "GET, HEAD, POST, OPTIONS",
  "access-control-allow-headers":
    "Authorization, Content-Type, Traceparent, Last-Event-ID, Mcp-Protocol-Version, Mcp-Method, Mcp-Name",
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
