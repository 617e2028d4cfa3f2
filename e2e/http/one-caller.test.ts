import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SharedServer, sharedServer } from "./shared-servers";
import { type RunningServer, startServer } from "./start-server";
import { type Answer, dial, freshAddress, longWindow, TRUST_LOOPBACK, visitorOf } from "./visitor";

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
const BROWSER = { accept: "text/html,application/xhtml+xml" };

describe("one caller's pages", () => {
  let server: RunningServer;
  beforeAll(async () => {
    const few = { RENDER_SLOTS: "1", READING_PERCENT: "30", STALL_SECONDS: "1" };
    server = await startServer({ env: { ...TRUST_LOOPBACK, ...longWindow(), ...few } });
    await visitorOf(server.url)("/agents");
  });
  afterAll(() => server.cleanUp());

  it("all arrive, late rather than never, while other callers get theirs", async () => {
    const ask = visitorOf(server.url);
    const flood = times(25, () => ask(RENDERED, { headers: BROWSER }));
    const others = await Promise.all(Array.from({ length: 5 }, () => visitorOf(server.url)(RENDERED)));
    expect(statusesOf(others)).toEqual(new Set([200]));
    expect(statusesOf(await flood)).toEqual(new Set([200]));
  });

  it("that are cached do not wait", async () => {
    const ask = visitorOf(server.url);
    await ask("/docs");
    const answers = await times(60, () => ask("/docs"));
    expect(statusesOf(answers)).toEqual(new Set([200]));
    expect(new Set(answers.map(({ headers }) => headers["x-cache"]))).toEqual(new Set(["hit"]));
  });

  it("beyond the limit are a page for a browser, which says when and tries again, and JSON for a program", async () => {
    const ask = visitorOf(server.url);
    await times(500, () => ask("/_next/static/chunks/nope.js"));
    const page = await ask("/agents", { headers: BROWSER });
    expect([page.status, page.headers["content-type"]]).toEqual([429, "text/html; charset=utf-8"]);
    const seconds = page.headers["retry-after"];
    expect(page.body).toContain(`<meta http-equiv="refresh" content="${seconds}">`);
    expect(page.body).toContain(`This page tries again in ${seconds} seconds.`);
    const stylesheet = /href="([^"]+\.css)"/.exec(page.body)?.[1] ?? "";
    expect((await ask(stylesheet)).headers["content-type"]).toMatch(/^text\/css/);
    const own = { origin: server.url, "content-type": "application/x-www-form-urlencoded" };
    const form = await ask("/join", { method: "POST", headers: { ...BROWSER, ...own }, body: "name=x" });
    expect([form.status, form.body.includes("http-equiv")]).toEqual([429, false]);
    expect(form.body).toContain("Your form was not sent.");
    for (const headers of [{ accept: "application/json" }, { rsc: "1", ...BROWSER }, {}]) {
      const data = await ask("/agents", { headers });
      expect([data.status, data.json().code]).toEqual([429, "RATE_LIMITED"]);
    }
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

describe("a slow client", () => {
  it("takes no turn while its body arrives", async () => {
    const { url, port } = await sharedServer("roomy");
    const head = `POST /api/ard/search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    const slow = Array.from({ length: 20 }, () => dial(port));
    for (const [at, { socket }] of (await Promise.all(slow)).entries()) {
      const body = at % 2 === 0 ? "Content-Length: 40\r\n\r\n{" : "Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n";
      socket.write(`${head}X-Forwarded-For: ${freshAddress()}\r\n${body}`);
    }
    const answers = await times(10, () => visitorOf(url)(`/api/agents/search?q=${freshAddress()}`));
    expect(statusesOf(answers)).toEqual(new Set([200]));
    for (const { socket } of await Promise.all(slow)) socket.destroy();
  });
});
