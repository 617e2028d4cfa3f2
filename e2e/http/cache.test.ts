import { createHash, randomUUID } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type RunningServer, startServer } from "./start-server";
import { bearer, freshAddress, longWindow, send, TRUST_LOOPBACK, visitorOf } from "./visitor";

// Other test files must not write here, because each write empties a part of the cache.
let server: RunningServer;
let operator: Record<string, string>;
beforeAll(async () => {
  server = await startServer({ env: { ...TRUST_LOOPBACK, ...longWindow(), RATE_LIMIT_REQUESTS: "1000000" } });
  // The first check of the status, soon after the pages are loaded, changes every page.
  const isChecked = async () => {
    const { checked_at } = await (await fetch(`${server.url}/api/system/status`)).json();
    return checked_at !== null && Date.now() - Date.parse(checked_at) < 120_000;
  };
  await vi.waitUntil(isChecked, { timeout: 60_000, interval: 200 });
  operator = bearer(await server.operatorToken());
});
afterAll(() => server.cleanUp());

const ask = (path: string, options: Parameters<ReturnType<typeof visitorOf>>[1] = {}) =>
  visitorOf(server.url)(path, options);
const join = (did: string) =>
  ask("/api/agent/join", { method: "POST", headers: operator, body: { did, name: "Cached", zone: "s1" } });

interface Received {
  headers: Headers;
  /** As transferred. */
  bytes: number;
  text: string;
}

async function bytesOf(path: string, encoding: string): Promise<Received> {
  const { get } = await import("node:http");
  return new Promise((resolve, reject) => {
    get(
      server.url + path,
      { headers: { "accept-encoding": encoding, "x-forwarded-for": freshAddress() } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk) => chunks.push(chunk));
        answer.on("end", () => {
          const bytes = Buffer.concat(chunks);
          const open = { br: brotliDecompressSync, gzip: gunzipSync }[String(answer.headers["content-encoding"])];
          const headers = new Headers(answer.headers as Record<string, string>);
          resolve({ headers, bytes: bytes.byteLength, text: (open?.(bytes) ?? bytes).toString() });
        });
      },
    ).on("error", reject);
  });
}

