import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import compression from "compression";
import { charged, runInScope } from "@/lib/authority/context";
import type { ErrorKind } from "@/lib/foundation/errors";
import { type HostSettings, isGuessedAddress } from "@/lib/foundation/hosts";
import { cookieOf } from "@/lib/http/cookie";
import { areaOf } from "@/lib/identity/session-area";
import { bufferBody } from "./buffer-body";
import type { InTurn, MakeResponse, ResponseCache } from "./cache";
import { capturePage } from "./captured-page";
import { isUncounted } from "./classify";
import { choosePrecompressed } from "./content-encoding";
import { type AdmittedRequest, type Exchange, rejectUnread, TOO_MANY_WAIT } from "./exchange";
import { finalizeHeaders } from "./finalize-headers";
import { LONG_FORM_SIGNED_OUT } from "./forms";
import type { Guards } from "./guards";
import { setHeaders } from "./headers";
import { pageResponse } from "./page-response";
import { failsPrecondition } from "./preconditions";
import { isNotBrowser } from "./program-errors";
import { respond } from "./respond";
import type { Routes } from "./routes";
import { sessionSecret } from "./session-cookie";
import { asksForData, sharedRequest } from "./shared-request";

export interface PageOptions {
  /** Next's handler, for pages and for paths without a declared route handler. */
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** The declared pages, which may be cached. */
  pageRoutes: Routes;
  cache: ResponseCache;
  /** Maximum size of a body, except of one long form. */
  maxBodyBytes: number;
  /** Looks up whether a secret is that of an open session of the console. */
  isOpenSession: (secret: string) => Promise<boolean>;
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

/** Long forms at a time, of all operators. */
const MOST_LONG_FORMS = 4;

/** What `failsPrecondition` reads. */
const PRECONDITIONS = ["if-match", "if-unmodified-since"];

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
  /** How many long forms are being received or served. */
  private longForms = 0;

  constructor(options: PageOptions) {
    this.options = options;
  }

  async respond(exchange: Exchange, admitted: AdmittedRequest): Promise<void> {
    if (admitted.traffic === "page" && !this.options.dev) return this.sendPage(exchange, admitted);
    const { request, response } = exchange;
    if (admitted.traffic === "file") {
      const file = this.options.files.get(admitted.path);
      if (file !== undefined && (await failsPrecondition(request.headers, file))) {
        return rejectUnread(exchange, "preconditionFailed", "The file has another version.");
      }
      // Next responds to a failed one with 500.
      for (const name of PRECONDITIONS) delete request.headers[name];
      choosePrecompressed(request, response, this.options.files);
      // Next returns 500 for a range past the end. No file is large, so ranges are ignored (RFC 9110, 14.2).
      delete request.headers.range;
    }
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

  private async sendAdmitted(exchange: Exchange, admitted: AdmittedRequest): Promise<void> {
    const { request, scope } = exchange;
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
      const keep = (bytes: Buffer) => {
        scope.formBody = { type: request.headers["content-type"] ?? "", bytes };
      };
      if (!(await bufferBody(request, exchange.maxBodyBytes, keep))) return null;
      return guards.turns.run(kind, account, exchange, work);
    };
    await respond(exchange, admitted, route, make, inTurn, this.options);
  }

  /**
   * Sends a page. A long form is accepted only from somebody who is signed in, and few at a time, because each is in memory
   * several times.
   */
  private async sendPage(exchange: Exchange, admitted: AdmittedRequest): Promise<void> {
    const { maxBodyBytes, isOpenSession } = this.options;
    const reject = (kind: ErrorKind, why: string) => rejectUnread({ ...exchange, maxBodyBytes }, kind, why);
    if (Number(exchange.request.headers["content-length"] ?? 0) <= maxBodyBytes) {
      return this.sendAdmitted(exchange, admitted);
    }
    const { secret, bucket } = this.sessionOf(exchange, admitted);
    if (bucket === undefined && (secret === undefined || !(await isOpenSession(secret)))) {
      return reject("unauthenticated", LONG_FORM_SIGNED_OUT);
    }
    if (this.longForms >= MOST_LONG_FORMS) return reject("overloaded", TOO_MANY_WAIT);
    this.longForms += 1;
    try {
      await this.sendAdmitted(exchange, admitted);
    } finally {
      this.longForms -= 1;
    }
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
}
