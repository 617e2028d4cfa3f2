import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { newServerDatabase, onServer } from "@/lib/database/testing/template";
import { makeCertificate, type OwnCertificate } from "../http/own-certificate";
import { freePort, type RunningServer, startServer } from "../http/start-server";
import { bearer } from "../http/visitor";

const OPERATOR_TOKEN = "the-operator-behind-a-proxy";
/** Larger than the limit of a body. */
const LARGE_BYTES = 200_000;

interface Place {
  folder: string;
  port: number;
  certificate: OwnCertificate;
  instances: readonly number[];
}

/** Replaces a part of a recipe that every operator must set. */
function set(recipe: string, from: string | RegExp, to: string): string {
  const changed = recipe.replace(from, to);
  expect(changed).not.toBe(recipe);
  return changed;
}

async function startNginx({ folder, port, certificate, instances }: Place): Promise<ChildProcess> {
  let recipe = readFileSync("deploy/proxy/nginx.conf", "utf8");
  recipe = set(recipe, "listen 80;", `listen 127.0.0.1:${await freePort()};`);
  recipe = set(recipe, "listen 443 ", `listen 127.0.0.1:${port} `);
  recipe = set(recipe, /server_name federation\.example/g, "server_name localhost");
  recipe = set(recipe, "/etc/ssl/federation.pem", certificate.cert);
  recipe = set(recipe, "/etc/ssl/federation.key", certificate.key);
  recipe = set(recipe, "    server 127.0.0.1:3000;", instances.map((each) => `server 127.0.0.1:${each};`).join("\n"));
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const folders = kinds.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join("\n");
  // Otherwise its workers run as another account, for which the folder is closed.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const main = `${user} daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}
    http { access_log off; ${folders}\n${recipe} }`;
  writeFileSync(path.join(folder, "nginx.conf"), main);
  return spawn("nginx", ["-p", folder, "-e", "stderr", "-c", path.join(folder, "nginx.conf")], { stdio: "ignore" });
}

async function startCaddy({ folder, port, certificate, instances }: Place): Promise<ChildProcess> {
  const recipe = readFileSync("deploy/proxy/Caddyfile", "utf8");
  const tls = `tls ${certificate.cert} ${certificate.key}\n\trespond /metrics 404`;
  writeFileSync(
    path.join(folder, "Caddyfile"),
    `{\n admin off\n auto_https disable_redirects\n}\n${set(recipe, "respond /metrics 404", tls)}`,
  );
  const env = {
    ...{ PATH: process.env["PATH"], HOME: folder, SITE: `https://localhost:${port}` },
    INSTANCES: instances.map((each) => `127.0.0.1:${each}`).join(" "),
  } as unknown as NodeJS.ProcessEnv;
  return spawn("caddy", ["run", "--config", path.join(folder, "Caddyfile")], { env, stdio: "ignore" });
}