describe("a cached read", () => {
  it("is computed once, and repeated with its own rate limit, request id and every standard header", async () => {
    const path = `/api/agents/directory?q=${randomUUID()}`;
    const visit = visitorOf(server.url);
    const [first, second] = [await visit(path), await visit(path)];
    expect([first.headers["x-cache"], second.headers["x-cache"]]).toEqual(["miss", "hit"]);
    expect(second.body).toBe(first.body);
    expect(second.remaining).toBe(first.remaining - 1);
    expect(second.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
    const varying = ["x-cache", "x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset", "date"];
    const constant = (headers: object) => Object.entries(headers).filter(([name]) => !varying.includes(name));
    expect(constant(second.headers)).toEqual(constant(first.headers));
    await expect.poll(server.output).toContain('"cache":"hit"');
    const metrics = (await ask("/metrics")).body;
    for (const outcome of ["hit", "miss"]) {
      expect(metrics).toMatch(RegExp(`^response_cache_requests_total\\{outcome="${outcome}"\\} [1-9]`, "m"));
    }
    expect(metrics).toMatch(/^response_cache_bytes [1-9]/m);
  });

  it("is the same in every encoding, and 304 for a client that has it in any of them", async () => {
    const answers = await Promise.all(["identity", "gzip", "br"].map((encoding) => bytesOf("/openapi.json", encoding)));
    const [identity] = answers;
    for (const { headers, text } of answers) {
      expect(text).toBe(identity?.text);
      expect(headers.get("vary")).toBe("Accept-Encoding");
      const tag = headers.get("etag") ?? "";
      expect(tag).toContain(`"${createHash("sha256").update(text).digest("base64url")}"`);
      const known = await ask("/openapi.json", { headers: { "if-none-match": `"other", ${tag}` } });
      expect([known.status, known.body, known.headers["content-length"]]).toEqual([304, "", undefined]);
    }
    expect(answers.map(({ headers }) => headers.get("content-encoding"))).toEqual([null, "gzip", "br"]);
    const other = await ask("/openapi.json", { headers: { "if-none-match": '"other"' } });
    expect(other.status).toBe(200);
  });

  it("has no body for HEAD, but the full length", async () => {
    const [whole, head] = [await ask("/llms.txt"), await ask("/llms.txt", { method: "HEAD" })];
    expect([head.status, head.body, head.headers["content-length"]]).toEqual([
      200,
      "",
      String(Buffer.byteLength(whole.body)),
    ]);
    expect(head.headers["etag"]).toBe(whole.headers["etag"]);
  });

  it("is the same for a caller with a token, and for a visitor with a session", async () => {
    const { body } = await ask("/api/incidents");
    for (const headers of [operator, { cookie: "console-session=x" }]) {
      const again = await ask("/api/incidents", { headers });
      expect([again.headers["x-cache"], again.body]).toEqual(["hit", body]);
    }
  });

  it("of a full page of a log stays cached when the log grows", async () => {
    const anchor = () =>
      ask("/api/memory/anchor", { method: "POST", headers: operator, body: { payload: { of: "cache" } } });
    await anchor();
    const page = "/api/memory/log?log=anchors&from=1&limit=1";
    const first = await ask(page);
    expect(await anchor()).toMatchObject({ status: 201 });
    const second = await ask(page);
    expect([second.headers["x-cache"], second.body]).toEqual(["hit", first.body]);
  });
});

describe("a page", () => {
  const BROWSER = { accept: "text/html,*/*;q=0.8" };

  it("is rendered once, and repeated with its own request id and every other header", async () => {
    const path = `/agents?role=${randomUUID()}`;
    const [first, second] = [await ask(path, { headers: BROWSER }), await ask(path, { headers: BROWSER })];
    expect([first.headers["x-cache"], second.headers["x-cache"]]).toEqual(["miss", "hit"]);
    expect(second.body).toBe(first.body);
    expect(second.headers["x-request-id"]).not.toBe(first.headers["x-request-id"]);
    const varying = ["x-cache", "x-request-id", "x-ratelimit-reset", "date"];
    const constant = (headers: object) => Object.entries(headers).filter(([name]) => !varying.includes(name));
    expect(constant(second.headers)).toEqual(constant(first.headers));
    expect(second.headers).toMatchObject({ "cache-control": "no-cache", "content-type": "text/html; charset=utf-8" });
    await expect.poll(server.output).toMatch(/"route":"\/agents",[^}]*"cache":"hit"/);
  });

  it("is the same in every encoding, 304 for a browser that has it, and without a body for HEAD", async () => {
    const answers = await Promise.all(["identity", "gzip", "br"].map((encoding) => bytesOf("/docs", encoding)));
    const [identity] = answers;
    for (const { headers, text } of answers) {
      expect(text).toBe(identity?.text);
      const known = await ask("/docs", { headers: { "if-none-match": headers.get("etag") ?? "" } });
      expect([known.status, known.body, known.headers["content-length"]]).toEqual([304, "", undefined]);
      expect(known.headers["content-security-policy"]).toBe(headers.get("content-security-policy"));
    }
    expect(answers.map(({ headers }) => headers.get("content-encoding"))).toEqual([null, "gzip", "br"]);
    const head = await ask("/docs", { method: "HEAD" });
    expect([head.status, head.body, head.headers["x-cache"]]).toEqual([200, "", "hit"]);
    expect(head.headers["content-length"]).toBe(String(Buffer.byteLength(identity?.text ?? "")));
  });

  it("is the same for a caller with a token, and for a visitor with a session", async () => {
    const { body } = await ask("/audits");
    for (const headers of [operator, { cookie: "console-session=x" }]) {
      const again = await ask("/audits", { headers });
      expect([again.headers["x-cache"], again.body]).toEqual(["hit", body]);
    }
  });

  it("has a copy for each theme", async () => {
    for (const expected of ["miss", "hit"]) {
      for (const theme of ["light", "dark"]) {
        const answer = await ask("/rfcs/1", { headers: { cookie: `theme=${theme}` } });
        expect(answer.headers["x-cache"]).toBe(expected);
        expect(answer.body).toContain(`<html lang="en" data-theme="${theme}"`);
      }
    }
    expect((await ask("/rfcs/1")).body).not.toContain('<html lang="en" data-theme');
  });

  it("contains nothing from the request that caused it", async () => {
    const mark = `mark${randomUUID()}`;
    const headers = {
      ...BROWSER,
      "accept-language": mark,
      "user-agent": mark,
      referer: `http://${mark}.example/`,
      "content-security-policy": `script-src 'nonce-${mark}'`,
      "x-middleware-rewrite": `/${mark}`,
      "x-matched-path": `/${mark}`,
    };
    for (const path of ["/agents", "/incidents", "/", "/audits"]) {
      const answer = await ask(`${path}?${mark}=1&limit=17&_rsc=${mark}`, { headers });
      expect([path, answer.status, answer.headers["x-cache"]]).toEqual([path, 200, "miss"]);
      expect(JSON.stringify(answer.headers) + answer.body).not.toContain(mark);
    }
  });

  it.each([
    ["a navigation of Next's", "/audits", () => ({ rsc: "1" })],
    ["a prefetch of Next's", "/audits", () => ({ "next-router-prefetch": "1" })],
    ["an applicant", "/join", () => ({})],
    ["the console", "/console/sign-in", () => ({})],
    ["the documents as they are now", "/evidence", () => ({})],
    ["agents that are found by meaning, too", "/agents?q=glossa", () => ({})],
    ["an answer of the relay to a visitor", "/?intent=Review+a+contract", () => ({})],
    ["an agent that is not on record", "/agents/did:test:s1:nobody", () => ({})],
    ["a redirect", "/traces?id=abc", () => ({})],
  ])("is rendered again for %s", async (_, path, headers) => {
    await ask(path);
    for (let time = 0; time < 2; time += 1) {
      const answer = await ask(path, { headers: headers() });
      expect(answer.headers["x-cache"]).toBeUndefined();
      expect(answer.headers["cache-control"] ?? "no-store").toContain("no-store");
    }
  });

  it("shows a write to every request after the response to the write", async () => {
    const zone = `z-${randomUUID()}`;
    const did = `did:test:${zone}:page`;
    const path = `/agents?zone=${zone}`;
    for (const expected of ["miss", "hit"]) {
      const answer = await ask(path);
      expect([answer.headers["x-cache"], answer.body.includes("No agent matches")]).toEqual([expected, true]);
    }
    expect((await join(did)).status).toBe(201);
    const after = await ask(path);
    expect([after.headers["x-cache"], after.body.includes("No agent matches")]).toEqual(["miss", false]);
  });
});

