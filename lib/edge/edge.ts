import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { BlockList } from "node:net";
import compression from "compression";
import { type FormLimit, type RequestScope, runInScope } from "@/lib/context";
import type { ErrorKind } from "@/lib/errors";
import { DEFAULT_ERRORS, errorBody } from "@/lib/http/errors";
import type { Logger } from "@/lib/log";
import { metrics } from "@/lib/metrics";
import { addressBucket, type Origin, settleOrigin } from "./address";
import { Buckets, type Identify } from "./buckets";
import { sendWhole, withoutReact, withReactAtRest } from "./document";
import { chooseEncoding } from "./encoded";
import { FOREIGN_FORM, ownPageHost, pageMethods } from "./forms";
import {
  allowanceHeaders,
  mediaTypeHeaders,
  PREFLIGHT_HEADERS,
  pagePolicyOf,
  SECURE_HEADERS,
  setHeaders,
  standingHeaders,
} from "./headers";
import type { Allowance, Limiter } from "./limiter";
import { observe } from "./observe";
import { ANY_METHOD, readTarget } from "./target";

/** Static files and probes are free, the API is counted as the contract says, pages have a roomier count of their own. */
export type Traffic = "free" | "api" | "page";

export interface EdgeOptions {
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  identify: Identify;
  classify: (path: string) => Traffic;
  /** Whether components of a page work in the browser, by its path. */
  isWorkingPage: (path: string) => boolean;
  /** The paths of static files that are compressed already. */
  compressedFiles: ReadonlySet<string>;
  limiters: Readonly<Record<"api" | "pages" | "failures" | FormLimit, Limiter>>;
  proxies: BlockList;
  maxBodyBytes: number;
  /** The address under which the service is known; unset: whatever host it is asked for. */
  publicUrl?: string | undefined;
  isDraining: () => boolean;
  log: Logger;
  /** Whether Next serves from source. */
  dev: boolean;
}

/** In the words of Node, not of the framework that its types are written for. */
const compress = compression() as unknown as (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

function refuse(
  response: ServerResponse,
  kind: ErrorKind,
  message: string,
  headers: Record<string, string> = {},
): void {
  const wire = DEFAULT_ERRORS[kind];
  setHeaders(response, { "content-type": "application/json", "cache-control": "no-store", ...headers });
  response.statusCode = wire.status;
  response.end(JSON.stringify(errorBody(wire, message)));
}

/**
 * Sets what is known only as an answer begins: the headers of its media type, and the status where the scope carries
 * one, since a page that can only say what failed cannot set its own in Next.
 */
function settleHead(response: ServerResponse, scope: RequestScope, pagePolicy: string): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse;
  response.writeHead = (status: number, ...rest: unknown[]) => {
    // Whoever still has the answer has its policy, too.
    if (status === 304) response.removeHeader("content-security-policy");
    else setHeaders(response, mediaTypeHeaders(String(response.getHeader("content-type") ?? ""), pagePolicy));
    return writeHead(scope.status ?? status, ...rest);
  };
}

/** The policy for every response; see `lib/edge/` for its parts. Authorization is not here: every verb checks its caller. */
export class Edge {
  private readonly options: EdgeOptions;
  private readonly buckets: Buckets;

  constructor(options: EdgeOptions) {
    this.options = options;
    this.buckets = new Buckets(options.identify, options.limiters.failures);
  }

  /** Answers one request. Never rejects. */
  async serve(request: IncomingMessage, response: ServerResponse, expectsContinue = false): Promise<void> {
    const scope: RequestScope = { requestId: randomUUID(), address: "", event: {} };
    setHeaders(response, standingHeaders(scope.requestId));
    observe(request, response, scope, this.options.log);
    try {
      await this.admit(request, response, scope, expectsContinue);
    } catch (error) {
      scope.event["error"] = error instanceof Error ? error.stack : String(error);
      if (response.headersSent) response.destroy();
      else refuse(response, "internal", "");
    }
  }

