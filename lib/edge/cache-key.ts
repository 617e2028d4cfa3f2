import type { IncomingMessage } from "node:http";
import type { Endpoint } from "@/lib/http/endpoint";
import type { PublicPage } from "@/lib/http/public-page";
import { asTheme, THEME_COOKIE, type Theme } from "@/lib/http/theme";
import type { Route } from "./routes";
import { cookieOf } from "./session-cookie";

const THEME_ONLY = /^\s*theme=[^;]*;?\s*$/;

/** What the responses under a path are made from. */
export interface Cacheable {
  cache: NonNullable<Endpoint["cache"]>;
  /** The names of the query parameters that they depend on. */
  parameters: readonly string[];
  /** Whether they also depend on the theme that the visitor chose. */
  hasTheme: boolean;
}

/** The endpoints and pages that declare `cache`, by their templates. */
export function cacheables(endpoints: readonly Endpoint[], pages: readonly PublicPage[]): Map<string, Cacheable> {
  const found = new Map<string, Cacheable>();
  for (const { path, query, cache } of endpoints) {
    if (cache) found.set(path, { cache, parameters: Object.keys(query?.shape ?? {}), hasTheme: false });
  }
  for (const { path, parameters = [], cache } of pages) {
    if ("tags" in cache) found.set(path, { cache, parameters, hasTheme: true });
  }
  return found;
}

/** Whether a request's response may be everyone's: a read without credentials. */
export function isForEveryone({ method, headers }: IncomingMessage): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  return headers.authorization === undefined && (headers.cookie === undefined || THEME_ONLY.test(headers.cookie));
}

/** All that a shared response may depend on, beside its route. */
export interface SharedView {
  /** Scheme and host that it may name. */
  address: string;
  /** The declared parameters in the order of their declaration; of a repeated one, the first. */
  parameters: [string, string][];
  /** What the visitor chose; undefined: nothing, or the response does not depend on it. */
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
