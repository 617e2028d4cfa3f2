import { EventEmitter } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { endStreams } from "@/lib/api/open-streams";
import { turnsOf } from "@/lib/api/turns";
import { authenticate } from "@/lib/authority/authenticate";
import { bearerToken, isPlausibleToken } from "@/lib/authority/tokens";
import { databaseAddress, socketIn } from "@/lib/database/address";
import { invalidateAll, isCaughtUp, setConnectionCount, watchChanges } from "@/lib/database/bus";
import { assertDriver } from "@/lib/database/driver-repairs.mjs";
import { startEmbedded } from "@/lib/database/embedded/start";
import { closeDatabase, openDatabase } from "@/lib/database/open";
import { addressBucket, trustedProxies } from "@/lib/edge/address";
import { ResponseCache } from "@/lib/edge/cache";
import { cacheables } from "@/lib/edge/cache-key";
import { classifier, publicFiles } from "@/lib/edge/classify";
import { createLimiters, limiterStoreOf } from "@/lib/edge/create-limiters";
import { Dispatch, type RouteModule } from "@/lib/edge/dispatch";
import { Edge, type EdgeOptions } from "@/lib/edge/edge";
import { createGuards, FORM_WINDOW_SECONDS } from "@/lib/edge/guards";
import { lifecycle } from "@/lib/edge/lifecycle";
import { ownRequests } from "@/lib/edge/own-request";
import { respondToClientError, respondToConnect } from "@/lib/edge/raw-socket";
import { Routes } from "@/lib/edge/routes";
import { tokenFile } from "@/lib/features/access/service/bootstrap";
import { findSession } from "@/lib/features/access/service/sessions";
import { closeGuards, holdGuards } from "@/lib/features/anchors/service/open-guard";
import { startWitnessing } from "@/lib/features/anchors/witnesses/service/worker";
import { startNumbering } from "@/lib/features/events/service/number-changes";
import { startWebhooks } from "@/lib/features/events/webhooks/service/worker";
import { type Settings, settings } from "@/lib/foundation/env";
import { assertInternals, hasResponseBegun } from "@/lib/foundation/internals";
import { endProcess, isPretty, log } from "@/lib/foundation/log";
import { plainAddress } from "@/lib/foundation/plain-address";
import { reasonOf, sentenceOf } from "@/lib/foundation/reason";
import { rootPath } from "@/lib/foundation/root-path";
import { openTracing } from "@/lib/foundation/tracing/open";
import { ROUTED_ENDPOINTS } from "@/lib/portal/contract";
import { PUBLIC_PAGES } from "@/lib/portal/public-pages";
import { endEncoder } from "@/lib/search/service/get-encoder";
import { startVectorWorker } from "@/lib/search/service/worker";
import {
  startClockWatch,
  startDailyRefresh,
  startDigests,
  startDomainChecks,
  startErasure,
  startFollowingAgents,
  startFollowingChanges,
  startIndexing,
  startKeyChanges,
  startLatencyRecords,
  startLivenessChecks,
  startSourceFetching,
  startStatusChecks,
} from "@/lib/system/background";
import { claimBuild } from "@/lib/system/builds.mjs";
import { startIdleCollection } from "@/lib/system/idle-memory";
import { faultOfListening, tryListening } from "@/lib/system/listen.mjs";
import { beginPreparing } from "@/lib/system/prepare-patiently";
import { readSettings } from "@/lib/system/settings";
import { startWatchdog } from "@/lib/system/watchdog/start";
import { waitingForDatabase, welcome } from "@/lib/system/welcome";

/** How long after the start Next is loaded, unless a page is requested earlier. */
const LOAD_PAGES_AFTER_MILLISECONDS = 500;
const DRAIN_SWEEP_MILLISECONDS = 100;
/** The limit of pages is this many times the API's, because a browser requests pages and their parts in bursts. */
const PAGE_REQUESTS_FACTOR = 5;
/** The number of report forms that an address may send. A form with an error at a field does not count. */
const REPORTS_A_DAY = 20;
/** The number that all addresses of an IPv6 /48 may send together. */
const REPORTS_OF_NETWORK_A_DAY = 100;
/** Letters about an arrived application that one mailbox gets, and those about decisions, from all senders together. */
const RECEIPTS_A_DAY = 3;
const DECISIONS_A_DAY = 10;
/** Messages to A2A doors that an address may send without a token. */
const GUEST_MESSAGES_A_MINUTE = 5;

