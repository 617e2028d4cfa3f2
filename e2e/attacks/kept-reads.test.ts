import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, startServer } from "../http/start-server";
import { longWindow, send, TRUST_LOOPBACK, visitorOf } from "../http/visitor";

// Headers that made the service compute a read again for each request until 0.3.0.
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ env: { ...TRUST_LOOPBACK, ...longWindow(), RATE_LIMIT_REQUESTS: "1000000" } });
});
afterAll(() => server.cleanUp());

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

const PATHS = [
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

describe("what a caller sends", () => {
  it.each(PATHS)("makes %s no more than once", async (path) => {
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
  it.each(PATHS.filter((path) => path !== "/api/agents/directory"))(
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
