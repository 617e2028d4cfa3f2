import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { type SharedServer, sharedServer } from "./shared-servers";
import { dial, freshAddress, parseAnswer, send, sendRaw, visitorOf } from "./visitor";

/** The guarantees of the contract ("Limits") and this service for every response. */
function expectBaseHeaders(headers: IncomingHttpHeaders): void {
  expect(headers["x-ratelimit-limit"]).toBe("100");
  expect(headers["x-ratelimit-remaining"]).toMatch(/^\d+$/);
  const reset = Number(headers["x-ratelimit-reset"]) - Date.now() / 1_000;
  // A route's first response may take a second or two longer than the window.
  expect(reset).toBeGreaterThan(-5);
  expect(reset).toBeLessThanOrEqual(10);
  expect(headers["x-request-id"]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(headers["access-control-allow-origin"]).toBe("*");
  const exposed = String(headers["access-control-expose-headers"]).split(", ");
  for (const name of ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"]) {
    expect(exposed).toContain(name);
  }
  expect(headers["x-powered-by"]).toBeUndefined();
  const varying = String(headers["vary"] ?? "").split(/, */);
  expect(varying).toEqual([...new Set(varying)]);
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["content-security-policy"]).toMatch(/^default-src 'none';/);
}

const staticFile = () => `/_next/static/media/${readdirSync("dist/.next/static/media")[0]}`;
const http11 = (requestLine: string, headers = "Host: a\r\n") =>
  `${requestLine} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`;

