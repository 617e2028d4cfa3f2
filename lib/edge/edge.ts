import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { BlockList } from "node:net";
import type { FormLimit, RequestScope } from "@/lib/context";
import type { Logger } from "@/lib/log";
import { metrics } from "@/lib/metrics";
import { withinSpan } from "@/lib/tracing/spans";
import { addressBucket, type Origin, settleOrigin } from "./address";
import { callRoute } from "./call-route";
import { isFree, type Traffic } from "./classify";
import type { Dispatch, Found } from "./dispatch";
import { type Admitted, type Exchange, refuseLimited, refuseUnread, TOO_MANY_BYTES } from "./exchange";
import { FOREIGN_FORM, ownPageHost, pageMethods } from "./forms";
import { HangUps } from "./hang-ups";
import { allowanceHeaders, PREFLIGHT_HEADERS, SECURE_HEADERS, standingHeaders } from "./headers";
import { FOREIGN_HOST, isAllowedHost } from "./hosts";
import type { Allowance, Limiter } from "./limiter";
import { observe } from "./observe";
import { type PageOptions, Pages } from "./pages";
import { endUnread, refuse } from "./refuse";
import { ANY_METHOD, readTarget } from "./target";
import { TooManyGuesses } from "./token-budget";
import { Turns } from "./turns";
import { whenThere } from "./when-there";

export interface EdgeOptions extends PageOptions {
  classify: (path: string) => Traffic;
  /** The API's route handlers; in development Next calls them. */
  dispatch: Dispatch;
  /** Whether a template of the API may have a megabyte to send. */
  isLarge: (template: string) => boolean;
  limiters: Readonly<Record<"api" | "pages" | FormLimit, Limiter>>;
  proxies: BlockList | null;
  maxBodyBytes: number;
  isDraining: () => boolean;
  log: Logger;
}

const NO_SUCH_PATH = "No such path. See /openapi.json.";

/** The policy for every response; see `lib/edge/` for its parts. Authorization is not here: every verb checks its caller. */
export class Edge {
  private readonly options: EdgeOptions;
  private readonly pages: Pages;
  private readonly turns = new Turns();
  private readonly hangUps = new HangUps();
  private hasWarnedOfProxy = false;

  constructor(options: EdgeOptions) {
    this.options = options;
    this.pages = new Pages(options);
  }

  /** Responds to one request when it is its caller's turn. */
  serve(request: IncomingMessage, response: ServerResponse, expectsContinue = false): void {
    const origin = settleOrigin(request, this.options.proxies);
    const scope: RequestScope = { requestId: randomUUID(), address: origin.address, event: {} };
    this.hangUps.watch(request, response);
    observe(request, response, scope, this.options.log);
    const byAddress = addressBucket(origin.address);
    this.turns.take(byAddress, () => {
      const head = standingHeaders(scope.requestId);
      const { maxBodyBytes, dispatch } = this.options;
      const protocol = dispatch.protocols.of(request.url ?? "");
      const exchange: Exchange = { request, response, scope, head, maxBodyBytes, protocol };
      this.respond(exchange, origin, byAddress, expectsContinue);
    });
  }

  /** Never throws. */
  private respond(exchange: Exchange, origin: Origin, byAddress: string, expectsContinue: boolean): void {
    const { response, scope } = exchange;
    if (response.destroyed) return;
    const fail = (error: unknown) => {
      scope.event["error"] = error instanceof Error ? error.stack : String(error);
      if (response.headersSent) response.destroy();
      else refuse(response, exchange.head, "internal", "", exchange.protocol?.shape);
    };
    try {
      const responding = withinSpan(scope.span, () => this.admit(exchange, origin, byAddress, expectsContinue));
      if (responding instanceof Promise) responding.catch(fail);
    } catch (error) {
      fail(error);
    }
  }

