import { z } from "zod";
import type { ErrorKind } from "@/lib/foundation/errors";
import { ownEntries } from "@/lib/foundation/own-values";
import { isForbiddenWhile, isWrite, type PermissionName } from "@/lib/identity/permissions";
import type { CacheTag } from "./cache-tags";
import { DEFAULT_ERRORS, type WireError } from "./errors";
import { ATOM, JSON_FEED, JsonFeed } from "./feed-schema";
import type { Protocol } from "./protocol";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * The kind of an endpoint, if it is not a plain one.
 * - `stream`: endless Server-Sent Events, bound by `bindStream`. The response schema describes one event's data.
 * - `page`: served by a page of the portal, not by a route. The rate limit counts it as a page.
 * - `protocol`: all responses, including errors, have the form of another protocol, which `protocol` names.
 * - `probe`: a plain endpoint that the rate limit does not count.
 */
type Kind = "stream" | "page" | "protocol" | "probe";

export interface Example {
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, string | number>>;
  headers?: Readonly<Record<string, string>>;
  body?: object;
  /** Whether it needs a token although the endpoint also accepts requests without one. */
  token?: true;
}

/** Declares an API operation. Validation, permission, error texts, OpenAPI and the client are all derived from it. */
export interface Endpoint {
  operationId: string;
  method: Method;
  /** Default: a plain endpoint, with one response of JSON or of text (see `mediaType`). */
  kind?: Kind;
  /** With parameters in braces: `/api/agents/{did}`. */
  path: `/${string}`;
  summary: string;
  description?: string;
  tag: string;
  /** The required permission. Default: a public read without credentials. */
  permission?: PermissionName;
  /** Accepts requests with or without a token, and says who needs one. An invalid token is an error. */
  optionalToken?: string;
  params?: z.ZodObject;
  /** The last parameter, if it takes the rest of the path with its slashes. */
  rest?: string;
  query?: z.ZodObject;
  /** Request headers by their lower-case names. */
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** The media type of a body that is text. The schema then gets the text. Default: JSON. */
  bodyType?: string;
  /** A realistic request. If possible, an example of a read finds a record of the demo federation. */
  example?: Example;
  /** Success bodies by status. */
  responses: { readonly [status: number]: z.ZodType };
  /**
   * The media type of successes. If set, the verb returns the body as text, or as bytes if it is one of those of `isBinary`.
   * Default: JSON from the response schema.
   */
  mediaType?: string;
  /** Other media types of single statuses, for texts. */
  mediaTypes?: { readonly [status: number]: string };
  /** Describes the text's content if it is JSON. Only for the documentation: responses are not checked. */
  textSchema?: z.ZodType;
  /** Other media types that a success may have, all as text. */
  alternates?: readonly string[];
  /** Only for the kind `protocol`. */
  protocol?: Protocol;
  /** How long clients and proxies may cache a success, which then has an ETag. Default: `no-store`. */
  maxAgeSeconds?: number;
  /**
   * Whether a success never changes. Clients and proxies may then cache it for a year, and the rate limit does not count
   * a request for a whole one, an address without `.p/`.
   */
  isImmutable?: true;
  /**
   * Allows the edge to cache a success. With `tags`, until one of these tables changes. With `build`, until the next
   * start. Default: never cached. A cached read must need no permission and read no header.
   */
  cache?: "build" | { tags: readonly CacheTag[] };
  /**
   * The turn that the edge gives a request. Default: `read` for a read, none for a change. `large`: the response has a
   * megabyte, or counts all agents. `none`: it waits for no turn, or takes one when its content is known.
   */
  turn?: "large" | "none";
  /** Descriptions of the successes, by status. */
  descriptions?: { readonly [status: number]: string };
  /** Additional errors, and own texts for errors that every endpoint of its kind has. See `errorsOf`. */
  errors?: { readonly [kind in ErrorKind]?: WireError };
}

/** The media types of a success with bytes. */
export const BYTES = "application/octet-stream";
export const ZIP = "application/zip";

/** Returns whether a success has bytes instead of text. */
export const isBinary = ({ mediaType }: Pick<Endpoint, "mediaType">): boolean =>
  mediaType === BYTES || mediaType === ZIP;

/** The media type of the markdown version of a page. */
export const MARKDOWN = "text/markdown; charset=utf-8";

