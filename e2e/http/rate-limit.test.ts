import { readdirSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SharedServer, sharedServer } from "./shared-servers";
import { type RunningServer, startServer } from "./start-server";
import { type Answer, freshAddress, send, sendRaw, TRUST_LOOPBACK, visitorOf } from "./visitor";

const WINDOW_SECONDS = 2;
const LIMIT = 10;

async function times(count: number, ask: () => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, ask));
}

const allowed = (answers: Answer[]) => answers.filter((answer) => answer.status !== 429).length;

describe("the rate limit", () => {
  let server: SharedServer;
  beforeAll(async () => {
    server = await sharedServer("counting");
  });

  it("accepts exactly 100 of 130 concurrent requests in a window", async () => {
    const ask = visitorOf(server.url);
    const answers = await times(130, () => ask("/api/nope"));
    expect(allowed(answers)).toBe(100);
    const remaining = answers.map((answer) => answer.remaining).sort((a, b) => b - a);
    expect(remaining.slice(0, 100)).toEqual(Array.from({ length: 100 }, (_, index) => 99 - index));
    expect(new Set(remaining.slice(100))).toEqual(new Set([0]));
  });

  it("counts rejected, unknown and malformed requests like any other", async () => {
    const ask = visitorOf(server.url);
    expect((await ask("/api/agent/join", { method: "POST" })).remaining).toBe(99);
    expect((await ask("/api/nope")).remaining).toBe(98);
    expect((await ask("/health", { method: "DELETE" })).remaining).toBe(97);
    expect((await ask("/%ff")).remaining).toBe(96);
  });

  it("counts requests that cannot be parsed, by the socket's address", async () => {
    const before = (await sendRaw(server.port, "nonsense\r\n\r\n")).headers["x-ratelimit-remaining"];
    const after = (await sendRaw(server.port, "CONNECT a:80 HTTP/1.1\r\n\r\n")).headers["x-ratelimit-remaining"];
    expect(Number(after)).toBe(Number(before) - 1);
  });

  it.each(["/_next/static/../../api/nope", "/_next/static/%2e%2e/%2E%2E/api/nope", "/livez/../api/nope"])(
    "does not mistake a path for a free one by its dot segments: %s",
    async (path) => {
      const headers = `Host: a\r\nX-Forwarded-For: ${freshAddress()}\r\nConnection: close`;
      const answer = await sendRaw(server.port, `GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`);
      expect(answer.status).toBe(404);
      expect(answer.headers["x-ratelimit-remaining"]).toBe("99");
    },
  );

  it("does not count preflights, probes and static files, and sends them the API's numbers", async () => {
    const ask = visitorOf(server.url);
    const file = `/_next/static/media/${readdirSync("dist/.next/static/media")[0]}`;
    await ask("/api/nope");
    for (const path of ["/livez", "/readyz", file]) expect((await ask(path)).remaining).toBe(99);
    for (const path of ["/api/agent/join", "/agents"]) {
      expect((await ask(path, { method: "OPTIONS" })).remaining).toBe(99);
    }
    await times(99, () => ask("/api/nope"));
    expect((await ask("/api/nope")).status).toBe(429);
    for (const path of ["/livez", "/readyz", file]) expect((await ask(path)).status).toBe(200);
    expect((await ask("/api/agent/join", { method: "OPTIONS" })).status).toBe(204);
  });

  it("counts pages separately, with a higher limit, and sends them the API's numbers", async () => {
    const ask = visitorOf(server.url);
    await times(100, () => ask("/api/nope"));
    const page = await ask("/nowhere");
    expect(page).toMatchObject({ status: 404, remaining: 0 });
    expect(page.headers["x-ratelimit-limit"]).toBe("100");
    const pages = await times(30, () => ask("/nowhere", { method: "HEAD" }));
    expect(allowed(pages)).toBe(30);
    const reader = visitorOf(server.url);
    await times(10, () => reader("/nowhere", { method: "HEAD" }));
    expect((await reader("/api/nope")).remaining).toBe(99);
  });

  it("also limits pages", async () => {
    const ask = visitorOf(server.url);
    // Redirects cost Next the least.
    const answers = await times(520, () => ask("/agents/", { method: "HEAD" }));
    expect(allowed(answers)).toBe(500);
    expect(answers.find((answer) => answer.status === 429)?.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  });
});

describe("a window of the rate limit", () => {
  let server: RunningServer;
  beforeAll(async () => {
    // Few enough for one window, even on a busy machine.
    const limit = { RATE_LIMIT_REQUESTS: String(LIMIT), RATE_LIMIT_WINDOW_SECONDS: String(WINDOW_SECONDS) };
    server = await startServer({ env: { ...TRUST_LOOPBACK, ...limit } });
  });
  afterAll(() => server.cleanUp());

  it("ends with a 429 and Retry-After, and accepts requests again after that time", async () => {
    const ask = visitorOf(server.url);
    let refused: Answer | undefined;
    // A burst may fall into two windows. It did not if the request after it is rejected.
    for (let tries = 0; tries < 4 && refused === undefined; tries++) {
      await times(LIMIT, () => ask("/api/nope"));
      const next = await ask("/api/nope");
      if (next.status === 429) refused = next;
    }
    const retryAfter = Number(refused?.headers["retry-after"]);
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(WINDOW_SECONDS);
    expect(refused?.json()).toMatchObject({ error: "Too many requests", code: "RATE_LIMITED" });
    expect(refused?.headers["content-type"]).toBe("application/json");
    expect(refused?.headers["cache-control"]).toBe("no-store");
    await sleep(retryAfter * 1_000);
    expect(allowed(await times(LIMIT, () => ask("/api/nope")))).toBe(LIMIT);
  });

  it("has its end in Unix seconds in the headers, and is aligned to them", async () => {
    const endOfWindow = () => Math.floor(Date.now() / 1_000 / WINDOW_SECONDS) + 1;
    const earliest = endOfWindow();
    const { headers } = await send(`${server.url}/livez`);
    const told = Number(headers["x-ratelimit-reset"]) / WINDOW_SECONDS;
    expect(told % 1).toBe(0);
    expect(told).toBeGreaterThanOrEqual(earliest);
    expect(told).toBeLessThanOrEqual(endOfWindow());
  });
});