  private admit(exchange: Exchange, origin: Origin, byAddress: string, expectsContinue: boolean): void | Promise<void> {
    const { options } = this;
    const { request, scope, head } = exchange;
    const target = readTarget(request);
    if (origin.isUnheard) this.noteUnheardProxy(origin.address);
    if (options.isDraining()) head["connection"] = "close";
    if (origin.protocol === "https" || options.hosts.PUBLIC_URL?.startsWith("https:")) {
      Object.assign(head, SECURE_HEADERS);
    }
    if (target === null || origin.host === null) {
      return whenThere(options.limiters.api.take(byAddress), (allowance) => {
        Object.assign(head, allowanceHeaders(allowance));
        refuseUnread(exchange, "malformedRequest", "The path or the host is malformed.");
      });
    }
    request.url = target;
    exchange.protocol = options.dispatch.protocols.of(target);
    scope.path = target;
    scope.attempt = async (limit) => options.limiters[limit].take(byAddress);
    scope.signIn = (token, lookUp) => options.guards.signIns.lookUp(byAddress, token, lookUp);

    const path = target.split(/[?#]/, 1)[0] ?? "";
    const traffic = options.classify(path);
    return whenThere(this.count(exchange, byAddress, request.method === "OPTIONS" ? "file" : traffic), (bucket) => {
      if (bucket !== null) return this.pass(exchange, { traffic, path, origin, bucket }, expectsContinue);
    });
  }

  /** Responds to a request that its caller has the allowance for. */
  private pass(
    exchange: Exchange,
    { traffic, path, origin, bucket }: Omit<Admitted, "payer">,
    expectsContinue: boolean,
  ): void | Promise<void> {
    const { options } = this;
    const { request, response, head } = exchange;
    if (request.method === "OPTIONS") {
      response.writeHead(204, { ...head, ...PREFLIGHT_HEADERS }).end();
      return;
    }
    const route = traffic === "api" || traffic === "probe" ? options.dispatch.find(path) : null;
    // Before the cache, which has responses for every host where PUBLIC_URL is set.
    if (exchange.protocol?.ownHostsOnly && !isAllowedHost(origin.host ?? "", options.hosts)) {
      return refuseUnread(exchange, "forbidden", FOREIGN_HOST);
    }
    // Next knows nothing of other protocols.
    if (route === null && exchange.protocol) return refuseUnread(exchange, "notFound", NO_SUCH_PATH);
    if (!this.admitMethod(exchange, path, traffic, route)) return;
    if (Number(request.headers["content-length"] ?? 0) > options.maxBodyBytes) {
      return refuseUnread(exchange, "bodyTooLarge", `At most ${options.maxBodyBytes} bytes.`);
    }
    if (traffic === "missing") return refuseUnread(exchange, "notFound", "No such file.");
    // Where much waits to be read, the service is well, and must not be restarted for it.
    const payer = traffic === "probe" ? null : bucket;
    if (options.guards.unsent.isFull(request, payer)) return refuseUnread(exchange, "overloaded", TOO_MANY_BYTES);
    const admitted = { traffic, path, origin, bucket, payer };
    if (traffic === "page" && request.method === "POST" && !this.admitForm(exchange, origin)) return;
    if (expectsContinue) response.writeContinue();
    if (route === null || options.dev) return this.pages.respond(exchange, admitted);
    return whenThere(callRoute(exchange, admitted, route, options), (refusal) => {
      if (refusal !== null) refuseUnread(exchange, "overloaded", refusal);
    });
  }

  /** Says once that clients cannot be told apart, since their proxy is not trusted. */
  private noteUnheardProxy(address: string): void {
    metrics().unheardForwarding.inc();
    if (this.hasWarnedOfProxy) return;
    this.hasWarnedOfProxy = true;
    const advice = "X-Forwarded-For came from an address that is not in TRUSTED_PROXIES: its clients count as one.";
    this.options.log.warn({ event: "untrusted_proxy", address }, advice);
  }

  /** @returns whether the path takes the request's method, as far as the edge can tell */
  private admitMethod(exchange: Exchange, path: string, traffic: Traffic, route: Found | null): boolean {
    const { request, head } = exchange;
    const isPage = traffic === "page" || traffic === "missing";
    // Next says itself of what only it knows.
    const methods = isPage ? pageMethods(path) : (route?.methods ?? ANY_METHOD);
    if (methods.includes(request.method ?? "")) return true;
    if (methods === ANY_METHOD) refuseUnread(exchange, "notFound", NO_SUCH_PATH);
    else {
      head["allow"] = methods.join(", ");
      refuseUnread(exchange, "methodNotAllowed", `This path takes ${methods.join(", ")}.`);
    }
    return false;
  }

  /** Lets a form pass that one of our own pages sent, and says how long it is. @returns whether it may pass */
  private admitForm({ request, response, head }: Exchange, origin: Origin): boolean {
    const host = ownPageHost(request.headers.origin, origin, this.options.hosts.PUBLIC_URL);
    if (host === null || request.headers["transfer-encoding"] !== undefined) {
      endUnread(request, response, this.options.maxBodyBytes);
      const text = { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" };
      response.writeHead(host === null ? 403 : 411, { ...head, ...text });
      response.end(host === null ? FOREIGN_FORM : "Say how long the form is: send Content-Length.\n");
      return false;
    }
    // Next compares the page's host with this one.
    request.headers["x-forwarded-host"] = host;
    return true;
  }

  /** Counts the request, and shows the API's allowance. @returns whose it counts against, or null where it was refused */
  private count(exchange: Exchange, byAddress: string, traffic: Traffic): string | null | Promise<string | null> {
    const { request, scope } = exchange;
    if (isFree(traffic) || traffic === "missing") scope.event["route"] = "static";
    if (isFree(traffic)) return whenThere(this.show(exchange, byAddress), () => byAddress);
    const bucket = this.options.guards.buckets.choose(request.headers.authorization, scope);
    const counted = whenThere(bucket, (chosen) => this.countAgainst(exchange, chosen, traffic));
    if (!(counted instanceof Promise)) return counted;
    return counted.catch(async (error) => {
      if (!(error instanceof TooManyGuesses)) throw error;
      await this.show(exchange, byAddress);
      metrics().rateLimited.inc({ limit: "failures" });
      refuseLimited(exchange, error.resetSeconds, "Too many unknown tokens from this address.");
      return null;
    });
  }

  /** Counts the request against a bucket. @returns the bucket, or null where the request was refused */
  private countAgainst(exchange: Exchange, bucket: string, traffic: Traffic): string | null | Promise<string | null> {
    const { api, pages } = this.options.limiters;
    const check = (allowance: Allowance): string | null => {
      if (allowance.allowed) return bucket;
      metrics().rateLimited.inc({ limit: traffic === "api" ? "api" : "page" });
      refuseLimited(exchange, allowance.resetSeconds, "The limit of this window is reached.");
      return null;
    };
    if (traffic !== "api") {
      return whenThere(this.show(exchange, bucket), () => whenThere(pages.take(bucket), check));
    }
    return whenThere(api.take(bucket), (allowance) => {
      Object.assign(exchange.head, allowanceHeaders(allowance));
      return check(allowance);
    });
  }

  /** Shows the API's allowance of a bucket. */
  private show({ head }: Exchange, bucket: string): void | Promise<void> {
    return whenThere(this.options.limiters.api.peek(bucket), (allowance) => {
      Object.assign(head, allowanceHeaders(allowance));
    });
  }
}
