import { z } from "zod";
import type { ErrorKind } from "@/lib/errors";
import { type PermissionName, refusesWhile, stores } from "@/lib/permissions";
import type { CacheTag } from "./cache-tags";
import { DEFAULT_ERRORS, type WireError } from "./errors";
import { ATOM, JSON_FEED, JsonFeed } from "./feed-schema";
import type { Protocol } from "./protocol";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * How an endpoint differs from a plain one.
 * - `stream`: Server-Sent Events without end. The response schema describes the data of each. Bound by `bindStream`.
 * - `page`: a page of the portal responds, not a route. The rate limit counts it as a page.
 * - `protocol`: the responses have the shapes of another protocol, error responses too; `protocol` says which.
 * - `probe`: a plain endpoint that the rate limit does not count.
 */
type Kind = "stream" | "page" | "protocol" | "probe";

/** What an example sends. */
export interface Example {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number>>;
  body?: object;
}

/** One operation of the API, said once: validation, permission, wire texts, OpenAPI and client all come from it. */
export interface Endpoint {
  operationId: string;
  method: Method;
  /** Absent: `bind` sends one response, as JSON or as `text`. */
  kind?: Kind;
  /** With parameters in braces: `/api/agents/{did}`. */
  path: `/${string}`;
  summary: string;
  description?: string;
  tag: string;
  /** What the caller must be allowed. Absent: a public read that needs no credentials. */
  permission?: PermissionName;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Request headers by their lower-case names. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** A call as someone might send it; one that only reads finds something in the demo federation where it can. */
  example?: Example;
  /** Success bodies by status. */
  responses: { readonly [status: number]: z.ZodType };
  /** The media type of successes that are text; absent: JSON. */
  text?: string;
  /** What such a text holds, where it is JSON. */
  document?: z.ZodType;
  /** Further media types of the successes, each as text. */
  alternates?: readonly string[];
  /** Of an endpoint of the kind `protocol`. */
  protocol?: Protocol;
  /** How long caches may keep a success, which then carries an ETag; absent: not at all. */
  maxAgeSeconds?: number;
  /**
   * What a success is made from, so the edge may keep it: tables, until one of them changes; or only the build and the
   * settings. Absent: never kept. Such a read needs no permission and reads no header.
   */
  cache?: "build" | { tags: readonly CacheTag[] };
  /** What a success is called in the description, by status. */
  meanings?: { readonly [status: number]: string };
  /** The refusals beyond those every endpoint of its kind has, or with a text of their own. */
  errors?: { readonly [kind in ErrorKind]?: WireError };
}

/** The media type of a page's twin. */
export const MARKDOWN = "text/markdown; charset=utf-8";

/** What an endpoint's own declaration says, beside its method, path and tag. */
type Declaration = Omit<Endpoint, "method" | "path" | "tag">;
type FeedDeclaration = Omit<Declaration, "text" | "document" | "responses">;
type TwinDeclaration = Pick<Declaration, "operationId" | "summary" | "params" | "query" | "example">;

/** Declares the endpoints of one tag. Each keeps the exact types of its schemas. */
export function endpointsOf<const Tag extends string>(tag: Tag) {
  return {
    get: <const P extends Endpoint["path"], const D extends Declaration>(path: P, declaration: D) =>
      ({ ...declaration, method: "GET", path, tag }) as const,
    post: <const P extends Endpoint["path"], const D extends Declaration>(path: P, declaration: D) =>
      ({ ...declaration, method: "POST", path, tag }) as const,
    patch: <const P extends Endpoint["path"], const D extends Declaration>(path: P, declaration: D) =>
      ({ ...declaration, method: "PATCH", path, tag }) as const,
    delete: <const P extends Endpoint["path"], const D extends Declaration>(path: P, declaration: D) =>
      ({ ...declaration, method: "DELETE", path, tag }) as const,
    /** A feed as Atom (RFC 4287). */
    atom: <const P extends `/${string}.atom`, const D extends FeedDeclaration>(path: P, declaration: D) =>
      ({ ...declaration, method: "GET", path, tag, text: ATOM, responses: { 200: z.string() } }) as const,
    /** The same as JSON Feed 1.1. */
    jsonFeed: <const P extends `/${string}.json`, const D extends FeedDeclaration>(path: P, declaration: D) =>
      ({
        ...declaration,
        method: "GET",
        path,
        tag,
        text: JSON_FEED,
        document: JsonFeed,
        responses: { 200: z.string() },
      }) as const,
    /** A page's twin. What the page takes of its address, the twin takes too. @param path the page's and `.md`, by the convention of llmstxt.org */
    markdown: <const P extends `/${string}.md`, const D extends TwinDeclaration>(path: P, declaration: D) =>
      ({
        ...declaration,
        method: "GET",
        path,
        tag,
        kind: "page",
        text: MARKDOWN,
        responses: { 200: z.string() },
        errors: { notFound: DEFAULT_ERRORS.notFound, unavailable: DEFAULT_ERRORS.unavailable },
      }) as const,
  };
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Field<E, K extends string> = K extends keyof E ? E[K] : undefined;

/** What a verb receives: everything parsed. */
export interface InputOf<E extends Endpoint> {
  params: Output<Field<E, "params">>;
  query: Output<Field<E, "query">>;
  headers: Output<Field<E, "headers">>;
  body: Output<Field<E, "body">>;
}

/** What a binding may answer: one of the declared statuses with its body. */
export type ReplyOf<E extends Endpoint> = {
  [S in keyof E["responses"]]: { status: S; body: z.input<E["responses"][S]> };
}[keyof E["responses"]];

/** The body a client gets back. */
export type SuccessOf<E extends Endpoint> = z.output<E["responses"][keyof E["responses"]]>;

/** The media type of an endpoint's successes. */
export function mediaTypeOf({ text, kind }: Endpoint): string {
  return kind === "stream" ? "text/event-stream" : (text ?? "application/json");
}

/** Every refusal an endpoint can answer with its wire text: declared ones first, then those of its kind. */
export function errorsOf(endpoint: Endpoint): ReadonlyMap<ErrorKind, WireError> {
  const kinds: ErrorKind[] = ["malformedRequest", "internal", "overloaded"];
  if (endpoint.kind !== "probe") kinds.push("rateLimited");
  // A page says by itself that the database does not answer.
  if (endpoint.kind !== "probe" && endpoint.kind !== "page") kinds.push("database");
  if (endpoint.permission) kinds.push("unauthenticated");
  for (const state of ["suspended", "withdrawn"] as const) {
    if (endpoint.permission && refusesWhile(state, endpoint.permission)) kinds.push(state);
  }
  if (endpoint.permission && endpoint.method !== "GET" && stores(endpoint.permission)) kinds.push("clockOff");
  if (endpoint.query || endpoint.body) kinds.push("invalid");
  if (endpoint.body) kinds.push("bodyTooLarge", "unsupportedMediaType");
  const table = new Map<ErrorKind, WireError>(kinds.map((kind) => [kind, DEFAULT_ERRORS[kind]]));
  for (const [kind, wire] of Object.entries(endpoint.errors ?? {})) table.set(kind as ErrorKind, wire);
  return table;
}

/** The wire text of one refusal at one endpoint. */
export function wireError(endpoint: Endpoint, kind: ErrorKind): WireError {
  return errorsOf(endpoint).get(kind) ?? DEFAULT_ERRORS[kind];
}
