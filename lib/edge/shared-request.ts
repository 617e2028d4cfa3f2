import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { ownValue } from "@/lib/foundation/own-values";
import type { ApiRequest } from "@/lib/http/api-request";
import { pageSegment } from "@/lib/http/page-address";
import type { SharedView } from "./cache-key";
import type { Route } from "./routes";

/** Returns whether the request asks Next for data instead of a page: a navigation in the browser, or a form's action. */
export function asksForData({ headers }: IncomingMessage): boolean {
  return Object.keys(headers).some((name) => name === "rsc" || name.startsWith("next-"));
}

/** Returns the path and query, and the headers, of a shared response: only values that are in the cache's key. */
function sharedParts({ template, params }: Route, { address, parameters, theme }: SharedView) {
  const { host, protocol } = new URL(address);
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => pageSegment(ownValue(params, name) ?? ""));
  const url = parameters.length > 0 ? `${path}?${new URLSearchParams(parameters)}` : path;
  const forwarded = { host, "x-forwarded-host": host, "x-forwarded-proto": protocol.slice(0, -1) };
  return { url, headers: { ...forwarded, ...(theme && { cookie: `theme=${theme}` }) } };
}

/**
 * Creates the request for a shared response of the API. Nothing of a caller's request can affect the response, and it is
 * completed even if the caller leaves, because others may wait for it.
 */
export function sharedApiRequest(route: Route, view: SharedView): ApiRequest {
  const { url, headers } = sharedParts(route, view);
  const never = new AbortController().signal;
  return {
    method: "GET",
    url: new URL(url, view.address).href,
    headers: new Headers(headers),
    body: null,
    signal: never,
  };
}

/** Creates the request for a shared page. Nothing of a visitor's request can affect the page. */
export function sharedRequest(route: Route, view: SharedView): IncomingMessage & { url: string } {
  const { url, headers: shared } = sharedParts(route, view);
  const headers = { ...shared, accept: "text/html" };
  const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url, headers, complete: true });
  request.push(null);
  return request;
}