/** The declaration of an endpoint without its method, path and tag. */
type Declaration = Omit<Endpoint, "method" | "path" | "tag">;
type FeedDeclaration = Omit<Declaration, "mediaType" | "textSchema" | "responses">;
type MarkdownPageDeclaration = Pick<Declaration, "operationId" | "summary" | "params" | "query" | "example">;

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
    atom: <const P extends `/${string}.atom`, const D extends FeedDeclaration>(path: P, declaration: D) =>
      ({ ...declaration, method: "GET", path, tag, mediaType: ATOM, responses: { 200: z.string() } }) as const,
    jsonFeed: <const P extends `/${string}.json`, const D extends FeedDeclaration>(path: P, declaration: D) =>
      ({
        ...declaration,
        method: "GET",
        path,
        tag,
        mediaType: JSON_FEED,
        textSchema: JsonFeed,
        responses: { 200: z.string() },
      }) as const,
    /**
     * Declares the markdown version of a page, with the same parameters.
     * @param path the page's path with `.md`, by the convention of llmstxt.org
     */
    markdown: <const P extends `/${string}.md`, const D extends MarkdownPageDeclaration>(path: P, declaration: D) =>
      ({
        ...declaration,
        method: "GET",
        path,
        tag,
        kind: "page",
        mediaType: MARKDOWN,
        responses: { 200: z.string() },
        errors: { notFound: DEFAULT_ERRORS.notFound, unavailable: DEFAULT_ERRORS.unavailable },
      }) as const,
  };
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;
type Field<E, K extends string> = K extends keyof E ? E[K] : undefined;

/** The parsed input of a verb. */
export interface InputOf<E extends Endpoint> {
  params: Output<Field<E, "params">>;
  query: Output<Field<E, "query">>;
  headers: Output<Field<E, "headers">>;
  body: Output<Field<E, "body">>;
}

/** The possible results of a verb: a declared status with its body. */
export type ReplyOf<E extends Endpoint> = {
  [S in keyof E["responses"]]: { status: S; body: z.input<E["responses"][S]> };
}[keyof E["responses"]];

/** The body of a success, as a client parses it. */
export type SuccessOf<E extends Endpoint> = z.output<E["responses"][keyof E["responses"]]>;

const YEAR_SECONDS = 31_536_000;

/** Returns the `Cache-Control` header of successes that clients may cache, which then have an ETag; else undefined. */
export function cacheControlOf({ maxAgeSeconds, isImmutable }: Endpoint): string | undefined {
  if (isImmutable) return `public, max-age=${YEAR_SECONDS}, immutable`;
  return maxAgeSeconds === undefined ? undefined : `public, max-age=${maxAgeSeconds}`;
}

export function mediaTypeOf(endpoint: Pick<Endpoint, "mediaType" | "mediaTypes" | "kind">, status = 0): string {
  const { mediaType = "application/json", mediaTypes = {}, kind } = endpoint;
  return kind === "stream" ? "text/event-stream" : (mediaTypes[status] ?? mediaType);
}

/** Returns the errors of an endpoint with their wire texts. A declared text replaces the default one. */
export function errorsOf(endpoint: Endpoint): ReadonlyMap<ErrorKind, WireError> {
  const kinds: ErrorKind[] = ["malformedRequest", "internal", "overloaded"];
  if (endpoint.kind !== "probe") kinds.push("rateLimited");
  // A page reports a database that is down in its content, with its own status.
  if (endpoint.kind !== "probe" && endpoint.kind !== "page") kinds.push("database");
  if (endpoint.permission || endpoint.optionalToken) kinds.push("unauthenticated");
  for (const state of ["suspended", "withdrawn"] as const) {
    if (endpoint.permission && isForbiddenWhile(state, endpoint.permission)) kinds.push(state);
  }
  if (endpoint.permission && endpoint.method !== "GET" && isWrite(endpoint.permission)) kinds.push("clockSkew");
  if (endpoint.query || endpoint.body) kinds.push("invalid");
  if (endpoint.body) kinds.push("bodyTooLarge", "unsupportedMediaType");
  const table = new Map<ErrorKind, WireError>(kinds.map((kind) => [kind, DEFAULT_ERRORS[kind]]));
  for (const [kind, wire] of ownEntries(endpoint.errors ?? {})) if (wire) table.set(kind, wire);
  return table;
}

export function wireError(endpoint: Endpoint, kind: ErrorKind): WireError {
  return errorsOf(endpoint).get(kind) ?? DEFAULT_ERRORS[kind];
}
