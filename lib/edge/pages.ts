import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import compression from "compression";
import { runInScope } from "@/lib/context";
import { metrics } from "@/lib/metrics";
import { areaOf } from "@/lib/session-area";
import { answer } from "./answer";
import type { Make, ResponseCache } from "./cache";
import { isFree } from "./classify";
import { chooseEncoding } from "./encoded";
import { type Admitted, type Exchange, refuseLimited, refuseUnread, TOO_MANY_BYTES } from "./exchange";
import type { Guards } from "./guards";
import { setHeaders } from "./headers";
import { type HostSettings, isGuessedAddress } from "./hosts";
import { pageResponse } from "./page-response";
import { isProgram } from "./program-errors";
import { sizeIfPastEnd } from "./ranges";
import { refuse } from "./refuse";
import type { Routes } from "./routes";
import { cookieOf, sessionSecret } from "./session-cookie";
import { settleHead } from "./settle-head";
import { asksForData, sharedRequest } from "./shared-request";
import { writePage } from "./written-page";

export interface PageOptions {
  /** Next's handler: pages, and what no route handler is declared for. */
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** The declared pages, which the cache may have. */
  pageRoutes: Routes;
  cache: ResponseCache;
  /** Whether components of a page work in the browser, by its path. */
  isWorkingPage: (path: string) => boolean;
  /** Where the static files are, by the paths that they are asked for. */
  files: ReadonlyMap<string, string>;
  guards: Guards;
  hosts: HostSettings;
  /** Whether Next serves from source. */
  dev: boolean;
}

/** In the words of Node, not of the framework that its types are written for. */
const compress = compression() as unknown as (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void;

/** How the address of a page as markdown ends. */
const TWIN = ".md";

/** Where Next looks for the nonce of its scripts. The edge sends none. */
const NONCE_HEADERS = ["content-security-policy", "content-security-policy-report-only"];

/** Has Next respond: pages, files, and what only it knows. */
export class Pages {
  private readonly options: PageOptions;

  constructor(options: PageOptions) {
    this.options = options;
  }

  async respond(exchange: Exchange, admitted: Admitted): Promise<void> {
    if (admitted.traffic === "page" && !this.options.dev) return this.sendPage(exchange, admitted);
    const { request, response, head } = exchange;
    if (admitted.traffic === "file" && !(await this.prepareFile(request, response, head))) return;
    this.prepare(exchange, admitted);
    await runInScope(exchange.scope, () => this.options.handle(request, response));
  }

  /** Sets the headers of what Next sends as it comes, and what compresses or counts the bytes on their way. */
  private prepare(exchange: Exchange, { traffic, origin, payer }: Admitted): void {
    const { dev, hosts, guards } = this.options;
    const { request, response, scope, head } = exchange;
    setHeaders(response, head);
    settleHead(response, scope, !isFree(traffic) && isGuessedAddress(origin.host ?? "", hosts), dev);
    compress(request, response, () => {});
    guards.unsent.watch(request, response, payer, () => {
      delete scope.status;
      for (const name of ["content-length", "content-encoding", "etag"]) response.removeHeader(name);
      refuseUnread(exchange, "overloaded", TOO_MANY_BYTES);
    });
  }

  /** Sends a page from the cache, or has it rendered. */
  private async sendPage(exchange: Exchange, admitted: Admitted): Promise<void> {
    const { request, scope } = exchange;
    const isPage = !asksForData(request) && !admitted.path.endsWith(TWIN);
    const route = isPage ? this.options.pageRoutes.find(admitted.path) : null;
    if (route !== null) scope.event["route"] = route.template;
    for (const name of NONCE_HEADERS) delete request.headers[name];
    const make: Make = (view) => {
      if (view === null || route === null) return this.render(exchange, admitted, request);
      const asked = sharedRequest(route, view);
      scope.path = asked.url;
      return this.render(exchange, admitted, asked);
    };
    const outcome = await answer(exchange, admitted, route, make, this.options);
    if (outcome === TOO_MANY_BYTES) refuseUnread(exchange, "overloaded", TOO_MANY_BYTES);
  }

  /**
   * Renders a page when it is its turn, and refuses where that cannot be.
   * @param asked what Next is asked
   * @returns null where it has refused, or the client has left
   */
  private async render(exchange: Exchange, admitted: Admitted, asked: IncomingMessage): Promise<Response | null> {
    const { handle, isWorkingPage, guards } = this.options;
    const { request, response, scope } = exchange;
    const { path, origin, bucket } = admitted;
    // Operators alone have a reserve of their own: every agent can sign in to /owner, as often as it likes.
    const isConsole = areaOf(path) === "console";
    const cookie = (name: string) => cookieOf(request.headers.cookie, name);
    const secret = isConsole ? sessionSecret("console", cookie, origin.protocol) : undefined;
    const session = secret === undefined ? undefined : guards.sessions.find(secret);
    const payer = { bucket: session?.bucket ?? bucket, hasSession: session !== undefined };
    const rendering = await guards.renders.render({ request, response }, payer, async () => {
      const written = await runInScope(scope, () => writePage(asked, response, handle));
      return written && pageResponse(written, scope, isWorkingPage(path), isProgram(path, request.headers.accept));
    });
    if (rendering.outcome === "spent") {
      metrics().rateLimited.inc({ limit: "renders" });
      refuseLimited(exchange, rendering.allowance.resetSeconds, "Your pages have used their time.");
    } else if (rendering.outcome === "overloaded") {
      refuseUnread(exchange, "overloaded", "Too many pages are being made.");
    }
    if (rendering.outcome !== "rendered") return null;
    if (secret !== undefined && scope.hasSession)
      guards.sessions.remember(secret, session?.bucket ?? `session:${randomUUID()}`);
    else if (secret !== undefined) guards.sessions.forget(secret);
    return rendering.page;
  }

  /** Sets how a static file is sent. @returns false where nothing of it was asked for */
  private async prepareFile(
    request: IncomingMessage,
    response: ServerResponse,
    head: Record<string, string>,
  ): Promise<boolean> {
    const { files } = this.options;
    chooseEncoding(request, response, files);
    const file = files.get(decodeURIComponent(request.url?.split("?", 1)[0] ?? ""));
    const size = file === undefined ? null : await sizeIfPastEnd(request, file);
    if (size === null) return true;
    for (const name of ["content-encoding", "content-type"]) response.removeHeader(name);
    const range = { "content-range": `bytes */${size}` };
    refuse(response, { ...head, ...range }, "rangeNotSatisfiable", `The file has ${size} bytes.`);
    return false;
  }
}
