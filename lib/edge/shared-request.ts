import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { pageSegment } from "@/lib/http/page-address";
import type { SharedView } from "./cache-key";
import type { Route } from "./routes";

/** Returns whether the request asks Next for data instead of a page: a navigation in the browser, or a form's action. */
export function asksForData({ headers }: IncomingMessage): boolean {
  return Object.keys(headers).some((name) => name === "rsc" || name.startsWith("next-"));
}

/**
 * Creates the request for a shared page. It contains only the visitor's values that are in the cache's key, so nothing
 * else can affect the page.
 */
export function sharedRequest(
  { template, params }: Route,
  { address, parameters, theme }: SharedView,
): IncomingMessage & { url: string } {
  const { host, protocol } = new URL(address);
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => pageSegment(params[name] ?? ""));
  const url = parameters.length > 0 ? `${path}?${new URLSearchParams(parameters)}` : path;
  const headers = {
    host,
    accept: "text/html",
    "x-forwarded-host": host,
    "x-forwarded-proto": protocol.slice(0, -1),
    ...(theme && { cookie: `theme=${theme}` }),
  };
  const request = Object.assign(new IncomingMessage(new Socket()), { method: "GET", url, headers, complete: true });
  request.push(null);
  return request;
}
