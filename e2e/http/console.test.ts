import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { onServer } from "@/lib/database/testing/template";
import { sendForm } from "./send-form";
import { type SharedServer, sharedServer } from "./shared-servers";
import { bearer, visitorOf } from "./visitor";

const CONSOLE = "app/console/(signed-in)";
const files = readdirSync(CONSOLE, { recursive: true, encoding: "utf8" });
const PAGES = files.filter((file) => path.basename(file) === "page.tsx");
const SIGN_IN = "/console/sign-in";

describe("the console over HTTP", () => {
  let server: SharedServer;
  let operator: string;
  beforeAll(async () => {
    server = await sharedServer("plain");
    operator = await server.operatorToken();
  });

  const origin = () => ({ origin: server.url });
  async function signIn(ask = visitorOf(server.url), headers: Record<string, string> = origin()) {
    const answer = await sendForm(ask, SIGN_IN, { token: operator }, headers);
    expect(answer.status).toBe(303);
    return String(answer.headers["set-cookie"]);
  }

  it.each(PAGES)("%s requires a session, and is read with its caller", async (file) => {
    // The check of the layout is not enough, because a page can be requested without it.
    expect(readFileSync(path.join(CONSOLE, file), "utf8")).toContain("readForConsole(");
    const address = `/console/${path.dirname(file).replace(/\[\w+\]/g, "x")}`.replace(/\/\.?$/, "");
    const answer = await visitorOf(server.url)(address, { headers: { cookie: `console-session=${"x".repeat(43)}` } });
    expect(answer.status).toBe(307);
    expect(answer.headers["location"]).toMatch(/^\/console\/sign-in/);
  });

  it("checks in every form of the console that the caller is an operator", () => {
    for (const file of files.filter((each) => path.basename(each) === "actions.ts")) {
      expect(readFileSync(path.join(CONSOLE, file), "utf8"), file).not.toContain('"anyone"');
    }
  });

  it("exchanges a token for a cookie, which is Secure if the browser used https", async () => {
    expect(await signIn()).toMatch(/^console-session=[\w-]{43}; Path=\/console; HttpOnly; SameSite=strict$/i);
    const { host } = new URL(server.url);
    const overTls = { origin: `https://${host}`, "x-forwarded-proto": "https" };
    expect(await signIn(visitorOf(server.url), overTls)).toMatch(/^__Secure-console-session=[\w-]{43};.*; Secure/i);
    // The first start prints the token once.
    expect((await server.output()).split(operator)).toHaveLength(2);
  });

  it("redirects only to its own pages after the sign-in", async () => {
    for (const to of [
      "https://evil.example/console",
      "//evil.example/console",
      "/\\evil.example",
      "/console/../agents",
      "x",
    ]) {
      const answer = await sendForm(visitorOf(server.url), SIGN_IN, { token: operator, to }, origin());
      expect(answer.headers["location"], to).toBe("/console");
    }
    const answer = await sendForm(
      visitorOf(server.url),
      SIGN_IN,
      { token: operator, to: "/console/audits?did=x" },
      origin(),
    );
    expect(answer.headers["location"]).toBe("/console/audits?did=x");
  });

  it("asks for SIGNING_KEY where the keys are in the database in clear: on a server, not beside the embedded one", async () => {
    const cookie = (await signIn()).split(";")[0] ?? "";
    const { status, body } = await visitorOf(server.url)("/console", { headers: { cookie } });
    expect([status, body.includes("The signing keys are in the database in clear")]).toEqual([200, onServer]);
  });

  it("rejects a form from another site, or without an origin, even with a session", async () => {
    const cookie = (await signIn()).split(";")[0] ?? "";
    const fields = { label: "Mallory" };
    const ask = visitorOf(server.url);
    for (const sent of [
      {},
      { origin: "null" },
      { origin: "https://evil.example" },
      { origin: `${server.url}.evil.example` },
    ]) {
      const answer = await sendForm(ask, "/console/operators", fields, { cookie, ...sent });
      expect(answer.status).toBe(403);
      expect(answer.body).toContain("was not sent from a page of this service");
    }
    const list = await ask("/api/access/credentials?q=mallory", { headers: bearer(operator) });
    expect(list.json()).toMatchObject({ total: 0 });
  });

  it("gives a session's cookie no right over MCP, which every site may call", async () => {
    const cookie = (await signIn()).split(";")[0] ?? "";
    const params = { name: "anchor_payload", arguments: { payload: { a: 1 } } };
    const answer = await visitorOf(server.url)("/api/mcp", {
      method: "POST",
      headers: { cookie, origin: "https://evil.example" },
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    });
    expect(answer.json()).toMatchObject({ result: { isError: true, structuredContent: { code: "UNAUTHORIZED" } } });
  });

  it("accepts a valid token from an address that tried many invalid ones", async () => {
    const ask = visitorOf(server.url);
    for (let attempts = 0; attempts < 22; attempts++) {
      const { body } = await sendForm(ask, SIGN_IN, { token: "fgs_opr_guess" }, origin());
      expect(body).toContain("This token is unknown");
    }
    await signIn(ask);
  });

  it("accepts only the secure cookie over TLS", async () => {
    const secret = /=([\w-]{43});/.exec(await signIn())?.[1];
    const open = async (cookie: string, proto: string) =>
      (await visitorOf(server.url)("/console", { headers: { cookie, "x-forwarded-proto": proto } })).status;
    expect(await open(`console-session=${secret}`, "http")).toBe(200);
    expect(await open(`console-session=${secret}`, "https")).toBe(307);
    expect(await open(`__Secure-console-session=${secret}`, "https")).toBe(200);
  });

  it.each([
    ["is no form", "text/plain", "x"],
    ["has no parts", "multipart/form-data; boundary=x", ""],
    ["breaks off", "multipart/form-data; boundary=x", "--x\r\ncontent-disposition: form-data; name="],
    [
      "names no action",
      "multipart/form-data; boundary=x",
      '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
    ],
    ["is JSON", "application/json", "[]"],
  ])("survives a body that %s", async (_, type, body) => {
    const answer = await visitorOf(server.url)(SIGN_IN, {
      method: "POST",
      headers: { "content-type": type, ...origin() },
      body,
    });
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect((await visitorOf(server.url)("/livez")).status).toBe(200);
  });

  it("tells search engines not to index it", async () => {
    const ask = visitorOf(server.url);
    expect((await ask("/robots.txt")).body).toContain("Disallow: /console");
    expect((await ask(SIGN_IN)).body).toContain('content="noindex, nofollow"');
  });
});