/** Returns how many reads were computed so far. */
async function computed(): Promise<number> {
  const { body } = await visitorOf(server.url)("/metrics");
  const count = (outcome: string) =>
    Number(
      body
        .split("\n")
        .find((line) => line.startsWith(`response_cache_requests_total{outcome="${outcome}"}`))
        ?.split(" ")[1] ?? 0,
    );
  return count("miss") + count("bypass");
}

const KEPT = [
  "/openapi.json",
  "/llms.txt",
  "/api/ard/agents?pageSize=100",
  "/.well-known/ard.json",
  "/api/agents/directory",
];
const BEARER = { authorization: "Bearer x" };
const OWN_COPY: Record<string, string>[] = [
  { cookie: "a=b" },
  { cookie: `theme=${"\t".repeat(15_000)};e` },
  { cookie: "theme=dark; console-session=x" },
  BEARER,
  { "accept-language": "pl", "user-agent": "x" },
];

// Headers that made the service compute a read again for each request until 0.3.0.
describe("what a caller sends", () => {
  it.each(KEPT)("makes %s no more than once", async (path) => {
    const visit = visitorOf(server.url);
    const first = await visit(path);
    const before = await computed();
    for (const headers of OWN_COPY) {
      for (const method of ["GET", "HEAD"]) {
        const { status, headers: sent, body } = await visit(path, { method, headers });
        expect([method, status, sent["x-cache"], sent["etag"]]).toEqual([method, 200, "hit", first.headers["etag"]]);
        if (method === "GET") expect(body).toBe(first.body);
      }
    }
    expect(await computed()).toBe(before);
  });

  // The others contain the time at which they were made.
  it.each(KEPT.filter((path) => path !== "/api/agents/directory"))(
    "as Host makes %s once for all of them",
    async (path) => {
      const { status, body: own } = await send(server.url + path, { headers: { host: `127.0.0.1:${server.port}` } });
      expect(status).toBe(200);
      for (const host of ["9.9.9.9", "[2001:db8::9]"]) await send(server.url + path, { headers: { host } });
      const before = await computed();
      const tags = new Set<unknown>();
      for (const host of ["9.9.9.1", "9.9.9.2:8080", "[2001:db8::1]", "localhost:1"]) {
        const { headers, body } = await send(server.url + path, { headers: { host } });
        expect(headers["x-cache"]).toBe("hit");
        expect(headers["content-length"]).toBe(String(Buffer.byteLength(body)));
        // A shell needs quotes around the brackets of an IPv6 address.
        const unquoted = (text: string) => (host.startsWith("[") ? text.replaceAll("'", "") : text);
        expect(unquoted(body)).toBe(unquoted(own).replaceAll(`127.0.0.1:${server.port}`, host));
        tags.add(headers["etag"]);
        const again = await send(server.url + path, { headers: { host, "if-none-match": String(headers["etag"]) } });
        expect(again.status).toBe(304);
      }
      // A response without addresses is the same for all hosts.
      expect(tags.size).toBe(own.includes("127.0.0.1") ? 4 : 1);
      expect(await computed()).toBe(before);
    },
  );

  it("as Host in another spelling is the same host", async () => {
    const spellings = ["LOCALHOST", "LocalHost", "localhost"].map((name) => `${name}:${server.port}`);
    const responses = await Promise.all(
      spellings.map((host) => send(`${server.url}/openapi.json`, { headers: { host } })),
    );
    expect(new Set(responses.map(({ body }) => body)).size).toBe(1);
    expect(responses[0]?.body).toContain(`http://localhost:${server.port}`);
  });

  it("as Host of another service gets addresses of localhost, and nobody may store them", async () => {
    const before = await send(`${server.url}/llms.txt`, { headers: { host: `localhost:${server.port}` } });
    const foreign = await send(`${server.url}/llms.txt`, { headers: { host: "evil.example" } });
    expect([foreign.body, foreign.headers["cache-control"]]).toEqual([before.body, "no-store"]);
  });
});

