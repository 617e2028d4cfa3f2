import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SharedServer, sharedServer } from "./shared-servers";
import { type RunningServer, startServer } from "./start-server";
import { type Answer, freshAddress, TRUST_LOOPBACK, visitorOf } from "./visitor";

const times = (count: number, ask: () => Promise<Answer>) => Promise.all(Array.from({ length: count }, ask));
const statusesOf = (answers: Answer[]) => new Set(answers.map(({ status }) => status));

describe("a static file that does not exist", () => {
  let server: SharedServer;
  beforeAll(async () => {
    server = await sharedServer("counting");
  });

  it("is a small 404 without a page, and counts for the rate limit", async () => {
    const ask = visitorOf(server.url);
    const answers = await times(520, () => ask("/_next/static/chunks/nope.js"));
    const found = answers.filter(({ status }) => status === 404);
    expect(found).toHaveLength(500);
    expect(found[0]?.json()).toMatchObject({ error: "Not found", code: "NOT_FOUND" });
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });
});

/** A page that is rendered for each request. */
const RENDERED = "/agents?q=rendered";

describe("one caller's pages", () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ env: { ...TRUST_LOOPBACK, RENDER_SLOTS: "2", STALL_SECONDS: "1" } });
    await visitorOf(server.url)("/agents");
  });
  afterAll(() => server.cleanUp());

  it("are rejected while one is rendered and two wait, but other callers get theirs", async () => {
    const ask = visitorOf(server.url);
    const flood = times(60, () => ask(RENDERED));
    const others = await Promise.all(Array.from({ length: 5 }, () => visitorOf(server.url)(RENDERED)));
    expect(statusesOf(others)).toEqual(new Set([200]));
    const answers = await flood;
    expect(statusesOf(answers)).toEqual(new Set([200, 503]));
    const refused = answers.find(({ status }) => status === 503);
    expect(refused?.json()).toMatchObject({ error: "Overloaded", code: "OVERLOADED" });
    expect(refused?.headers["retry-after"]).toBe("1");
    expect((await ask(RENDERED)).status).toBe(200);
  });

  it("that are cached do not wait", async () => {
    const ask = visitorOf(server.url);
    await ask("/docs");
    const answers = await times(60, () => ask("/docs"));
    expect(statusesOf(answers)).toEqual(new Set([200]));
    expect(new Set(answers.map(({ headers }) => headers["x-cache"]))).toEqual(new Set(["hit"]));
  });

  it("are closed with their connection if it does not read them", async () => {
    const address = freshAddress();
    const socket = connect(server.port, "127.0.0.1")
      .on("error", () => {})
      .pause();
    await once(socket, "connect");
    const headers = `Host: localhost\r\nX-Forwarded-For: ${address}\r\n`;
    // More than the operating system buffers.
    socket.write(`GET /openapi.json HTTP/1.1\r\n${headers}\r\n`.repeat(40));
    const ended = () =>
      server
        .output()
        .split("\n")
        .filter((line) => line.includes(address) && line.includes('"complete":false'));
    await expect.poll(ended, { timeout: 30_000 }).not.toEqual([]);
    socket.destroy();
  });
});

describe("one caller's CPU time", () => {
  let server: RunningServer;
  beforeAll(async () => {
    // Ten milliseconds of each second.
    server = await startServer({ env: { ...TRUST_LOOPBACK, RENDER_PERCENT: "1", RATE_LIMIT_WINDOW_SECONDS: "1" } });
  });
  afterAll(() => server.cleanUp());

  it("is used by pages; beyond the limit only pages are rejected", async () => {
    const ask = visitorOf(server.url);
    const next = async () => {
      await ask(RENDERED);
      return (await ask(RENDERED)).status;
    };
    await expect.poll(next).toBe(429);
    const refused = await times(2, () => ask(RENDERED));
    for (const each of refused.filter(({ status }) => status === 429)) {
      expect(each.json()).toMatchObject({ code: "RATE_LIMITED" });
      expect(each.headers["retry-after"]).toBe("1");
    }
    expect((await ask("/health")).status).toBe(200);
    expect((await visitorOf(server.url)(RENDERED)).status).toBe(200);
  });

  it("is not used by cached pages", async () => {
    await visitorOf(server.url)("/docs");
    const ask = visitorOf(server.url);
    const answers = await times(60, () => ask("/docs"));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });
});
