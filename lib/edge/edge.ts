import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { BlockList } from "node:net";
import type { FormLimit, LetterLimit, RequestScope } from "@/lib/authority/context";
import { FOREIGN_HOST, isAllowedHost } from "@/lib/foundation/hosts";
import type { Logger } from "@/lib/foundation/log";
import { metrics } from "@/lib/foundation/metrics";
import { reasonOf } from "@/lib/foundation/reason";
import { withinSpan } from "@/lib/foundation/tracing/spans";
import { addressBucket, networkBucket, type RequestOrigin, resolveOrigin } from "./address";
import { callRoute } from "./call-route";
import { isUncounted, type Traffic } from "./classify";
import type { Dispatch, MatchedRoute } from "./dispatch";
import { type AdmittedRequest, type Exchange, rejectRateLimited, rejectUnread, TOO_MANY_BYTES } from "./exchange";
import { FairQueue } from "./fair-queue";
import { FOREIGN_FORM, longFormBytes, ownPageHost, pageMethods } from "./forms";
import { framingFault } from "./framing";
import { allowanceHeaders, baseHeaders, joinHeaders, PREFLIGHT_HEADERS, SECURE_HEADERS } from "./headers";
import type { Allowance, Limiter } from "./limiter";
import { mapMaybePromise } from "./map-maybe-promise";
import { observe } from "./observe";
import { isOwnRequest } from "./own-request";
import { type PageOptions, Pages } from "./pages";
import { asksForData } from "./shared-request";
import { ANY_METHOD, readTarget } from "./target";
import { TooManyWrongSecrets } from "./token-budget";
import type { TurnKind } from "./turns";

export interface EdgeOptions extends PageOptions {
  classify: (path: string) => Traffic;
  /** Finds the API's route handlers. In development, Next calls them instead. */
  dispatch: Dispatch;
  /** Returns the kind of turn for an operation; null if it waits for none. */
  turnOf: (method: string, template: string) => TurnKind | null;
  limiters: Readonly<Record<"api" | "pages" | "networkReports" | FormLimit | LetterLimit, Limiter>>;
  proxies: BlockList | null;
  isDraining: () => boolean;
  log: Logger;
}

const MALFORMED_TARGET =
  "The path or the `Host` header is malformed. Percent-encode the path, and send one host name, with a port if needed.";
const NO_SUCH_PATH = "Path not found. See /openapi.json for all paths.";

/**
 * Receives every request: resolves its address, counts it against a rate limit, checks it, and passes it to a route of
 * the API or to Next. It does not authorize, because every verb checks its caller. Its parts are in `lib/edge/`.
 */
export class Edge {
  private readonly options: EdgeOptions;
  private readonly pages: Pages;
  private readonly queue = new FairQueue();
  private readonly stylesheets: string[];
  private hasWarnedOfProxy = false;

  constructor(options: EdgeOptions) {
    this.options = options;
    this.pages = new Pages(options);
    this.stylesheets = [...options.files.keys()].filter((path) => path.endsWith(".css"));
  }

  /** Responds to a request, after a short wait if its address has used its share of the event loop. */
  serve(request: IncomingMessage, response: ServerResponse, expectsContinue = false): void {
    const origin = resolveOrigin(request, this.options.proxies);
    const scope: RequestScope = { requestId: randomUUID(), address: origin.address, event: {} };
    this.options.guards.connections.watch(request, response);
    observe(request, response, scope, this.options.log);
    const ipBucket = addressBucket(origin.address);
    this.queue.take(ipBucket, () => {
      const responseHeaders = baseHeaders(scope.requestId);
      const { maxBodyBytes } = this.options;
      const exchange: Exchange = { request, response, scope, responseHeaders, maxBodyBytes, protocol: undefined };
      const startedAt = performance.now();
      this.respond(exchange, origin, ipBucket, expectsContinue);
      // A cached response or a refusal, which took no turn.
      const { meter } = this.options.guards;
      if (response.writableEnded) meter.charge(meter.account(ipBucket), performance.now() - startedAt);
    });
  }

  /** Responds to a request. Never throws: an unexpected error becomes an error response. */
  private respond(exchange: Exchange, origin: RequestOrigin, ipBucket: string, expectsContinue: boolean): void {
    const { response, scope } = exchange;
    if (response.destroyed) return;
    const fail = (error: unknown) => {
      scope.event["error"] = error instanceof Error ? error.stack : reasonOf(error);
      if (response.headersSent) response.destroy();
      else rejectUnread(exchange, "internal", "");
    };
    try {
      const responding = withinSpan(scope.span, () => this.admit(exchange, origin, ipBucket, expectsContinue));
      if (responding instanceof Promise) responding.catch(fail);
    } catch (error) {
      fail(error);
    }
  }