async function openLimiters(config: Settings) {
  const windowSeconds = config.RATE_LIMIT_WINDOW_SECONDS;
  const limiters = await createLimiters(
    limiterStoreOf(config),
    {
      api: { requests: config.RATE_LIMIT_REQUESTS, windowSeconds },
      pages: { requests: config.RATE_LIMIT_REQUESTS * PAGE_REQUESTS_FACTOR, windowSeconds },
      applications: { requests: 10, windowSeconds: FORM_WINDOW_SECONDS },
      reports: { requests: REPORTS_A_DAY, windowSeconds: 86_400 },
      networkReports: { requests: REPORTS_OF_NETWORK_A_DAY, windowSeconds: 86_400 },
      guests: { requests: GUEST_MESSAGES_A_MINUTE, windowSeconds: 60 },
      receipts: { requests: RECEIPTS_A_DAY, windowSeconds: 86_400 },
      decisions: { requests: DECISIONS_A_DAY, windowSeconds: 86_400 },
    },
    (change) => log().warn({ event: "limiter", ...change }),
  );
  lifecycle.limiter = limiters.api;
  return limiters;
}

/** Shows that the service is ready, with the operator token if this start created it. The token is shown only once. */
function announceReady(base: string, token: string | null, config: Settings): void {
  if (isPretty()) process.stdout.write(welcome(base, token, config));
  else if (token !== null) {
    const notice = `Operator token, shown this once and kept in ${tokenFile(config.DATA_DIR)}`;
    log().info({ event: "operator_token", operator_token: token }, notice);
  }
}

/** Returns whether a page needs scripts, as `scripts/build.mjs` found out. */
function readInteractivePages(): (path: string) => boolean {
  const templates: `/${string}`[] = JSON.parse(readFileSync(rootPath(".next", "interactive-pages.json"), "utf8"));
  const pages = new Routes(templates.map((path) => ({ path })));
  return (path) => pages.find(path) !== null;
}

/**
 * Imports the route file of a path template. The build has compiled it next to this file, so both use the same modules.
 * Text after a parameter has its own folder: `[did]/atom` for `{did}.atom`, `[id]/cancel` for `{id}:cancel`.
 * @param rest the last parameter, if it takes the rest of the path
 */
async function loadRoute(template: string, rest?: string): Promise<RouteModule> {
  const folder = template
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === rest ? `[...${name}]` : `[${name}]`))
    .replaceAll(/\][.:]/g, "]/");
  return import(new URL(`.${encodeURI(`/app${folder}/route.js`)}`, import.meta.url).href);
}

/**
 * Loads `next.config.mjs`. Next would load it later, and print how long that took. A start prints only our lines, and
 * the log only JSON. Next has no setting for this.
 */
async function loadSettingsOfNext(): Promise<void> {
  const [{ PHASE_PRODUCTION_SERVER }, { default: config }] = await Promise.all([
    import("next/constants.js"),
    import("next/dist/server/config.js"),
  ]);
  const load = "default" in config ? (config.default as typeof config) : config;
  await load(PHASE_PRODUCTION_SERVER, rootPath());
}

/** Loads Next. @param upgrades emits upgrade requests to Next, in development only */
async function loadNext(config: Settings, upgrades: Server): Promise<EdgeOptions["handle"]> {
  const { default: next } = await import("next");
  const dev = config.NODE_ENV === "development";
  if (!dev) await loadSettingsOfNext();
  const app = next({
    dev,
    dir: rootPath(),
    httpServer: upgrades,
    // Next fetches this address after a form that leads to another page. Without it, Next uses port 3000.
    hostname: config.HOST ?? "localhost",
    port: config.PORT,
  });
  await app.prepare();
  return app.getRequestHandler();
}

