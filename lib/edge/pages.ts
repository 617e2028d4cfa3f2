import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import compression from "compression";
import { runInScope } from "@/lib/context";
import { cookieOf } from "@/lib/http/cookie";
import { metrics } from "@/lib/metrics";
import { areaOf } from "@/lib/session-area";
import type { MakeResponse, ResponseCache } from "./cache";
import { capturePage } from "./captured-page";
import { isUncounted } from "./classify";
import { choosePrecompressed } from "./content-encoding";
import { type AdmittedRequest, type Exchange, rejectRateLimited, rejectUnread, TOO_MANY_BYTES } from "./exchange";
import { finalizeHeaders } from "./finalize-headers";
import type { Guards } from "./guards";
import { setHeaders } from "./headers";
import { type HostSettings, isGuessedAddress } from "./hosts";
import { pageResponse } from "./page-response";
import { isNotBrowser } from "./program-errors";
import { sizeIfPastEnd } from "./ranges";
import { respond } from "./respond";
import type { Routes } from "./routes";
import { sendError } from "./send-error";
import { sessionSecret } from "./session-cookie";
import { asksForData, sharedRequest } from "./shared-request";

export interface PageOptions {
  /** Next's handler, for pages and for paths without a declared route handler. */
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** The declared pages, which may be cached. */
  pageRoutes: Routes;
  cache: ResponseCache;
  /** Returns whether components of a page run in the browser, by its path. */
  isInteractivePage: (path: string) => boolean;
  /** The static files by their request paths. */
  files: ReadonlyMap<string, string>;
  guards: Guards;
  hosts: HostSettings;
  /** Whether Next serves from source. */
  dev: boolean;
}

/** The middleware with Node's types instead of its framework's. */
const compress = compression() as unknown as (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/** The end of a markdown page's address. */
const MARKDOWN_SUFFIX = ".md";

/** The header in which Next looks for the nonce of its scripts. The edge sends none. */
const NONCE_HEADERS = ["content-security-policy", "content-security-policy-report-only"];

/** Lets Next respond: with pages, files, and its own paths. */
export class Pages {
  private readonly options: PageOptions;

  constructor(options: PageOptions) {
    this.options = options;
  }

  async respond(exchange: Exchange, admitted: AdmittedRequest): Promise<void> {
    if (admitted.traffic === "page" && !this.options.dev) return this.sendPage(exchange, admitted);
    const { request, response, responseHeaders } = exchange;
    if (admitted.traffic === "file" && !(await this.prepareFile(request, response, responseHeaders))) return;
    this.prepare(exchange, admitted);
    await runInScope(exchange.scope, () => this.options.handle(request, response));
  }

  /** Sets the headers of responses that Next streams, and adds compression and the count of bytes. */
  private prepare(exchange: Exchange, { traffic, origin, unsentBucket }: AdmittedRequest): void {
    const { dev, hosts, guards } = this.options;
    const { request, response, scope, responseHeaders } = exchange;
    setHeaders(response, responseHeaders);
    finalizeHeaders(response, scope, !isUncounted(traffic) && isGuessedAddress(origin.host ?? "", hosts), dev);
    compress(request, response, () => {});
    guards.unsent.watch(request, response, unsentBucket, () => {
      delete scope.status;
      for (const name of ["content-length", "content-encoding", "etag"]) response.removeHeader(name);
      rejectUnread(exchange, "overloaded", TOO_MANY_BYTES);
    });
  }

  /** Sends a page from the cache, or renders it. */
  private async sendPage(exchange: Exchange, admitted: AdmittedRequest): Promise<void> {
    const { request, scope } = exchange;
    const isPage = !asksForData(request) && !admitted.path.endsWith(MARKDOWN_SUFFIX);
    const route = isPage ? this.options.pageRoutes.find(admitted.path) : null;
    if (route !== null) scope.event["route"] = route.template;
    for (const name of NONCE_HEADERS) delete request.headers[name];
    const make: MakeResponse = (view) => {
      if (view === null || route === null) return this.render(exchange, admitted, request);
      const asked = sharedRequest(route, view);
      scope.path = asked.url;
      return this.render(exchange, admitted, asked);
    };
    const outcome = await respond(exchange, admitted, route, make, this.options);
    if (outcome === TOO_MANY_BYTES) rejectUnread(exchange, "overloaded", TOO_MANY_BYTES);
  }

  /**
   * Renders a page in its turn, or sends an error response if that is not possible.
   * @param asked the request for Next
   * @returns null if it sent an error response, or the client has left
   */
  private async render(
    exchange: Exchange,
    admitted: AdmittedRequest,
    asked: IncomingMessage,
  ): Promise<Response | null> {
    const { handle, isInteractivePage, guards } = this.options;
    const { request, response, scope } = exchange;
    const { path, origin, bucket } = admitted;
    // Only operators have reserved slots, because every agent can sign in to /owner as often as it wants.
    const isConsole = areaOf(path) === "console";
    const cookie = (name: string) => cookieOf(request.headers.cookie, name);
    const secret = isConsole ? sessionSecret("console", cookie, origin.protocol) : undefined;
    const session = secret === undefined ? undefined : guards.sessions.find(secret);
    const payer = { bucket: session?.bucket ?? bucket, hasSession: session !== undefined };
    const rendering = await guards.renders.render({ request, response }, payer, async () => {
      const written = await runInScope(scope, () => capturePage(asked, response, handle));
      return (
        written && pageResponse(written, scope, isInteractivePage(path), isNotBrowser(path, request.headers.accept))
      );
    });
    if (rendering.outcome === "spent") {
      metrics().rateLimited.inc({ limit: "renders" });
      rejectRateLimited(exchange, rendering.allowance.resetAtSeconds, "Your pages have used their time.");
    } else if (rendering.outcome === "overloaded") {
      rejectUnread(exchange, "overloaded", "Too many pages are being made.");
    }
    if (rendering.outcome !== "rendered") return null;
    if (secret !== undefined && scope.hasSession)
      guards.sessions.add(secret, session?.bucket ?? `session:${randomUUID()}`);
    else if (secret !== undefined) guards.sessions.remove(secret);
    return rendering.page;
  }

  /** Sets the headers of a static file. @returns false if the requested range is empty */
  private async prepareFile(
    request: IncomingMessage,
    response: ServerResponse,
    responseHeaders: Record<string, string>,
  ): Promise<boolean> {
    const { files } = this.options;
    choosePrecompressed(request, response, files);
    const file = files.get(decodeURIComponent(request.url?.split("?", 1)[0] ?? ""));
    const size = file === undefined ? null : await sizeIfPastEnd(request, file);
    if (size === null) return true;
    for (const name of ["content-encoding", "content-type"]) response.removeHeader(name);
    const range = { "content-range": `bytes */${size}` };
    sendError(response, { ...responseHeaders, ...range }, "rangeNotSatisfiable", `The file has ${size} bytes.`);
    return false;
  }
}
