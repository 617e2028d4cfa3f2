import { beforeAll, describe, expect, it } from "vitest";
import { type SharedServer, sharedServer } from "./shared-servers";
import { bearer, visitorOf } from "./visitor";

let server: SharedServer;
let size: number;

beforeAll(async () => {
  server = await sharedServer("counting");
  const body = { anchors: Array.from({ length: 257 }, (_, n) => ({ payload: { n } })) };
  const headers = bearer(await server.operatorToken());
  const ask = visitorOf(server.url);
  expect((await ask("/api/memory/anchors", { method: "POST", headers, body })).status).toBe(201);
  size = Number((await ask("/log/anchors/checkpoint")).body.split("\n")[1]);
});

const FULL = "/log/anchors/tile/entries/000";
const partial = () => {
  const index = String(Math.floor(size / 256)).padStart(3, "0");
  return `/log/anchors/tile/0/${index}.p/1`;
};

describe("a full tile", () => {
  it("is not counted, but has the headers of the rate limit, and never changes", async () => {
    const ask = visitorOf(server.url);
    const answers = await Promise.all(Array.from({ length: 130 }, () => ask(FULL)));
    for (const { status, remaining, headers, body } of answers) {
      expect([status, remaining, body]).toEqual([200, 100, answers[0]?.body]);
      expect(headers).toMatchObject({
        "cache-control": "public, max-age=31536000, immutable",
        "content-type": "application/octet-stream",
        "x-ratelimit-limit": "100",
      });
    }
    const again = await ask(FULL, { headers: { "if-none-match": String(answers[0]?.headers["etag"]) } });
    expect([again.status, again.headers["x-cache"], again.body]).toEqual([304, "hit", ""]);
  });

  it("that does not exist yet is 404, and also not kept by others", async () => {
    const { status, headers, json } = await visitorOf(server.url)("/log/anchors/tile/0/x999/000");
    expect([status, headers["cache-control"], json().code]).toEqual([404, "no-store", "NOT_FOUND"]);
  });

  it("has no other method", async () => {
    const { status, headers } = await visitorOf(server.url)(FULL, { method: "POST" });
    expect([status, headers["allow"]]).toEqual([405, "GET, HEAD, OPTIONS"]);
  });
});

describe("a partial tile", () => {
  it("is counted, and so is an address that may hide one", async () => {
    const ask = visitorOf(server.url);
    expect(await ask(partial())).toMatchObject({ status: 200, remaining: 99 });
    const hidden = await ask(partial().replace(".p/1", ".p%2F1"));
    expect([hidden.status, hidden.remaining, hidden.headers["content-length"]]).toEqual([200, 98, "32"]);
    expect(await ask(FULL.replace("000", "00%30"))).toMatchObject({ status: 200, remaining: 97 });
  });

  it("ends with the full tile", async () => {
    expect((await visitorOf(server.url)("/log/anchors/tile/0/000.p/1")).status).toBe(404);
  });
});