describe("every response", () => {
  let server: SharedServer;
  beforeAll(async () => {
    server = await sharedServer("plain");
  });

  it.each([
    ["an API read", "GET", "/health", 200],
    ["the description", "GET", "/openapi.json", 200],
    ["the evidence manifest", "GET", "/evidence/manifest.json", 200],
    ["an evidence document", "GET", "/evidence/charter.md", 200],
    ["a page", "GET", "/agents", 200],
    ["the page that is declared", "GET", "/changelog", 200],
    ["the release list", "GET", "/releases.json", 200],
    ["a feed", "GET", "/changelog.atom", 200],
    ["the agent descriptor", "GET", "/.well-known/agent.json", 200],
    ["the text for language models", "GET", "/llms.txt", 200],
    ["a metadata route of Next's own", "GET", "/robots.txt", 200],
    ["the site map", "GET", "/sitemap.xml", 200],
    ["a security.txt that nobody is named in", "GET", "/.well-known/security.txt", 404],
    ["a static file", "GET", staticFile(), 200],
    ["the icon that browsers ask for by themselves", "GET", "/favicon.ico", 200],
    ["a probe", "GET", "/livez", 200],
    ["readiness", "GET", "/readyz", 200],
    ["a write without a token", "POST", "/api/agent/join", 401],
    ["an unknown API path", "GET", "/api/nope", 404],
    ["an unknown page", "GET", "/nowhere", 404],
    ["an unknown static file", "GET", "/_next/static/nope.js", 404],
    ["a wrong method", "DELETE", "/health", 405],
    ["a wrong method on an unknown path", "PUT", "/api/nope", 404],
    ["a page that is asked to change", "DELETE", "/agents", 405],
    ["a page that is posted to", "POST", "/", 405],
    ["a form that no page of ours sent", "POST", "/console/sign-in", 403],
    ["a redirect of Next's own", "GET", "/agents/", 308],
    ["a HEAD", "HEAD", "/health", 200],
    ["a preflight", "OPTIONS", "/api/agent/join", 204],
    ["a malformed escape", "GET", "/%ff", 400],
  ])("has the standard headers: %s (%s %s)", async (_, method, path, status) => {
    const headers = status === 400 && method === "POST" ? { "next-action": "abc" } : {};
    const answer = await visitorOf(server.url)(path, { method, headers });
    expect(answer.status).toBe(status);
    expectBaseHeaders(answer.headers);
  });

  it.each([
    ["a target that is no path", http11("GET %"), 400],
    ["a broken escape", http11("GET /%"), 400],
    ["an escape that is no UTF-8", http11("GET /%ff"), 400],
    ["a path that browsers read as a host", http11("GET //host/x"), 400],
    ["the same in backslashes", http11("GET \\\\host"), 400],
    ["the same behind a slash", http11("GET /\\host"), 400],
    ["the same behind dot segments", http11("GET /x/..//host"), 400],
    ["the same, escaped", http11("GET /%2fhost"), 400],
    ["NUL in a path", http11("GET /api/agents/did%00x"), 400],
    ["a target that is an asterisk", http11("GET *"), 400],
    ["TRACE", http11("TRACE /"), 405],
    ["a WebDAV method", http11("PROPFIND /"), 405],
    ["CONNECT", http11("CONNECT a:80"), 405],
    ["no Host", http11("GET /health", ""), 400],
    ["two Hosts", http11("GET /health", "Host: a\r\nHost: a\r\n"), 400],
    ["a method nobody knows on the API", http11("PROPFIND /api/agents/did:a:b:c"), 405],
    ["the same where nothing is", http11("PROPFIND /api/nope"), 404],
    ["a Host that is none", http11("GET /health", "Host: a b/c\r\n"), 400],
    ["an absolute URI", http11("GET http://elsewhere.example/health"), 200],
    ["an absolute URI without a path", http11("GET http://elsewhere.example?q=1"), 200],
    ["an Upgrade, answered as if it were plain", http11("GET /health", "Host: a\r\nUpgrade: h2c\r\n"), 200],
    ["an expectation nobody knows", http11("GET /health", "Host: a\r\nExpect: tea\r\n"), 200],
    ["headers without end", http11("GET /health", `Host: a\r\nX: ${"y".repeat(20_000)}\r\n`), 431],
    ["a path without end", http11(`GET /${"y".repeat(20_000)}`), 431],
    ["two lengths of one body", http11("POST /health", "Host: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n"), 400],
    [
      "a length and chunks",
      http11("POST /health", "Host: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n"),
      400,
    ],
    ["a version of HTTP that the service does not speak", "GET /health HTTP/2.0\r\nHost: a\r\n\r\n", 400],
    ["the first version", "GET /health HTTP/0.9\r\nHost: a\r\n\r\n", 400],
    [
      "chunks in HTTP/1.0",
      "POST /health HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
      400,
    ],
    [
      "chunks of another coding",
      "POST /health HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
      400,
    ],
    ["TLS on a plain port", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400],
    ["HTTP/2 on a plain port", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    ["HTTP/1.0 without a Host", "GET /health HTTP/1.0\r\n\r\n", 200],
  ])("has the standard headers on a raw socket: %s", async (_, bytes, status) => {
    const answer = await sendRaw(server.port, bytes);
    expect(answer.status).toBe(status);
    expectBaseHeaders(answer.headers);
    if (status >= 400)
      expect(JSON.parse(answer.body)).toMatchObject({ error: expect.any(String), code: expect.any(String) });
    if (status === 405) expect(answer.headers["allow"]).toContain("GET");
    if (bytes.startsWith("PROPFIND /api") && status === 405) {
      expect(answer.headers["allow"]).toBe("GET, HEAD, OPTIONS");
      expect(JSON.parse(answer.body).message).toBe("This path supports GET, HEAD, OPTIONS.");
    }
  });

  it("to a WebSocket handshake is that of a plain request, and the connection ends, because what follows is lost", async () => {
    const { socket, heard } = await dial(server.port);
    const key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    const ended = once(socket, "close");
    const handshake = `GET /_next/webpack-hmr HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n`;
    socket.write(handshake + http11("GET /livez"));
    await ended;
    expect(heard()).toMatch(/<\/html>$/);
    expect(parseAnswer(heard()).status).toBe(404);
    expect(parseAnswer(heard()).headers["connection"]).toBe("close");
    expectBaseHeaders(parseAnswer(heard()).headers);
  });

  it.each([
    ["a document", "/incidents", 0],
    ["a page that hydrates", "/evidence", 1],
    ["a page that hydrates and is kept", "/anchors", 1],
    ["the console", "/console/sign-in", 1],
    ["no page", "/nowhere", 0],
  ])("lets %s run only the scripts of this service and its own inline ones: %s", async (_, path, least) => {
    const ask = visitorOf(server.url);
    const forged = { "content-security-policy": "script-src 'nonce-Zm9yZ2Vk'" };
    for (const headers of [forged, {}, { "if-none-match": '"other"' }]) {
      const answer = await ask(path, { headers });
      const inline = [...answer.body.matchAll(/<script(?: id="[^"]*")?>([^<]*)<\/script>/g)].map(
        ([, text = ""]) => text,
      );
      const scripts = answer.body.match(/<script/g)?.length ?? 0;
      const loaded = answer.body.match(/<script [^>]*src="\/[^"]*"/g)?.length ?? 0;
      expect(scripts).toBe(loaded + inline.length);
      expect(inline.length).toBeGreaterThanOrEqual(least);
      if (least === 0) expect([loaded, inline]).toEqual([1, []]);
      const hashes = inline.map((text) => ` 'sha256-${createHash("sha256").update(text).digest("base64")}'`);
      const policy = String(answer.headers["content-security-policy"]);
      expect(policy).toContain(`script-src 'self'${hashes.join("")};`);
      expect(policy + answer.body).not.toMatch(/nonce=|nonce-|unsafe|strict-dynamic/);
    }
  });

  it.each([
    ["a chunk", "/_next/static/chunks/", /immutable/],
    ["the script of every page", "/portal.js", /max-age=0/],
  ])("sends %s as compressed by the build, if the client accepts it", async (_, place, caching) => {
    const ask = visitorOf(server.url);
    const chunk = readdirSync("dist/.next/static/chunks").find((name) => name.endsWith(".js"));
    const script = place.endsWith("/") ? `${place}${chunk}` : place;
    const [brotli, plain, refused] = await Promise.all(
      ["gzip, deflate, br, zstd", "identity", "br;q=0, identity"].map((accepted) =>
        ask(script, { headers: { "accept-encoding": accepted } }),
      ),
    );
    expect(brotli?.headers["content-encoding"]).toBe("br");
    expect(brotli?.headers["content-type"]).toBe(plain?.headers["content-type"]);
    expect(brotli?.headers["cache-control"]).toMatch(caching);
    expect(Number(brotli?.headers["content-length"])).toBeLessThan(Number(plain?.headers["content-length"]));
    for (const answer of [plain, refused]) expect(answer?.headers["content-encoding"]).toBeUndefined();
    for (const answer of [brotli, plain]) expect(answer?.headers["vary"]).toMatch(/accept-encoding/i);
  });

  it("sends Strict-Transport-Security only to clients that used TLS", async () => {
    const ask = visitorOf(server.url);
    const [plain, secure] = await Promise.all(
      ["http", "https"].map((proto) => ask("/agents", { headers: { "x-forwarded-proto": proto } })),
    );
    expect(plain?.headers["strict-transport-security"]).toBeUndefined();
    expect(secure?.headers["strict-transport-security"]).toMatch(/^max-age=\d+/);
  });

  it("has its own request id, also if the client sends one", async () => {
    const ask = visitorOf(server.url);
    const answers = await Promise.all([1, 2].map(() => ask("/health", { headers: { "x-request-id": "mine" } })));
    const ids = answers.map((answer) => answer.headers["x-request-id"]);
    expect(new Set([...ids, "mine"]).size).toBe(3);
  });

  it("has its request id in the log, with the client's address and without a token", async () => {
    const address = freshAddress();
    const secret = `secret-${"x".repeat(24)}`;
    const headers = { authorization: `Bearer ${secret}` };
    const answer = await visitorOf(server.url, address)("/health?q=private", { headers });
    await expect.poll(server.output).toContain(String(answer.headers["x-request-id"]));
    const line = (await server.output())
      .split("\n")
      .find((entry) => entry.includes(String(answer.headers["x-request-id"])));
    expect(JSON.parse(String(line))).toMatchObject({
      event: "request",
      method: "GET",
      path: "/health",
      status: 200,
      address,
    });
    expect(await server.output()).not.toContain(secret);
    expect(line).not.toContain("private");
  });

  it("allows other sites to call the API with a token", async () => {
    const answer = await send(`${server.url}/api/agent/join`, { method: "OPTIONS" });
    expect(answer.status).toBe(204);
    expect(answer.headers["access-control-allow-methods"]).toMatch(/POST, PATCH, DELETE/);
    expect(answer.headers["access-control-allow-headers"]).toMatch(/authorization.*content-type.*if-match/i);
    expect(answer.headers["access-control-expose-headers"]).toMatch(/\betag\b/i);
  });

  it("is still sent after all of these requests", async () => {
    expect((await send(`${server.url}/livez`)).status).toBe(200);
    expect(await server.output()).not.toMatch(/unhandled|uncaught/i);
  });
});
