import type { IncomingMessage } from "node:http";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readTarget } from "./target";

const read = (url: string, method = "GET") => readTarget({ url, method } as IncomingMessage);

describe("the target of a request", () => {
  it("is never anything but null or a path with a single slash in front, whatever was sent", () => {
    const piece = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "%2e",
      "%2f",
      "%5c",
      "%",
      "%00",
      "%ff",
      "?",
      "#",
      "a",
      ":",
      "@",
      "//",
    );
    const target = fc.oneof(
      fc.string(),
      fc.string({ unit: "binary" }),
      fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
      fc.array(piece, { maxLength: 12 }).map((pieces) => `/${pieces.join("")}`),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
    );
    const property = fc.property(target, (url) => {
      const path = read(url);
      if (path === null) return;
      expect(path).toMatch(/^\/(?![/\\])/);
      const [pathname = ""] = path.split("?", 1);
      expect(pathname.split("/")).not.toContain("..");
      expect(decodeURIComponent(pathname)).not.toMatch(/^\/[/\\]/);
      if (url.startsWith("/")) {
        const parsed = new URL(url, "http://localhost");
        expect(path).toBe(parsed.pathname + parsed.search);
      }
      // The counted path is the served path, even after several readings.
      expect(read(path)).toBe(path);
    });
    fc.assert(property, { numRuns: 5_000 });
  });

  it("is an ordinary path and query as it was sent", () => {
    const segment = fc.stringMatching(/^[a-z0-9:_~-]{1,8}$/);
    const paths = fc.tuple(fc.array(segment), fc.option(segment)).map(([segments, query]) => {
      return `/${segments.join("/")}${query === null ? "" : `?q=${query}`}`;
    });
    fc.assert(fc.property(paths, (path) => void expect(read(path)).toBe(path)));
  });

  it.each([
    ["/api/agents/did%3Atest%3As1%3Aa", "/api/agents/did%3Atest%3As1%3Aa"],
    ["/a?q=%", "/a?q=%"],
    ["/_next/../api/x", "/api/x"],
    ["/_next/%2e%2E/api/x?a=1", "/api/x?a=1"],
    ["/../../etc/passwd", "/etc/passwd"],
    ["/a#fragment", "/a"],
    ["http://elsewhere.example/a?b=1", "/a?b=1"],
    ["HTTPS://user@elsewhere.example:1/a", "/a"],
    ["http://elsewhere.example", "/"],
    ["http://elsewhere.example?b=1", "/?b=1"],
  ])("reads %s as %s", (url, path) => {
    expect(read(url)).toBe(path);
  });

  it.each([
    "%",
    "/%",
    "/%ff",
    "/%c3%28",
    "//host",
    "/\\host",
    "\\\\host",
    "/%2fhost",
    "/%5Chost",
    "/a/..//host",
    "/a%00b",
    "/a%0d%0ab",
    "*",
    "host:80",
    "ftp://host/a",
    "http:////host",
  ])("refuses %s", (url) => {
    expect(read(url)).toBeNull();
  });

  it("may be an asterisk only for OPTIONS", () => {
    expect(read("*", "OPTIONS")).toBe("/");
    expect(read("*")).toBeNull();
  });
});
