import { EventEmitter } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bearerToken, isPlausibleToken } from "@/lib/access/rules";
import { authenticate } from "@/lib/access/service/authenticate";
import { tokenFile } from "@/lib/access/service/bootstrap";
import { LARGE, ROUTED } from "@/lib/api/contract";
import { endStreams } from "@/lib/api/open-streams";
import { PUBLIC_PAGES } from "@/lib/api/public-pages";
import { databaseAddress, socketIn } from "@/lib/db/address";
import { announceAll, hearsChanges, noteConnections, watchChanges } from "@/lib/db/bus";
import { assertDriver } from "@/lib/db/driver-repairs.mjs";
import { startEmbedded } from "@/lib/db/embedded/start";
import { IncompatibleDatabase } from "@/lib/db/migrate";
import { closeDatabase, openDatabase } from "@/lib/db/open";
import { addressBucket, plainAddress, trustedProxies } from "@/lib/edge/address";
import { ResponseCache } from "@/lib/edge/cache";
import { cacheables } from "@/lib/edge/cache-key";
import { classifier, publicFiles } from "@/lib/edge/classify";
import { createLimiters, limiterStoreOf } from "@/lib/edge/create-limiters";
import { Dispatch, type RouteModule } from "@/lib/edge/dispatch";
import { Edge, type EdgeOptions } from "@/lib/edge/edge";
import { createGuards, FORM_WINDOW_SECONDS } from "@/lib/edge/guards";
import { answerClientError, answerConnect, hasBegun } from "@/lib/edge/raw";
import { Routes } from "@/lib/edge/routes";
import { type Settings, settings } from "@/lib/env";
import { endProcess, isPretty, log } from "@/lib/log";
import {
  startClockWatch,
  startDailyRefresh,
  startDomainChecks,
  startFollowing,
  startForgetting,
  startIndexing,
  startStatusChecks,
} from "@/lib/system/background";
import { lifecycle } from "@/lib/system/lifecycle";
import { prepareDatabase } from "@/lib/system/prepare";
import { openTracing } from "@/lib/tracing/open";
import { MisusedSigningKey, parseSigningKey } from "@/lib/trust/service/keys";
import { startVectorWorker } from "@/lib/vectors/service/worker";

const PREPARE_RETRY_MILLISECONDS = 1_000;
const PAGES_AFTER_MILLISECONDS = 500;
const DRAIN_SWEEP_MILLISECONDS = 100;
/** Pages and their parts come in bursts, and reading them is what they are for. */
const PAGE_REQUESTS_FACTOR = 5;
/** A form that is sent with a mistake counts, too. */
const REPORTS_A_DAY = 20;

/** @throws Error with a sentence that names the wrong setting */
function readSettings(): Settings {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const read = settings();
  if (read.OPERATOR_TOKEN !== undefined && !isPlausibleToken(read.OPERATOR_TOKEN)) {
    throw new Error("OPERATOR_TOKEN: begins with fgs_, but its checksum is wrong");
  }
  if (read.SIGNING_KEY !== undefined) parseSigningKey(read.SIGNING_KEY);
  return read;
}

async function openLimiters(read: Settings) {
  const windowSeconds = read.RATE_LIMIT_WINDOW_SECONDS;
  const limiters = await createLimiters(
    limiterStoreOf(read),
    {
      api: { requests: read.RATE_LIMIT_REQUESTS, windowSeconds },
      pages: { requests: read.RATE_LIMIT_REQUESTS * PAGE_REQUESTS_FACTOR, windowSeconds },
      applications: { requests: 10, windowSeconds: FORM_WINDOW_SECONDS },
      reports: { requests: REPORTS_A_DAY, windowSeconds: 86_400 },
    },
    (change) => log().warn({ event: "limiter", ...change }),
  );
  lifecycle.limiter = limiters.api;
  return limiters;
}

/**
 * Prepares the database; one that is down now is prepared as soon as it answers, while the rest already serves.
 * @throws IncompatibleDatabase, MisusedSigningKey, which no retry helps
 */
async function prepare(): Promise<string | null> {
  try {
    return (await prepareDatabase()).operatorToken;
  } catch (error) {
    if (error instanceof IncompatibleDatabase || error instanceof MisusedSigningKey) throw error;
    log().warn(
      { event: "prepare", error: String(error), cause: String((error as Error).cause ?? "") },
      "the database is not ready; trying again",
    );
    void (async () => {
      await sleep(PREPARE_RETRY_MILLISECONDS);
      announceToken(await prepare());
    })().catch(fail);
    return null;
  }
}

