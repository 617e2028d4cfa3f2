import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RequestScope } from "@/lib/context";
import { BytesResponse, cookiesOf, headersOf } from "@/lib/http/bytes-response";
import { metrics } from "@/lib/metrics";
import { type Cacheable, cacheKey, isForEveryone, type SharedView, sharedView } from "./cache-key";
import { CacheStore, Changes, type Kept, type Lifetime, type Stamp } from "./cache-store";
import { compressText, type Encoding } from "./encoded";
import { type HostSettings, isConfiguredHost, isGuessedAddress, ownAddress } from "./hosts";
import type { Route } from "./routes";
import { whenThere } from "./when-there";

const MAX_BYTES = 67_108_864;
/** Where hosts are configured, responses for other addresses share so much. */
const OTHER_BYTES = 8_388_608;
/** Says that a part of the service failed, as a key; in a string its quotation marks would be escaped. */
const PARTIAL = /"(?:db_error|degraded)":/;
const NO_STORE = /\bno-store\b/;

export interface CacheOptions {
  /** By the templates of their paths. */
  declared: ReadonlyMap<string, Cacheable>;
  hosts: HostSettings;
  /** Whether changes of tables are heard, which are told to `changes`. */
  hearsChanges: () => boolean | Promise<boolean>;
}

/** A request, and where it leads. */
export interface Asked {
  request: IncomingMessage;
  /** Null where no declared path is asked for. */
  route: Route | null;
  scope: RequestScope;
  /** As `settleOrigin` left it. */
  host: string;
}

/** What is sent: a response that was made for this request, or one that may be everyone's. */
export type Answer = { outcome: "bypass"; made: Response } | Shared;
export interface Shared {
  outcome: "hit" | "miss";
  kept: Kept;
  /** The body in an encoding. */
  encode: (encoding: Encoding) => Uint8Array | Promise<Uint8Array>;
}

/**
 * Makes a response; null where it cannot be made now.
 * @param view all that a response may depend on that others get, too; null where only this caller gets it
 */
export type Make = (view: SharedView | null) => Promise<Response | null>;

/** A computation under way. */
interface Flight {
  stamp: Stamp;
  kept: Promise<Kept | null>;
}

/** Keeps the responses of endpoints and pages that declare `cache`; docs/decisions/cache.md has its rules. */
export class ResponseCache {
  private readonly options: CacheOptions;
  /** Must be told of changes. */
  readonly changes = new Changes();
  private readonly configured: CacheStore;
  private readonly others: CacheStore;
  private readonly flights = new Map<string, Flight>();

  constructor(options: CacheOptions) {
    this.options = options;
    const { PUBLIC_URL, ALLOWED_HOSTS } = options.hosts;
    const isConfigured = PUBLIC_URL !== undefined || ALLOWED_HOSTS.length > 0;
    this.configured = new CacheStore(isConfigured ? MAX_BYTES - OTHER_BYTES : 1, this.changes);
    this.others = new CacheStore(isConfigured ? OTHER_BYTES : MAX_BYTES, this.changes);
  }

  /**
   * Finds a request's response, or has it made.
   * @returns null where `make` did; at once where the response is kept
   */
  respond(asked: Asked, make: Make): Answer | null | Promise<Answer | null> {
    const { declared, hosts, hearsChanges } = this.options;
    const { request, route, host } = asked;
    const found = route === null ? undefined : declared.get(route.template);
    const bypass = async (): Promise<Answer | null> => {
      const made = await make(null);
      return made && { outcome: "bypass", made };
    };
    if (route === null || found === undefined) return bypass();
    if (!isForEveryone(request) || isGuessedAddress(host, hosts)) return bypass();
    const lifetime: Lifetime = found.cache === "build" ? "build" : found.cache.tags;
    const isConfigured = hosts.PUBLIC_URL !== undefined || isConfiguredHost(host, hosts);
    const store = isConfigured ? this.configured : this.others;
    const address = ownAddress({ get: (name) => headerOf(request, name) }, hosts);
    const view = sharedView(found, request, address);
    const key = cacheKey(route, view);
    const shared = (outcome: Shared["outcome"], kept: Kept): Shared => {
      metrics().cacheRequests.inc({ outcome });
      return { outcome, kept, encode: (encoding) => this.encode(store, key, kept, encoding) };
    };
    const joinOrMake = async (): Promise<Answer | null> => {
      const joined = await this.join(key, lifetime);
      if (joined) return shared("hit", joined);
      const made = await this.make(key, store, lifetime, asked.scope, () => make(view));
      if (made !== null && !(made instanceof Response)) return shared("miss", made);
      metrics().cacheRequests.inc({ outcome: "miss" });
      return made && { outcome: "bypass", made };
    };
    return whenThere<boolean, Answer | null>(lifetime === "build" || hearsChanges(), (isHeard) => {
      if (!isHeard) {
        metrics().cacheRequests.inc({ outcome: "bypass" });
        return bypass();
      }
      const stored = store.get(key);
      return stored ? shared("hit", stored) : joinOrMake();
    });
  }

  /** Waits for what is being computed for another request, where nothing has changed since that began. */
  private async join(key: string, lifetime: Lifetime): Promise<Kept | null> {
    const flight = this.flights.get(key);
    return flight?.stamp === this.changes.stamp(lifetime) ? flight.kept : null;
  }

  private async make(
    key: string,
    store: CacheStore,
    lifetime: Lifetime,
    scope: RequestScope,
    make: () => Promise<Response | null>,
  ): Promise<Kept | Response | null> {
    const stamp = this.changes.stamp(lifetime);
    const making = make();
    const kept = making.then((made) => (scope.isPartial || scope.isUnannounced ? null : keptOf(made, lifetime)));
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

  private encode(store: CacheStore, key: string, kept: Kept, encoding: Encoding): Uint8Array | Promise<Uint8Array> {
    const compress = async () => {
      const body = await compressText(encoding, kept.bodies.identity);
      store.add(key, kept, encoding, body);
      return body;
    };
    return kept.bodies[encoding] ?? compress();
  }
}

function headerOf({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" ? value : null;
}

/** A response as everyone may have it; null where it must not be kept. */
function keptOf(made: Response | null, lifetime: Lifetime): Kept | null {
  if (made?.status !== 200 || !(made instanceof BytesResponse) || cookiesOf(made).length > 0) return null;
  const { content } = made;
  const identity = typeof content === "string" ? Buffer.from(content) : content;
  // What is made from the build alone never lacks a part, and may speak of those that do.
  if (lifetime !== "build" && PARTIAL.test(new TextDecoder().decode(identity))) return null;
  const etag = createHash("sha256").update(identity).digest("base64url");
  const headers = headersOf(made);
  // It may be kept elsewhere as long as each use is asked for here.
  if (NO_STORE.test(headers["cache-control"] ?? "")) headers["cache-control"] = "no-cache";
  delete headers["etag"];
  return { headers, etag, bodies: { identity } };
}
