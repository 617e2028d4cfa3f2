import type { IncomingMessage } from "node:http";
import { cookieOf } from "@/lib/http/cookie";
import type { Endpoint } from "@/lib/http/endpoint";
import type { PublicPage } from "@/lib/http/public-page";
import { asTheme, THEME_COOKIE, type Theme } from "@/lib/http/theme";
import type { Route } from "./routes";

/** The inputs of the responses at a path. */
export interface Cacheable {
  cache: NonNullable<Endpoint["cache"]>;
  /** Query parameters that affect the response. */
  parameters: readonly string[];
  /** Whether the visitor's theme affects the response. */
  hasTheme: boolean;
  /** Whether one copy can be sent for every host. A page has hashes of scripts that may contain the host. */
  isForAnyHost: boolean;
}

/** Returns the endpoints and pages that declare `cache`, by template. */
export function cacheables(endpoints: readonly Endpoint[], pages: readonly PublicPage[]): Map<string, Cacheable> {
  const found = new Map<string, Cacheable>();
  for (const { path, query, cache } of endpoints) {
    if (cache)
      found.set(path, { cache, parameters: Object.keys(query?.shape ?? {}), hasTheme: false, isForAnyHost: true });
  }
  for (const { path, parameters = [], cache } of pages) {
    if ("tags" in cache) found.set(path, { cache, parameters, hasTheme: true, isForAnyHost: false });
  }
  return found;
}

/** Returns whether a request reads. What declares `cache` is public, so credentials change nothing in its response. */
export function isRead({ method }: IncomingMessage): boolean {
  return method === "GET" || method === "HEAD";
}

/** All inputs of a shared response beside its route. */
export interface SharedView {
  /** Scheme and host for links in the response. */
  address: string;
  /** The declared parameters in the order of their declaration; the first value of a repeated one. */
  parameters: [string, string][];
  /** The visitor's theme; undefined if none is chosen, or if it does not affect the response. */
  theme: Theme | undefined;
}

export function sharedView(declared: Cacheable, { url = "", headers }: IncomingMessage, address: string): SharedView {
  const sent = new URLSearchParams(url.split("#", 1)[0]?.split("?").slice(1).join("?"));
  const parameters = declared.parameters.flatMap((name): [string, string][] => {
    const value = sent.get(name);
    return value === null ? [] : [[name, value]];
  });
  const theme = declared.hasTheme ? asTheme(cookieOf(headers.cookie, THEME_COOKIE)) : undefined;
  return { address, parameters, theme };
}

export function cacheKey({ template, params }: Route, { address, parameters, theme }: SharedView): string {
  return JSON.stringify([address, template, Object.values(params), parameters, theme]);
}