/** Tells a token that this start made, this once. */
function announceToken(token: string | null): void {
  if (token === null) return;
  const kept = `Operator token, shown this once and kept in ${tokenFile(settings().DATA_DIR)}`;
  if (isPretty()) process.stdout.write(`  ${kept}:\n  ${token}\n\n`);
  else log().info({ event: "operator_token", operator_token: token }, kept);
}

/** What somebody at a terminal needs to go on. */
function welcome(base: string, token: string | null, { FEDERATION_NAME, DATA_DIR, DATABASE_URL }: Settings): string {
  const data = DATABASE_URL === undefined ? path.resolve(DATA_DIR) : new URL(DATABASE_URL).host;
  const file = tokenFile(DATA_DIR);
  const kept = existsSync(file) ? `token: ${token ?? "in"} ${token === null ? file : `(kept in ${file})`}` : "";
  const lines = [
    ["Portal", `${base}/`],
    ["Console", `${base}/console`, kept],
    ["Data", data],
    ["Docs", `${base}/docs`],
    ["Stop", "Ctrl-C"],
  ];
  const rows = lines.map(([name = "", ...rest]) => `  ${name.padEnd(9)}${rest.filter(Boolean).join("   ")}\n`);
  return `\n  ${FEDERATION_NAME} is running.\n${rows.join("")}\n`;
}

/** What `scripts/working-pages.mjs` has found. */
function readWorkingPages(): (path: string) => boolean {
  const pages: RegExp[] = JSON.parse(readFileSync(".next/working-pages.json", "utf8")).map((each: string) =>
    RegExp(each),
  );
  return (path) => pages.some((page) => page.test(path));
}

/**
 * Imports the route file of a template from the build, where it shares its modules with this one. What stands behind a
 * parameter has a folder: `[did]/atom` for `{did}.atom`.
 */
async function loadRoute(template: string): Promise<RouteModule> {
  const folder = template.replaceAll(/\{(\w+)\}/g, "[$1]").replaceAll("].", "]/");
  return import(new URL(`.${encodeURI(`/app${folder}/route.js`)}`, import.meta.url).href);
}

/** @param upgrades what Next listens to, in development only */
async function loadNext(read: Settings, upgrades: Server): Promise<EdgeOptions["handle"]> {
  const { default: next } = await import("next");
  const app = next({
    dev: read.NODE_ENV === "development",
    dir: process.cwd(),
    httpServer: upgrades,
    // The address that Next asks where a form leads to another page. Without it, Next asks port 3000.
    hostname: read.HOST ?? "localhost",
    port: read.PORT,
  });
  await app.prepare();
  return app.getRequestHandler();
}

interface Built {
  server: Server;
  /** Loads Next. The API does not wait for it; pages do. */
  loadPages: () => void;
  closeLimiters: () => Promise<void>;
}

