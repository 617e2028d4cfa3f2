import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestScope } from "@/lib/authority/context";
import { type HostSettings, hasOwnCopy, ownAddress, sharedHostFor } from "@/lib/foundation/hosts";
import { metrics } from "@/lib/foundation/metrics";
import { ownValue } from "@/lib/foundation/own-values";
import { BytesResponse, cookiesOf, headersOf } from "@/lib/http/bytes-response";
import { type Cacheable, cacheKey, isRead, type SharedView, sharedView } from "./cache-key";
import { type CachedResponse, CacheStore, type ChangeStamp, type Lifetime, TableChanges } from "./cache-store";
import { type ContentEncoding, compressText } from "./content-encoding";
import { mediaTypeHeaders, varying } from "./headers";
import { mapMaybePromise } from "./map-maybe-promise";
import { isOwnRequest } from "./own-request";
import type { Route } from "./routes";
import { namesSharedHost, responseFor } from "./shared-host";

const MAX_BYTES = 67_108_864;
/** Pages for hosts that callers can invent share this much. */
const OTHER_BYTES = 8_388_608;
/** A JSON key that reports a failed part of the service. Inside a string its quotation marks would be escaped. */
const PARTIAL = /"(?:db_error|degraded)":/;
const NO_STORE = /\bno-store\b/;

export interface CacheOptions {
  /** By path template. */
  declared: ReadonlyMap<string, Cacheable>;
  hosts: HostSettings;
  /** Whether all changes of tables are known. They are passed to `changes`. */
  isCaughtUp: () => boolean | Promise<boolean>;
}

/** A request and its route. */
export interface CacheRequest {
  request: IncomingMessage;
  /** Null if the path is not declared. */
  route: Route | null;
  scope: RequestScope;
  /** Set by `resolveOrigin`. */
  host: string;
}

/** The response to send: one for this request only, or a shared one. */
export type CacheResult = { outcome: "bypass"; made: Response } | SharedResponse;
export interface SharedResponse {
  outcome: "hit" | "miss";
  kept: CachedResponse;
  /** The host to write in place of the shared one; undefined if the response does not contain that. */
  host: string | undefined;
  /** The body in an encoding. */
  encode: (encoding: ContentEncoding) => Uint8Array | Promise<Uint8Array>;
}

/**
 * Computes a response, or returns null if it cannot be computed now.
 * @param view all inputs of a response that is shared; null if only this caller gets it
 */
export type MakeResponse = (view: SharedView | null) => Promise<Response | null>;
/** Does work in a turn. Returns null if it could not. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T | null>;

/** A running computation. */
interface Flight {
  stamp: ChangeStamp;
  kept: Promise<CachedResponse | null>;
}

/** Caches the responses of endpoints and pages that declare `cache`. docs/decisions/reads.md has the rules. */
export class ResponseCache {
  private readonly options: CacheOptions;
  /** Must be told of changes. */
  readonly changes = new TableChanges();
  private readonly own: CacheStore;
  private readonly others: CacheStore;
  private readonly flights = new Map<string, Flight>();

  constructor(options: CacheOptions) {
    this.options = options;
    this.own = new CacheStore(MAX_BYTES - OTHER_BYTES, this.changes);
    this.others = new CacheStore(OTHER_BYTES, this.changes);
  }

