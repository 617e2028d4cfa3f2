import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RequestOrigin } from "./address";
import { longFormBytes, ownPageHost, pageMethods } from "./forms";

const seen = (host: string | null, protocol: RequestOrigin["protocol"] = "http"): RequestOrigin => ({
  address: "",
  host,
  protocol,
  hasUntrustedForwarding: false,
});

describe("the methods of a page", () => {
  it.each(["/join", "/join/fgs_apl_x", "/console", "/console/sign-in", "/console/a/b"])("with forms: %s", (path) => {
    expect(pageMethods(path)).toContain("POST");
  });
  it.each(["/", "/agents", "/joined", "/consoles", "/agents/join", "/JOIN"])("without: %s", (path) => {
    expect(pageMethods(path)).not.toContain("POST");
  });
});

it.each([
  ["/console/sources/import", "POST", 8_388_608],
  ["/console/sources/import", "GET", undefined],
  ["/console/sources/import/x", "POST", undefined],
  ["/console/sources", "POST", undefined],
])("a form sent to %s by %s may be long only where a list is imported", (path, method, bytes) => {
  expect(longFormBytes(path, method)).toBe(bytes);
});

describe("the page that a form was sent from", () => {
  it.each([
    ["of the host that was asked", "http://here.example", seen("here.example"), undefined],
    ["of its port", "http://here.example:3000", seen("here.example:3000"), undefined],
    ["of its default port", "http://here.example", seen("here.example:80"), undefined],
    ["of its default port over TLS", "https://here.example", seen("here.example:443", "https"), undefined],
    ["of a host in capitals", "http://here.example", seen("Here.Example"), undefined],
    ["of IPv6", "http://[::1]:3000", seen("[::1]:3000"), undefined],
    [
      "of https, seen as http behind a proxy that is not known",
      "https://here.example",
      seen("here.example"),
      undefined,
    ],
    [
      "of PUBLIC_URL, behind a proxy that asks by another name",
      "https://a.example",
      seen("b:3000"),
      "https://a.example/",
    ],
  ])("is ours: %s", (_, header, origin, publicUrl) => {
    expect(ownPageHost(header, origin, publicUrl)).toBe(new URL(header).host);
  });

  it.each([
    ["nobody says which", undefined, seen("here.example"), undefined],
    ["opaque", "null", seen("here.example"), undefined],
    ["of another site", "https://evil.example", seen("here.example"), undefined],
    ["of a subdomain", "https://a.here.example", seen("here.example"), undefined],
    ["of another port", "http://here.example:81", seen("here.example"), undefined],
    [
      "of plain http, where the service is asked by https",
      "http://here.example",
      seen("here.example", "https"),
      undefined,
    ],
    ["of PUBLIC_URL's host by plain http", "http://a.example", seen("b"), "https://a.example"],
    ["no origin", "here.example", seen("here.example"), undefined],
    ["more than an origin", "http://here.example/x", seen("here.example"), undefined],
    ["with a user", "http://here.example@evil.example", seen("here.example"), undefined],
    ["two at once", "http://here.example, http://evil.example", seen("here.example"), undefined],
    ["of another scheme", "ftp://here.example", seen("here.example"), undefined],
    ["where nobody knows the host", "http://here.example", seen(null), undefined],
  ])("is not ours: %s", (_, header, origin, publicUrl) => {
    expect(ownPageHost(header, origin, publicUrl)).toBeNull();
  });

  it("is ours only under our own host, whatever the header", () => {
    const header = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.domain().map((domain) => `https://${domain}`),
    );
    fc.assert(fc.property(header, (sent) => void expect(ownPageHost(sent, seen("here.invalid"))).toBeNull()));
  });
});
