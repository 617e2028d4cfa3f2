import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import compression from "compression";
import { charged, runInScope } from "@/lib/context";
import { cookieOf } from "@/lib/http/cookie";
import { areaOf } from "@/lib/session-area";
import { bufferBody } from "./buffer-body";
import type { InTurn, MakeResponse, ResponseCache } from "./cache";
import { capturePage } from "./captured-page";
import { isUncounted } from "./classify";
import { choosePrecompressed } from "./content-encoding";
import { type AdmittedRequest, type Exchange, rejectUnread, TOO_MANY_BYTES, TOO_MANY_WAIT } from "./exchange";
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

/** A console session that the request's cookie may belong to. */
interface Session {
  secret?: string;
  /** Set if the session was valid recently. */
  bucket?: string | undefined;
}

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

  /** Sets the headers of responses that Next streams, and adds compression. */
  private prepare(exchange: Exchange, { traffic, origin }: AdmittedRequest): void {
    const { dev, hosts } = this.options;
    const { request, response, scope, responseHeaders } = exchange;
    setHeaders(response, responseHeaders);
    finalizeHeaders(response, scope, !isUncounted(traffic) && isGuessedAddress(origin.host ?? "", hosts), dev);
    compress(request, response, () => {});
  }

  /** Sends a page from the cache, or renders it. */
  private async sendPage(exchange: Exchange, admitted: AdmittedRequest): Promise<void> {
    const { request, response, scope } = exchange;
    const isPage = !asksForData(request) && !admitted.path.endsWith(MARKDOWN_SUFFIX);
    const route = isPage ? this.options.pageRoutes.find(admitted.path) : null;
    if (route !== null) scope.event["route"] = route.template;
    for (const name of NONCE_HEADERS) delete request.headers[name];
    const { guards } = this.options;
    const session = this.sessionOf(exchange, admitted);
    const make: MakeResponse = async (view) => {
      if (view === null || route === null) return this.render(exchange, admitted, request, session);
      const asked = sharedRequest(route, view);
      scope.path = asked.url;
      return this.render(exchange, admitted, asked, session);
    };
    const isForm = request.method === "POST" || areaOf(admitted.path) === "console";
    const kind = session.bucket !== undefined ? "console" : isForm ? "form" : "page";
    const account = session.bucket === undefined ? admitted.account : guards.meter.account(session.bucket);
    const inTurn: InTurn = async (work) => {
      if (!(await bufferBody(request, Number(request.headers["content-length"] ?? 0)))) return null;
      return guards.turns.run(kind, account, exchange, work);
    };
    const outcome = await respond(exchange, admitted, route, make, inTurn, this.options);
    if (outcome === TOO_MANY_BYTES) rejectUnread(exchange, "overloaded", TOO_MANY_BYTES);
    else if (outcome === "not made" && !response.destroyed) rejectUnread(exchange, "overloaded", TOO_MANY_WAIT);
  }

  /** Only operators have reserved turns, because every agent can sign in to /owner as often as it wants. */
  private sessionOf({ request }: Exchange, { path, origin }: AdmittedRequest): Session {
    if (areaOf(path) !== "console") return {};
    const cookie = (name: string) => cookieOf(request.headers.cookie, name);
    const secret = sessionSecret("console", cookie, origin.protocol);
    return secret === undefined ? {} : { secret, bucket: this.options.guards.sessions.find(secret)?.bucket };
  }

  /**
   * Renders a page.
   * @param asked the request for Next
   * @returns null if the client has left
   */
  private async render(
    exchange: Exchange,
    admitted: AdmittedRequest,
    asked: IncomingMessage,
    { secret, bucket }: Session,
  ): Promise<Response | null> {
    const { handle, isInteractivePage, guards } = this.options;
    const { request, response, scope } = exchange;
    const { path } = admitted;
    const isForProgram = isNotBrowser(path, request.headers.accept);
    const page = await runInScope(scope, async () => {
      const written = await capturePage(asked, response, handle);
      return written && charged(() => pageResponse(written, scope, isInteractivePage(path), isForProgram));
    });
    if (secret !== undefined && scope.hasSession) guards.sessions.add(secret, bucket ?? `session:${randomUUID()}`);
    else if (secret !== undefined) guards.sessions.remove(secret);
    return page;
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