  /**
   * Returns a request's response from the cache, or computes it.
   * @returns null if `make` returned null; synchronously if the response is cached
   */
  respond(asked: CacheRequest, make: MakeResponse, inTurn: InTurn): CacheResult | null | Promise<CacheResult | null> {
    const { declared, hosts, isCaughtUp } = this.options;
    const { request, route, host } = asked;
    const found = route === null ? undefined : declared.get(route.template);
    const bypass = async (): Promise<CacheResult | null> => {
      const made = await inTurn(() => make(null));
      return made && { outcome: "bypass", made };
    };
    if (route === null || found === undefined) return bypass();
    // A check of this process by itself must compute the response.
    if (!isRead(request) || isOwnRequest(request)) return bypass();
    const lifetime: Lifetime = found.cache === "build" ? "build" : found.cache.tags;
    const address = new URL(ownAddress({ get: (name) => headerOf(request, name) }, hosts));
    // Not the requested host, if that is not allowed.
    const isOwn = hosts.PUBLIC_URL !== undefined || address.host !== host || hasOwnCopy(host, hosts, request.socket);
    const isFilled = !isOwn && found.isForAnyHost;
    const store = isOwn || isFilled ? this.own : this.others;
    const filledHost = isFilled ? host : undefined;
    const view = sharedView(found, request, isFilled ? `${address.protocol}//${sharedHostFor(host)}` : address.origin);
    const key = cacheKey(route, view);
    const shared = (outcome: SharedResponse["outcome"], kept: CachedResponse): SharedResponse => {
      metrics().cacheRequests.inc({ outcome });
      return {
        outcome,
        kept,
        host: kept.namesSharedHost ? filledHost : undefined,
        encode: (encoding) => this.encode(store, key, kept, encoding),
      };
    };
    const join = async (): Promise<CacheResult | null> => {
      const kept = store.get(key) ?? (await this.join(key, lifetime));
      return kept && shared("hit", kept);
    };
    const joinOrMake = async (): Promise<CacheResult | null> => {
      const joined = await join();
      if (joined) return joined;
      const made = await this.make(key, store, lifetime, asked.scope, () => make(view));
      if (made !== null && !(made instanceof Response)) return shared("miss", made);
      metrics().cacheRequests.inc({ outcome: "miss" });
      return made && { outcome: "bypass", made: filledHost === undefined ? made : responseFor(filledHost, made) };
    };
    return mapMaybePromise<boolean, CacheResult | null>(lifetime === "build" || isCaughtUp(), (isHeard) => {
      if (!isHeard) {
        metrics().cacheRequests.inc({ outcome: "bypass" });
        return bypass();
      }
      const stored = store.get(key);
      if (stored) return shared("hit", stored);
      // Another request may have made it while this one waited. A computation waits for no other caller's turn.
      return join().then((joined) => joined ?? inTurn(joinOrMake));
    });
  }

  /** Waits for a running computation of another request, if nothing has changed since it began. */
  private async join(key: string, lifetime: Lifetime): Promise<CachedResponse | null> {
    const flight = this.flights.get(key);
    return flight?.stamp === this.changes.stamp(lifetime) ? flight.kept : null;
  }

  private async make(
    key: string,
    store: CacheStore,
    lifetime: Lifetime,
    scope: RequestScope,
    make: () => Promise<Response | null>,
  ): Promise<CachedResponse | Response | null> {
    const stamp = this.changes.stamp(lifetime);
    const making = make();
    const kept = making.then((made) =>
      scope.isPartial || scope.isUnannounced ? null : cachedResponseOf(made, lifetime),
    );
    const flight = { stamp, kept: kept.catch(() => null) };
    this.flights.set(key, flight);
    try {
      const result = await kept;
      if (result === null) return await making;
      if (stamp === this.changes.stamp(lifetime)) store.set(key, result, scope.isFinal ? "final" : lifetime);
      return result;
    } finally {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    }
  }

  private encode(
    store: CacheStore,
    key: string,
    kept: CachedResponse,
    encoding: ContentEncoding,
  ): Uint8Array | Promise<Uint8Array> {
    const compress = async () => {
      const body = await compressText(encoding, kept.bodies.identity, "kept");
      store.add(key, kept, encoding, body);
      return body;
    };
    return kept.bodies[encoding] ?? compress();
  }
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = ownValue(headers, name);
  return typeof value === "string" ? value : null;
}

/** Returns a response in its shared form, or null if it must not be cached. */
function cachedResponseOf(made: Response | null, lifetime: Lifetime): CachedResponse | null {
  if (made?.status !== 200 || !(made instanceof BytesResponse) || cookiesOf(made).length > 0) return null;
  const { content } = made;
  const identity = typeof content === "string" ? Buffer.from(content) : content;
  // A response made only from the build is always complete, although its text may mention failed parts.
  if (lifetime !== "build" && PARTIAL.test(typeof content === "string" ? content : new TextDecoder().decode(content)))
    return null;
  const etag = createHash("sha256").update(identity).digest("base64url");
  const headers = headersOf(made);
  // Other caches may keep it, but must revalidate each use.
  if (NO_STORE.test(headers["cache-control"] ?? "")) headers["cache-control"] = "no-cache";
  delete headers["etag"];
  Object.assign(headers, mediaTypeHeaders(headers["content-type"] ?? ""), varying(headers["vary"]));
  return { headers, etag, namesSharedHost: namesSharedHost(identity, headers), bodies: { identity } };
}