/** Caddy has no other processes, and waits long for idle connections when it ends by itself. */
const PROXIES = [
  { name: "nginx", end: "SIGTERM", installed: spawnSync("nginx", ["-v"]).status === 0, start: startNginx },
  { name: "Caddy", end: "SIGKILL", installed: spawnSync("caddy", ["version"]).status === 0, start: startCaddy },
] as const;

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Ask {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Starts instances and a proxy in front of them. */
async function start(count: number, { start: startProxy, end }: (typeof PROXIES)[number]) {
  const folder = mkdtempSync(path.join(tmpdir(), "governance-proxy-"));
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  const certificate = makeCertificate(folder);
  const port = await freePort();
  const database = await newServerDatabase();
  cleanUps.push(() => database?.drop());
  const env: Record<string, string> = {
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...{ OPERATOR_TOKEN, PUBLIC_URL: `https://localhost:${port}`, TRUSTED_PROXIES: "127.0.0.1/32" },
    // All requests come from one address.
    RATE_LIMIT_REQUESTS: "10000",
  };
  const servers: RunningServer[] = [];
  for (let index = 0; index < count; index += 1) {
    const server = await startServer({ env });
    servers.push(server);
    cleanUps.push(server.cleanUp);
  }
  const proxy = await startProxy({ folder, port, certificate, instances: servers.map((each) => each.port) });
  cleanUps.push(async () => {
    proxy.kill(end);
    if (proxy.exitCode === null && proxy.signalCode === null) await once(proxy, "exit");
  });
  const ca = readFileSync(certificate.authority);

  /** Sends a request through the proxy, without waiting for the body. */
  async function open(
    address: string,
    { method = "GET", headers = {}, body = "" }: Ask = {},
  ): Promise<IncomingMessage> {
    const asked = request({
      ...{ host: "127.0.0.1", port, servername: "localhost", ca, method, path: address, agent: false },
      headers: {
        host: `localhost:${port}`,
        ...headers,
        ...(body ? { "content-length": Buffer.byteLength(body) } : {}),
      },
    });
    asked.end(body);
    const [response] = await once(asked, "response");
    return response;
  }
  async function ask(address: string, options: Ask = {}) {
    const response = await open(address, options);
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }
  await expect.poll(async () => (await ask("/readyz").catch(() => null))?.status).toBe(200);
  return { ask, open, port, servers };
}

describe.each(PROXIES)("behind $name, as its recipe says,", (kind) => {
  it("one instance works as without it: addresses, limits, errors, streams", async ({ skip }) => {
    skip(!kind.installed, `${kind.name} is not installed.`);
    const { ask, open, port } = await start(1, kind);
    const own = `https://localhost:${port}`;

    const page = await ask("/");
    expect(page).toMatchObject({ status: 200, headers: { "strict-transport-security": expect.any(String) } });
    expect((await ask("/llms.txt")).body).toContain(`${own}/join`);

    // The address is the peer's, not what a client claims.
    const remaining: number[] = [];
    for (const claimed of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) {
      const { headers } = await ask("/api/rfc/status", { headers: { "x-forwarded-for": claimed } });
      remaining.push(Number(headers["x-ratelimit-remaining"]));
    }
    expect(remaining.map((each) => (remaining[0] ?? 0) - each)).toEqual([0, 1, 2]);

    // Addresses arrive as they were sent, and errors are the service's.
    const encoded = await ask("/v0.1/servers/com.example%2Fnone/versions/latest");
    expect([encoded.status, JSON.parse(encoded.body).error]).toEqual([404, "Server not found"]);
    expect((await ask("//agents")).headers["x-request-id"]).toBeDefined();
    const headers = { ...bearer(OPERATOR_TOKEN), "content-type": "application/json" };
    const large = await ask("/api/memory/anchor", { method: "POST", headers, body: `"${"x".repeat(LARGE_BYTES)}"` });
    expect([large.status, large.headers["content-type"]]).toEqual([413, expect.stringContaining("json")]);
    expect((await ask("/metrics")).status).toBe(404);

    // An event arrives while the stream is open.
    const stream = await open("/api/events/stream");
    let received = "";
    stream.setEncoding("utf8").on("data", (part: string) => (received += part));
    const body = JSON.stringify({ did: "did:test:s1:proxied", name: "Proxied" });
    expect((await ask("/api/agent/register", { method: "POST", headers, body })).status).toBe(201);
    await expect.poll(() => received).toContain("did:test:s1:proxied");
    stream.destroy();
  });

  it("three instances share the requests, and no read is lost while one ends", async ({ skip }) => {
    skip(!kind.installed, `${kind.name} is not installed.`);
    skip(!onServer, "Several instances need PostgreSQL (TEST_DATABASE_URL).");
    const { ask, servers } = await start(3, kind);
    const ended = servers[0] as RunningServer;
    const served = () => servers.map((server) => server.output().match(/"route":"\/api\/rfc\/status"/g)?.length ?? 0);
    const statuses: (number | undefined)[] = [];
    const read = async () => void statuses.push((await ask("/api/rfc/status")).status);
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 6 }, read));
    await expect.poll(() => Math.min(...served())).toBeGreaterThan(0);

    const stopped = ended.stop("SIGTERM");
    for (let round = 0; round < 15; round += 1) await Promise.all(Array.from({ length: 4 }, read));
    expect(await stopped).toBe(0);
    expect(statuses).toEqual(Array.from({ length: 120 }, () => 200));
  });
});
