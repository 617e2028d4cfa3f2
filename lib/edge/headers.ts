import type { ServerResponse } from "node:http";
import { ownValue } from "@/lib/foundation/own-values";
import type { Allowance } from "./limiter";

/**
 * Joins headers; later ones win. The result has no prototype, because V8 then joins them in 1 µs instead of 12 µs with
 * `{ ...a, ...b }`.
 */
export function joinHeaders(...parts: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  return Object.assign(Object.create(null), ...parts);
}

/** Headers of every response. Responses other than pages load and run nothing, and other sites may show them. */
const BASE_HEADERS: Record<string, string> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After, X-Request-Id, ETag, A2A-Extensions",
  "content-security-policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "cross-origin",
  "referrer-policy": "strict-origin-when-cross-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/** If the service is reached over TLS, browsers use only https for a year. */
export const SECURE_HEADERS: Record<string, string> = { "strict-transport-security": "max-age=31536000" };

/** Headers that differ for a media type. */
const HEADERS_BY_MEDIA_TYPE: Record<string, Record<string, string>> = {
  "text/html": {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy":
      "camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), payment=(), usb=()",
  },
  // A worker has the policy of its file.
  "application/javascript": { "content-security-policy": "default-src 'none'; script-src 'self'; connect-src 'self'" },
  // A picture has its dark colours in a style element.
  "image/svg+xml": { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" },
};

function policyOf(scripts: readonly string[], styles: readonly string[]): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(" "),
    ["style-src 'self'", ...styles].join(" "),
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

/**
 * Returns the policy of a page, which loads nothing from other sites and runs only this site's scripts.
 * @param hashes CSP sources of its inline scripts
 */
export const pagePolicy = (hashes: readonly string[]): string => policyOf(hashes, []);

/** Allows eval and inline scripts for Next's development tools. */
export const DEVELOPMENT_POLICY = policyOf(["'unsafe-inline'", "'unsafe-eval'"], ["'unsafe-inline'"]);

/** Returns the headers that depend on the media type. The policy of a page comes from the code that renders it. */
export function mediaTypeHeaders(contentType: string): Record<string, string> {
  return ownValue(HEADERS_BY_MEDIA_TYPE, contentType.split(";", 1)[0]?.trim() ?? "") ?? {};
}

/** The `Vary` header, in addition to the handler's own. */
export const varying = (vary: unknown) => ({ vary: vary ? `${vary}, Accept-Encoding` : "Accept-Encoding" });

/** Headers for a browser's preflight request from another site. */
export const PREFLIGHT_HEADERS: Record<string, string> = {
  "access-control-allow-methods": "GET, HEAD, POST, PATCH, DELETE, OPTIONS",
  "access-control-allow-headers":
    "Authorization, Content-Type, If-Match, If-None-Match, Traceparent, Last-Event-ID, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, A2A-Version, A2A-Extensions",
  "access-control-max-age": "86400",
};

/** Returns the headers of every response. `requestId` is also in the log. */
export function baseHeaders(requestId: string): Record<string, string> {
  return joinHeaders(BASE_HEADERS, { "x-request-id": requestId });
}

/** Returns the three headers of the contract's section "Limits". */
export function allowanceHeaders({ limit, remaining, resetAtSeconds }: Allowance): Record<string, string> {
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": String(resetAtSeconds),
  };
}

/**
 * Returns the `Vary` header of a response from Next. It contains Next's own request headers only for a page or its data,
 * because caches would keep a copy for each.
 */
export function varyOf(vary: string, contentType: string): string {
  if (/^text\/(?:html|x-component)\b/.test(contentType)) return vary;
  const names = vary.split(",").map((name) => name.trim());
  return names.filter((name) => !/^(?:rsc|next-)/i.test(name)).join(", ");
}

export function setHeaders(response: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
