import { readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Endpoint } from "@/lib/http/endpoint";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type Handler = (request: Request, route: { params: Promise<Record<string, string>> }) => Promise<Response>;
type RouteModule = Partial<Record<Method, Handler>>;

/** The origin that requests of the tests are sent to. Nothing listens there: handlers are called directly. */
export const ORIGIN = "http://federation.test";

let files: ReadonlyMap<string, string> | undefined;
/** Every `route.ts` under `app` by the path it serves, as contracts write it. Read once: it takes 10 ms. */
export function routeFiles(): ReadonlyMap<string, string> {
  files ??= new Map(
    readdirSync("app", { recursive: true, encoding: "utf8" })
      .filter((file) => path.basename(file) === "route.ts")
      .map((file) => [servedPath(file), path.resolve("app", file)]),
  );
  return files;
}

/** What a feed's folder below a parameter's is called, and that of a verb of A2A. */
const FORMS = /\}\/(atom|json)$/;
const VERBS = /(\/tasks\/\{id\})\/(cancel|subscribe)$/;

/**
 * `api/agents/[did]/route.ts` serves `/api/agents/{did}`, and `agents/[did]/atom/route.ts` serves `/agents/{did}.atom`.
 * `[...index]` is a parameter that takes the rest. A group in parentheses is no part of the path.
 */
function servedPath(file: string): string {
  const segments = path.dirname(file).split(path.sep);
  const shown = segments.filter((segment) => !/^\(.*\)$/.test(segment));
  const served = `/${shown.map((segment) => segment.replace(/^\[(?:\.\.\.)?(\w+)\]$/, "{$1}")).join("/")}`;
  return served.replace(FORMS, "}.$1").replace(VERBS, "$1:$2");
}

const modules = new Map<string, Promise<RouteModule>>();
/** The exports of a route file. Each is imported once: Vitest takes 3 ms even for a loaded module. */
export function loadRoute(file: string): Promise<RouteModule> {
  const loaded = modules.get(file) ?? import(/* @vite-ignore */ pathToFileURL(file).href);
  modules.set(file, loaded);
  return loaded;
}

export interface Sent {
  method?: Method;
  params?: Record<string, string>;
  /** The query string, without its question mark. */
  query?: string;
  /** A string or bytes are sent as they are, anything else as JSON. */
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
}

/** Sends a request to an endpoint's own route file. */
export async function send(
  endpoint: Pick<Endpoint, "method" | "path">,
  { method = endpoint.method, params = {}, query = "", body, token, headers = {} }: Sent = {},
): Promise<Response> {
  const file = routeFiles().get(endpoint.path);
  const handler = file && (await loadRoute(file))[method];
  if (!handler) throw new Error(`${method} ${endpoint.path} has no handler`);
  const raw = body === undefined || typeof body === "string" || body instanceof Uint8Array;
  const url = `${ORIGIN}${endpoint.path.replaceAll(/[{}]/g, "")}${query === "" ? "" : `?${query}`}`;
  const request = new Request(url, {
    method,
    headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
    ...(body === undefined ? {} : { body: (raw ? body : JSON.stringify(body)) as BodyInit }),
  });
  return handler(request, { params: Promise.resolve(params) });
}