async function buildServer(read: Settings): Promise<Built> {
  const dev = read.NODE_ENV === "development";
  // Next would otherwise answer upgrades on our server; in production there is nothing to upgrade to.
  const upgrades = new EventEmitter() as Server;
  let loading: ReturnType<typeof loadNext> | undefined;
  const load = () => {
    loading ??= loadNext(read, upgrades);
    return loading;
  };
  const handle: EdgeOptions["handle"] = async (request, response) => (await load())(request, response);
  const limiters = await openLimiters(read);
  const built = dev ? [] : await publicFiles(path.resolve(".next/static"), "/_next/static");
  const files = new Map([...(await publicFiles(path.resolve("public"))), ...built]);
  const cache = new ResponseCache({ declared: cacheables(ROUTED, PUBLIC_PAGES), hosts: read, hearsChanges });
  watchChanges(cache.changes);
  const edge = new Edge({
    cache,
    handle,
    classify: classifier(files, ROUTED, dev),
    dispatch: new Dispatch(ROUTED, loadRoute),
    pageRoutes: new Routes(PUBLIC_PAGES),
    isLarge: (template) => LARGE.has(template),
    isWorkingPage: dev ? () => true : readWorkingPages(),
    files,
    limiters,
    guards: createGuards(read, (authorization) => {
      const token = bearerToken(authorization);
      if (token === null || !isPlausibleToken(token)) return undefined;
      return authenticate({ db: openDatabase(), clock: () => new Date(), log: log() }, authorization);
    }),
    proxies: trustedProxies(read.TRUSTED_PROXIES),
    maxBodyBytes: read.MAX_BODY_BYTES,
    hosts: read,
    isDraining: () => lifecycle.draining,
    log: log(),
    dev,
  });
  const server = createServer({
    headersTimeout: Math.round(read.HEADERS_SECONDS * 1_000),
    requestTimeout: 30_000,
    // How often those two are looked at.
    connectionsCheckingInterval: Math.round(read.HEADERS_SECONDS * 200),
    // Refused by the edge, whose answer carries the headers of every response.
    requireHostHeader: false,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16_384,
  });
  const allowanceOf = (address = "") => limiters.api.take(addressBucket(plainAddress(address)));
  server.on("request", (request, response) => edge.serve(request, response));
  server.on("checkContinue", (request, response) => edge.serve(request, response, true));
  // An expectation nobody knows is ignored (RFC 9110, 10.1.1 allows it).
  server.on("checkExpectation", (request, response) => edge.serve(request, response));
  server.on("connect", async (request, socket) => {
    // Node leaves the socket to us, its errors too.
    socket.on("error", () => {});
    answerConnect(socket, await allowanceOf(request.socket.remoteAddress));
  });
  server.on("clientError", async (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable || hasBegun(socket)) return void socket.destroy();
    answerClientError(socket, error.code, await allowanceOf((socket as { remoteAddress?: string }).remoteAddress));
  });
  if (dev) server.on("upgrade", (...asked) => upgrades.emit("upgrade", ...asked));
  return { server, loadPages: () => void load().catch(fail), closeLimiters: () => limiters.api.close() };
}

/** Stops taking requests, lets those under way end, then closes what they used. */
async function drain(server: Server, closers: (() => Promise<void>)[]): Promise<void> {
  lifecycle.draining = true;
  endStreams();
  log().info({ event: "draining" });
  const closed = new Promise<boolean>((resolve) => server.close(() => resolve(true)));
  // A connection whose last answer is out goes idle, and is not closed by itself.
  const sweep = setInterval(() => server.closeIdleConnections(), DRAIN_SWEEP_MILLISECONDS);
  const finished = await Promise.race([closed, sleep(settings().DRAIN_SECONDS * 1_000, false)]);
  clearInterval(sweep);
  server.closeAllConnections();
  for (const close of closers)
    await close().catch((error: unknown) => log().warn({ event: "close", error: String(error) }));
  log().info({ event: "stopped", finished });
  await endProcess(0);
}

async function main(): Promise<void> {
  // Whoever reads the log may go. Unheard, each complaint of that would be a further thing to complain of.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  const read = readSettings();
  const closeTracing = await openTracing();
  assertDriver();
  lifecycle.hasServer = true;
  const embedded =
    "socket" in databaseAddress()
      ? await startEmbedded(
          { socket: socketIn(read.DATA_DIR), directory: path.resolve(read.DATA_DIR, "postgres") },
          { onConnections: noteConnections },
        )
      : undefined;
  const [token, { server, loadPages, closeLimiters }] = await Promise.all([prepare(), buildServer(read)]);
  const host = read.HOST ?? (read.NODE_ENV === "development" ? "127.0.0.1" : undefined);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      reject(error.code === "EADDRINUSE" ? new Error(`PORT: ${read.PORT} is already in use.`) : error);
    });
    server.listen(read.PORT, host, resolve);
  });
  // What waits for the API since the start comes first.
  setTimeout(loadPages, PAGES_AFTER_MILLISECONDS);
  const stopRefresh = startDailyRefresh(announceAll);
  const stops = [
    ...[stopRefresh, startIndexing(), startClockWatch(), startStatusChecks(), startForgetting()],
    ...[startDomainChecks(), startFollowing()],
  ];
  const stopVectors = startVectorWorker(() => lifecycle.prepared);
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      for (const stop of stops) stop();
      void drain(server, [closeLimiters, stopVectors, closeDatabase, async () => embedded?.stop(), closeTracing]);
    });
  }
  const { port } = server.address() as AddressInfo;
  const base = read.PUBLIC_URL ?? `http://${host ?? "localhost"}:${port}`;
  if (isPretty()) process.stdout.write(welcome(base, token, read));
  else announceToken(token);
  log().info({ event: "listening", port, database: embedded ? "embedded" : "postgres" });
}

/** Ends the process with the error's sentence. */
async function fail(error: unknown): Promise<never> {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return endProcess(1);
}

main().catch(fail);