  private async admit(
    request: IncomingMessage,
    response: ServerResponse,
    scope: RequestScope,
    expectsContinue: boolean,
  ): Promise<void> {
    const { options } = this;
    const target = readTarget(request);
    const origin = settleOrigin(request, options.proxies);
    scope.address = origin.address;
    if (options.isDraining()) response.setHeader("connection", "close");
    if (origin.protocol === "https" || options.publicUrl?.startsWith("https:")) setHeaders(response, SECURE_HEADERS);
    if (target === null || origin.host === null) {
      setHeaders(response, allowanceHeaders(await options.limiters.api.take(addressBucket(scope.address))));
      return this.refuseUnread(request, response, "malformedRequest", "The path or the host is malformed.");
    }
    request.url = target;
    scope.path = target;
    scope.attempt = async (limit) => options.limiters[limit].take(addressBucket(scope.address));

    const path = target.split(/[?#]/, 1)[0] ?? "";
    const traffic = options.classify(path);
    const allowance = await this.count(request, response, scope, request.method === "OPTIONS" ? "free" : traffic);
    if (allowance === null) return;
    setHeaders(response, allowanceHeaders(allowance));
    if (request.method === "OPTIONS") {
      setHeaders(response, PREFLIGHT_HEADERS);
      response.writeHead(204).end();
      return;
    }
    const methods = traffic === "page" ? pageMethods(path) : ANY_METHOD;
    if (!methods.includes(request.method ?? "")) {
      response.setHeader("allow", methods.join(", "));
      return this.refuseUnread(request, response, "methodNotAllowed", `This path takes ${methods.join(", ")}.`);
    }
    if (Number(request.headers["content-length"] ?? 0) > options.maxBodyBytes) {
      return this.refuseUnread(request, response, "bodyTooLarge", `At most ${options.maxBodyBytes} bytes.`);
    }
    if (traffic === "page" && request.method === "POST" && !this.admitForm(request, response, origin)) return;
    if (expectsContinue) response.writeContinue();
    scope.nonce = randomBytes(16).toString("base64");
    const pagePolicy = pagePolicyOf(scope.nonce, options.dev);
    request.headers["content-security-policy"] = pagePolicy;
    settleHead(response, scope, pagePolicy);
    if (traffic === "free") chooseEncoding(request, response, options.compressedFiles);
    compress(request, response, () => {});
    if (traffic === "page" && !options.dev) {
      sendWhole(response, options.isWorkingPage(path) ? withReactAtRest : withoutReact);
    }
    await runInScope(scope, () => options.handle(request, response));
  }

  /** Lets a form pass that one of our own pages sent, and says how long it is. @returns whether it may pass */
  private admitForm(request: IncomingMessage, response: ServerResponse, origin: Origin): boolean {
    const host = ownPageHost(request.headers.origin, origin, this.options.publicUrl);
    if (host === null || request.headers["transfer-encoding"] !== undefined) {
      this.endUnread(request, response);
      response.statusCode = host === null ? 403 : 411;
      setHeaders(response, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
      response.end(host === null ? FOREIGN_FORM : "Say how long the form is: send Content-Length.\n");
      return false;
    }
    // Next compares the page's host with this one.
    request.headers["x-forwarded-host"] = host;
    return true;
  }

  /** Counts the request. @returns what to show of the API's allowance, or null where the request was refused */
  private async count(
    request: IncomingMessage,
    response: ServerResponse,
    scope: RequestScope,
    traffic: Traffic,
  ): Promise<Allowance | null> {
    const { api, pages, failures } = this.options.limiters;
    if (traffic === "free") {
      scope.event["route"] = "static";
      return api.peek(addressBucket(scope.address));
    }
    const bucket = await this.buckets.choose(request.headers.authorization, scope);
    if (bucket === null) {
      const budget = await failures.peek(addressBucket(scope.address));
      setHeaders(response, allowanceHeaders(await api.peek(addressBucket(scope.address))));
      metrics().rateLimited.inc({ limit: "failures" });
      this.refuseLimited(request, response, budget, "Too many unknown tokens from this address.");
      return null;
    }
    const [shown, counted] =
      traffic === "api"
        ? await api.take(bucket).then((taken) => [taken, taken])
        : await Promise.all([api.peek(bucket), pages.take(bucket)]);
    if (counted?.allowed) return shown ?? null;
    if (shown) setHeaders(response, allowanceHeaders(shown));
    metrics().rateLimited.inc({ limit: traffic });
    if (counted) this.refuseLimited(request, response, counted, "The limit of this window is reached.");
    return null;
  }

  private refuseLimited(
    request: IncomingMessage,
    response: ServerResponse,
    { resetSeconds }: Allowance,
    why: string,
  ): void {
    const waitSeconds = Math.max(1, Math.ceil(resetSeconds - Date.now() / 1_000));
    response.setHeader("retry-after", String(waitSeconds));
    this.refuseUnread(request, response, "rateLimited", why);
  }

  /** Refuses without reading what the client still sends; where there is much, the connection ends. */
  private refuseUnread(request: IncomingMessage, response: ServerResponse, kind: ErrorKind, message: string): void {
    this.endUnread(request, response);
    refuse(response, kind, message);
  }

  private endUnread(request: IncomingMessage, response: ServerResponse): void {
    const bytes = Number(request.headers["content-length"] ?? 0);
    const endless = request.headers["transfer-encoding"] !== undefined || bytes > this.options.maxBodyBytes;
    if (endless) {
      response.setHeader("connection", "close");
      response.once("finish", () => setTimeout(() => request.destroy(), 200).unref());
    }
  }
}