interface ServerParts {
  server: Server;
  /** Loads Next. The API does not wait for it; pages do. */
  loadPages: () => Promise<unknown>;
  closeLimiters: () => Promise<void>;
}

async function buildServer(config: Settings): Promise<ServerParts> {
  const dev = config.NODE_ENV === "development";
  // Next gets this in place of our server, so it cannot handle upgrades itself. In production none are passed on.
  const upgrades = new EventEmitter() as Server;
  let loading: ReturnType<typeof loadNext> | undefined;
  const load = () => {
    loading ??= loadNext(config, upgrades);
    return loading;
  };
  const handle: EdgeOptions["handle"] = async (request, response) => (await load())(request, response);
  const limiters = await openLimiters(config);
  const buildFiles = dev ? [] : await publicFiles(rootPath(".next", "static"), "/_next/static");
  const files = new Map([...(await publicFiles(rootPath("public"))), ...buildFiles]);
  const cache = new ResponseCache({ declared: cacheables(ROUTED_ENDPOINTS, PUBLIC_PAGES), hosts: config, isCaughtUp });
  watchChanges(cache.changes);
  const edge = new Edge({
    cache,
    handle,
    classify: classifier(files, ROUTED_ENDPOINTS, dev),
    dispatch: new Dispatch(ROUTED_ENDPOINTS, loadRoute),
    pageRoutes: new Routes(PUBLIC_PAGES),
    turnOf: turnsOf(ROUTED_ENDPOINTS),
    isOpenSession: async (secret) =>
      (await findSession({ db: openDatabase(), clock: () => new Date(), log: log() }, "console", secret)) !== null,
    isInteractivePage: dev ? () => true : readInteractivePages(),
    files,
    limiters,
    guards: createGuards(config, (authorization) => {
      const token = bearerToken(authorization);
      if (token === null || !isPlausibleToken(token)) return undefined;
      return authenticate({ db: openDatabase(), clock: () => new Date(), log: log() }, authorization);
    }),
    proxies: trustedProxies(config.TRUSTED_PROXIES),
    maxBodyBytes: config.MAX_BODY_BYTES,
    hosts: config,
    isDraining: () => lifecycle.draining,
    log: log(),
    dev,
  });
  const server = createServer({
    headersTimeout: Math.round(config.HEADERS_SECONDS * 1_000),
    requestTimeout: 30_000,
    // How often the two timeouts above are checked.
    connectionsCheckingInterval: Math.round(config.HEADERS_SECONDS * 200),
    // The edge rejects requests without a host itself, so the error has the usual headers.
    requireHostHeader: false,
    keepAliveTimeout: 65_000,
    maxHeaderSize: 16_384,
  });
  const takeAllowance = (address = "") => limiters.api.take(addressBucket(plainAddress(address)));
  server.on("request", (request, response) => edge.serve(request, response));
  server.on("checkContinue", (request, response) => edge.serve(request, response, true));
  // Unknown expectations are ignored (RFC 9110, 10.1.1 allows this).
  server.on("checkExpectation", (request, response) => edge.serve(request, response));
  server.on("connect", async (request, socket) => {
    // Node passes the socket to us, including its errors.
    socket.on("error", () => {});
    respondToConnect(socket, await takeAllowance(request.socket.remoteAddress));
  });
  server.on("clientError", async (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable || hasResponseBegun(socket)) return void socket.destroy();
    respondToClientError(socket, error.code, await takeAllowance((socket as { remoteAddress?: string }).remoteAddress));
  });
  if (dev) server.on("upgrade", (...args) => upgrades.emit("upgrade", ...args));
  return { server, loadPages: load, closeLimiters: () => limiters.api.close() };
}