  /** Reads the request line and counts the request. Passes it on if it is within its limit. */
  private admit(
    exchange: Exchange,
    origin: RequestOrigin,
    ipBucket: string,
    expectsContinue: boolean,
  ): void | Promise<void> {
    const { options } = this;
    const { request, scope, responseHeaders } = exchange;
    const target = readTarget(request);
    exchange.protocol = options.dispatch.protocols.of(target ?? request.url ?? "");
    if (origin.hasUntrustedForwarding) this.warnOfUntrustedProxy(origin.address);
    if (options.isDraining()) responseHeaders["connection"] = "close";
    if (origin.protocol === "https" || options.hosts.PUBLIC_URL?.startsWith("https:")) {
      Object.assign(responseHeaders, SECURE_HEADERS);
    }
    const fault = framingFault(request);
    // Node's parser stops after an upgrade, so what follows on the connection would get no response.
    if (fault !== null || request.headers.upgrade !== undefined) responseHeaders["connection"] = "close";
    if (target === null || origin.host === null || fault !== null) {
      return mapMaybePromise(options.limiters.api.take(ipBucket), (allowance) => {
        Object.assign(responseHeaders, allowanceHeaders(allowance));
        rejectUnread(exchange, "malformedRequest", fault ?? MALFORMED_TARGET);
      });
    }
    request.url = target;
    scope.path = target;
    scope.network = networkBucket(ipBucket) ?? ipBucket;
    scope.attempt = async (limit) => this.attempt(limit, ipBucket);
    scope.countLetter = async (limit, mailbox) => (await options.limiters[limit].take(mailbox)).allowed;
    scope.signIn = (token, lookUp) => options.guards.signIns.lookUp(ipBucket, `Bearer ${token}`, lookUp);

    const path = target.split(/[?#]/, 1)[0] ?? "";
    const traffic = options.classify(path);
    if (traffic === "page" && isBrowser(request)) exchange.stylesheets = this.stylesheets;
    // A preflight and a check of this process are not counted, like a file.
    const counted = request.method === "OPTIONS" || isOwnRequest(request) ? "file" : traffic;
    return mapMaybePromise(this.countRequest(exchange, ipBucket, counted), (bucket) => {
      if (bucket === null) return;
      if (!isUncounted(counted)) scope.isCounted = true;
      const account = options.guards.meter.account(bucket);
      return this.handle(exchange, { traffic, path, origin, account }, expectsContinue);
    });
  }

  /** Checks a counted request, and passes it to its route or to Next. */
  private handle(exchange: Exchange, admitted: AdmittedRequest, expectsContinue: boolean): void | Promise<void> {
    const { options } = this;
    const { request, response, responseHeaders } = exchange;
    const { traffic, path, origin } = admitted;
    if (request.method === "OPTIONS") {
      response.writeHead(204, joinHeaders(responseHeaders, PREFLIGHT_HEADERS)).end();
      return;
    }
    const isRoute = traffic === "api" || traffic === "probe" || traffic === "immutable";
    const route = isRoute ? options.dispatch.find(path) : null;
    // Checked before the cache, because with PUBLIC_URL a cached response is sent for any host.
    if (exchange.protocol?.ownHostsOnly && !isAllowedHost(origin.host ?? "", options.hosts)) {
      return rejectUnread(exchange, "forbidden", FOREIGN_HOST);
    }
    // Next would respond with its own page, not with the protocol's error.
    if (route === null && exchange.protocol) return rejectUnread(exchange, "notFound", NO_SUCH_PATH);
    if (!this.admitMethod(exchange, path, traffic, route)) return;
    exchange.maxBodyBytes = longFormBytes(path, request.method) ?? exchange.maxBodyBytes;
    if (Number(request.headers["content-length"] ?? 0) > exchange.maxBodyBytes) {
      return rejectUnread(exchange, "bodyTooLarge", `The body must have at most ${exchange.maxBodyBytes} bytes.`);
    }
    if (traffic === "missing") return rejectUnread(exchange, "notFound", "No such file.");
    if (options.guards.connections.isFull(request)) return rejectUnread(exchange, "overloaded", TOO_MANY_BYTES);
    if (traffic === "page" && request.method === "POST" && !this.admitForm(exchange, origin)) return;
    if (expectsContinue) response.writeContinue();
    if (route === null || options.dev) return this.pages.respond(exchange, admitted);
    return callRoute(exchange, admitted, route, options);
  }

  /** Counts an attempt at a form, of an address and, if a day is the limit, also of its /48. */
  private async attempt(limit: FormLimit, ipBucket: string): Promise<Allowance> {
    const { limiters } = this.options;
    const own = await limiters[limit].take(ipBucket);
    const network = limit === "reports" && own.allowed ? networkBucket(ipBucket) : null;
    return network === null ? own : limiters.networkReports.take(network);
  }

  /** Counts a request from an untrusted proxy, and warns once: all clients of the proxy share its rate limit. */
  private warnOfUntrustedProxy(address: string): void {
    metrics().untrustedForwarding.inc();
    if (this.hasWarnedOfProxy) return;
    this.hasWarnedOfProxy = true;
    const advice = "X-Forwarded-For came from an address that is not in TRUSTED_PROXIES: its clients count as one.";
    this.options.log.warn({ event: "untrusted_proxy", address }, advice);
  }

  /** Rejects a method that the path does not accept. @returns whether the request may continue */
  private admitMethod(exchange: Exchange, path: string, traffic: Traffic, route: MatchedRoute | null): boolean {
    const { request, responseHeaders } = exchange;
    const isPage = traffic === "page" || traffic === "missing";
    const methods = isPage ? pageMethods(path) : (route?.methods ?? ANY_METHOD);
    if (methods.includes(request.method ?? "")) return true;
    if (methods === ANY_METHOD) rejectUnread(exchange, "notFound", NO_SUCH_PATH);
    else {
      responseHeaders["allow"] = methods.join(", ");
      rejectUnread(exchange, "methodNotAllowed", `This path supports ${methods.join(", ")}.`);
    }
    return false;
  }

  /** Accepts a form only from one of our own pages and with a Content-Length. @returns whether it is accepted */
  private admitForm(exchange: Exchange, origin: RequestOrigin): boolean {
    const { request } = exchange;
    const host = ownPageHost(request.headers.origin, origin, this.options.hosts.PUBLIC_URL);
    if (host === null || request.headers["transfer-encoding"] !== undefined) {
      if (host === null) rejectUnread(exchange, "forbidden", FOREIGN_FORM);
      else rejectUnread(exchange, "malformedRequest", "The form has no Content-Length header. Send one.");
      return false;
    }
    // Next rejects a server action if the host of its Origin header differs from this header.
    request.headers["x-forwarded-host"] = host;
    return true;
  }

  /**
   * Counts the request against the bucket of its token, or of its address. Sets the headers of the API's limit.
   * @returns the bucket, or null if the request was rejected
   */
  private countRequest(exchange: Exchange, ipBucket: string, traffic: Traffic): string | null | Promise<string | null> {
    const { request, scope } = exchange;
    if (isUncounted(traffic) || traffic === "missing") scope.event["route"] = "static";
    if (isUncounted(traffic)) return mapMaybePromise(this.setLimitHeaders(exchange, ipBucket), () => ipBucket);
    const bucket = this.options.guards.buckets.choose(request.headers.authorization, scope);
    const counted = mapMaybePromise(bucket, (chosen) => this.countAgainst(exchange, chosen, traffic));
    if (!(counted instanceof Promise)) return counted;
    return counted.catch(async (error) => {
      if (!(error instanceof TooManyWrongSecrets)) throw error;
      await this.setLimitHeaders(exchange, ipBucket);
      metrics().rateLimited.inc({ limit: "failures" });
      rejectRateLimited(
        exchange,
        error.resetAtSeconds,
        "Too many requests with invalid tokens from this address. Check the token, and try again later.",
      );
      return null;
    });
  }

  /** Counts the request against the limit of its traffic. @returns the bucket, or null if the request was rejected */
  private countAgainst(exchange: Exchange, bucket: string, traffic: Traffic): string | null | Promise<string | null> {
    const { api, pages } = this.options.limiters;
    const check = (allowance: Allowance): string | null => {
      if (allowance.allowed) return bucket;
      metrics().rateLimited.inc({ limit: traffic === "api" ? "api" : "page" });
      rejectRateLimited(
        exchange,
        allowance.resetAtSeconds,
        "The rate limit of this window is reached. Try again after `Retry-After` seconds.",
      );
      return null;
    };
    if (traffic !== "api") {
      return mapMaybePromise(this.setLimitHeaders(exchange, bucket), () => mapMaybePromise(pages.take(bucket), check));
    }
    return mapMaybePromise(api.take(bucket), (allowance) => {
      Object.assign(exchange.responseHeaders, allowanceHeaders(allowance));
      return check(allowance);
    });
  }

  /** Sets the headers of the API's limit, without counting the request. */
  private setLimitHeaders({ responseHeaders }: Exchange, bucket: string): void | Promise<void> {
    return mapMaybePromise(this.options.limiters.api.peek(bucket), (allowance) => {
      Object.assign(responseHeaders, allowanceHeaders(allowance));
    });
  }
}

/** Returns whether a browser requests a page to show. Its own requests for data and those of programs are something else. */
function isBrowser(request: IncomingMessage): boolean {
  return request.headers.accept?.includes("text/html") === true && !asksForData(request);
}