describe("a write", () => {
  it("is in every read that begins after its response, with many concurrent readers", async () => {
    const path = "/api/agents/directory?zone=s1&limit=1";
    const total = async () => (await ask(path)).json().total as number;
    let isOver = false;
    let hits = 0;
    const readers = Array.from({ length: 8 }, async () => {
      let last = 0;
      while (!isOver) {
        const answer = await ask(path);
        if (answer.headers["x-cache"] === "hit") hits += 1;
        const now = answer.json().total;
        expect(now).toBeGreaterThanOrEqual(last);
        last = now;
      }
    });
    for (let written = 0; written < 15; written += 1) {
      const before = await total();
      expect((await join(`did:test:s1:cache-${randomUUID()}`)).status).toBe(201);
      expect(await total()).toBe(before + 1);
    }
    isOver = true;
    await Promise.all(readers);
    expect(hits).toBeGreaterThan(15);
  });
});

it.each([
  ["/", 9_500],
  ["/agents", 12_000],
  ["/changelog", 20_000],
  ["/changelog/0.3.0", 23_000],
  ["/council", 6_000],
  ["/docs/agents", 20_000],
  ["/docs/directory", 15_000],
  ["/docs/discovery", 16_500],
])("the page %s has at most %i bytes with Brotli", async (path, most) => {
  const { headers, bytes } = await bytesOf(path, "br");
  expect(headers.get("content-encoding")).toBe("br");
  expect(bytes).toBeLessThanOrEqual(most);
});
