import { statSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type SharedServer, sharedServer } from "./shared-servers";
import { visitorOf } from "./visitor";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

describe("the edge", () => {
  let server: SharedServer;
  beforeAll(async () => {
    server = await sharedServer("plain");
  });
  const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    visitorOf(server.url)(path, { headers, method });

  it.each([
    ["/api", BROWSER],
    ["/api/", BROWSER],
    ["/.well-known/nothing.json", BROWSER],
    ["/.well-known/a/b", "*/*"],
    ["/v0.2/servers", "application/json"],
    ["/openapi.yaml", "application/yaml"],
    ["/agents/did:nobody:s1:x", "application/json"],
  ])("responds to a program with a 404 in JSON for %s", async (path, accept) => {
    const answer = await ask(path === "/api/" ? "/api/x" : path, { accept });
    expect(answer.status).toBe(404);
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.json()).toMatchObject({ error: "Not found", code: "NOT_FOUND" });
  });

  it("shows a browser a page for a 404, and shows existing pages to programs", async () => {
    for (const accept of [BROWSER, "*/*"]) {
      const page = await ask("/openapi.yaml", { accept });
      expect([page.status, page.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
    }
    const page = await ask("/agents", { accept: "application/json" });
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
  });

  it("removes Next's Vary header from JSON, but not from pages", async () => {
    for (const path of ["/health", "/api/agents/directory", "/openapi.json", "/api/nope", "/changelog.atom"]) {
      const answer = await ask(path, { "accept-encoding": "gzip" });
      expect(answer.headers["vary"], path).toBe("Accept-Encoding");
    }
    expect((await ask("/agents")).headers["vary"]).toContain("rsc");
  });

  it.each(["0-9", "999999999-"])("sends a whole file for the range %s", async (range) => {
    const whole = await ask("/client.tgz", { range: `bytes=${range}` });
    expect([whole.status, whole.headers["accept-ranges"]]).toEqual([200, undefined]);
    expect(Number(whole.headers["content-length"])).toBe(statSync("dist/public/client.tgz").size);
  });

  it("responds to a precondition of a file that fails with 412, and never with 500", async () => {
    for (const path of ["/favicon.svg", "/client.tgz"]) {
      const failed = await ask(path, { "if-match": '"x"' });
      expect([failed.status, failed.json().code]).toEqual([412, "PRECONDITION_FAILED"]);
      expect((await ask(path, { "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" })).status).toBe(412);
      expect((await ask(path, { "if-match": "*", "if-unmodified-since": "yesterday" })).status).toBe(200);
    }
  });

  it("never uses an unknown host in links, does not cache guessed links, and uses an allowed host", async () => {
    const strange = await ask("/releases.json", { host: "evil.example" });
    expect(strange.json().repo).toMatch(/^http:\/\/localhost:\d+\/changelog$/);
    expect(strange.headers["cache-control"]).toBe("no-store");
    const page = await ask("/changelog", { host: "evil.example" });
    expect(page.status).toBe(200);
    expect(page.body).not.toContain("evil.example");
    const local = await ask("/releases.json", { host: "127.0.0.1:81" });
    expect(local.json().repo).toBe("http://127.0.0.1:81/changelog");
  });

  it("creates the OpenAPI description once, also in compressed form", async () => {
    const [first, second] = [await ask("/openapi.json"), await ask("/openapi.json")];
    expect(first.body).toBe(second.body);
    const zipped = await ask("/openapi.json", { "accept-encoding": "gzip" });
    expect(zipped.headers["content-encoding"]).toBe("gzip");
  });

  it("converts no pictures", async () => {
    const answer = await ask("/_next/image?url=%2Ffavicon.svg&w=64&q=75");
    expect(answer.status).toBe(404);
  });
});