/** Stops accepting requests, waits for running ones, then closes their resources. */
async function drain(server: Server, closers: (() => Promise<void>)[]): Promise<void> {
  lifecycle.draining = true;
  endStreams();
  log().info({ event: "draining" });
  const closed = new Promise<boolean>((resolve) => server.close(() => resolve(true)));
  // Node closes idle connections once, at `close()`. Those that become idle later are closed here.
  const sweep = setInterval(() => server.closeIdleConnections(), DRAIN_SWEEP_MILLISECONDS);
  const finished = await Promise.race([closed, sleep(settings().DRAIN_SECONDS * 1_000, false)]);
  clearInterval(sweep);
  server.closeAllConnections();
  for (const close of closers)
    await close().catch((error: unknown) => log().warn({ event: "close", error: reasonOf(error) }));
  log().info({ event: "stopped", finished });
  await endProcess(0);
}

async function main(): Promise<void> {
  const isSupervised = process.connected;
  // If the log's reader ends, writes fail. Logging that failure would fail too, and so on.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => {});
  claimBuild(rootPath());
  const config = readSettings();
  const host = config.HOST ?? (config.NODE_ENV === "development" ? "127.0.0.1" : undefined);
  const refusal = await tryListening(config.PORT, host);
  if (refusal) throw new Error(faultOfListening(refusal, config.PORT, host));
  const closeTracing = await openTracing();
  assertDriver();
  assertInternals();
  lifecycle.hasServer = true;
  holdGuards(openDatabase());
  const embedded =
    "socket" in databaseAddress()
      ? await startEmbedded(
          { socket: socketIn(config.DATA_DIR), directory: path.resolve(config.DATA_DIR, "postgres") },
          { onConnections: setConnectionCount },
        )
      : undefined;
  const [{ waitsFor, done }, { server, loadPages, closeLimiters }] = await Promise.all([
    beginPreparing(),
    buildServer(config),
  ]);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(new Error(faultOfListening(error, config.PORT, host))));
    server.listen(config.PORT, host, resolve);
  });
  const bound = server.address() as AddressInfo;
  // Loading Next blocks the process, so the first API requests come before it, and the watchdog begins after it.
  setTimeout(() => {
    loadPages()
      .then(() => {
        lifecycle.ask = ownRequests(bound);
        return startWatchdog(config.NODE_ENV === "production" ? config.WATCHDOG_SECONDS : 0);
      })
      .catch(fail);
  }, LOAD_PAGES_AFTER_MILLISECONDS);
  const stopRefresh = startDailyRefresh(invalidateAll);
  const stops = [
    startIdleCollection(),
    ...[
      stopRefresh,
      startIndexing(),
      startClockWatch(),
      startStatusChecks(),
      startErasure(),
      startKeyChanges(),
      startDigests(),
    ],
    ...[
      startDomainChecks(),
      startLivenessChecks(),
      startLatencyRecords(),
      startSourceFetching(),
      startFollowingAgents(),
      startFollowingChanges(),
      startNumbering(() => lifecycle.prepared),
    ],
  ];
  const stopVectors = startVectorWorker(() => lifecycle.prepared);
  const stopWebhooks = startWebhooks(() => lifecycle.prepared);
  const stopWitnessing = startWitnessing(() => lifecycle.prepared);
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    for (const stop of stops) stop();
    void drain(server, [
      closeLimiters,
      stopVectors,
      stopWebhooks,
      stopWitnessing,
      endEncoder,
      closeDatabase,
      closeGuards,
      async () => embedded?.stop(),
      closeTracing,
    ]);
  };
  // The process of `npm start` may disappear, also before this moment.
  for (const reason of ["SIGTERM", "SIGINT", "disconnect"] as const) process.on(reason, stop);
  if (isSupervised && !process.connected) stop();
  const { port } = bound;
  const base = config.PUBLIC_URL ?? `http://${host ?? "localhost"}:${port}`;
  if (waitsFor !== null && isPretty()) process.stdout.write(waitingForDatabase(waitsFor, config));
  done.then((token) => announceReady(base, token, config)).catch(fail);
  log().info({ event: "listening", port, database: embedded ? "embedded" : "postgres" });
}

async function fail(error: unknown): Promise<never> {
  process.stderr.write(`${sentenceOf(error)}\n`);
  return endProcess(1);
}

main().catch(fail);
