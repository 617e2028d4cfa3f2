import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainAddress } from "@/lib/foundation/plain-address";
import { addressBucket, resolveOrigin, trustedProxies } from "./address";

const proxies = trustedProxies(["10.0.0.0/8", "fd00::/8"]);

function requestFrom(peer: string, headers: Record<string, string> = {}, httpVersion = "1.1"): IncomingMessage {
  return {
    socket: { remoteAddress: peer },
    headers: { host: "here.example", ...headers },
    rawHeaders: ["Host", "here.example"],
    httpVersion,
  } as unknown as IncomingMessage;
}
const addressOf = (peer: string, forwardedFor: string) =>
  resolveOrigin(requestFrom(peer, { "x-forwarded-for": forwardedFor }), proxies).address;

describe("the client's address", () => {
  it.each([
    ["the peer's, where it is no trusted proxy", "192.0.2.1", "203.0.113.9", "192.0.2.1"],
    ["what the trusted proxy saw", "10.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["not what the client says it was", "10.0.0.1", "198.51.100.1, 203.0.113.9", "203.0.113.9"],
    ["seen through several trusted proxies", "10.0.0.1", "203.0.113.9, 10.0.0.3, 10.0.0.2", "203.0.113.9"],
    ["the farthest, where all are trusted", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["the peer's, where the header is no address", "10.0.0.1", "unknown, <script>", "10.0.0.1"],
    ["the peer's, where the header is empty", "10.0.0.1", "", "10.0.0.1"],
    ["seen over a mapped IPv4 peer", "::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"],
    ["seen over IPv6", "fd00::1", "2001:db8::9", "2001:db8::9"],
    ["plain where it came mapped", "10.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"],
    ["without the port that a proxy adds", "10.0.0.1", "203.0.113.9:5555", "203.0.113.9"],
    ["without brackets, port and quotes", "10.0.0.1", '"[2001:db8::9]:99"', "2001:db8::9"],
    ["without brackets", "10.0.0.1", "198.51.100.1, [2001:db8::9]", "2001:db8::9"],
    ["of a client behind a proxy with a port", "10.0.0.1", "203.0.113.9:1, 10.0.0.2:443", "203.0.113.9"],
    ["the proxy's that does not know its client", "10.0.0.1", "203.0.113.9, unknown", "10.0.0.1"],
    ["that of the last known proxy", "10.0.0.1", "203.0.113.9, unknown, 10.0.0.2", "10.0.0.2"],
    ["not behind an empty element", "10.0.0.1", "203.0.113.9, , 10.0.0.2,", "203.0.113.9"],
    ["plain where it came mapped in hexadecimal", "10.0.0.1", "::ffff:cb00:7109", "203.0.113.9"],
    ["plain where it came mapped at full length", "10.0.0.1", "0:0:0:0:0:FFFF:cb00:7109", "203.0.113.9"],
    ["a trusted proxy's, where it came mapped", "10.0.0.1", "203.0.113.9, ::ffff:a00:2", "203.0.113.9"],
    ["no port by itself", "10.0.0.1", "203.0.113.9:port, :80", "10.0.0.1"],
  ])("is %s", (_, peer, forwardedFor, address) => {
    expect(addressOf(peer, forwardedFor)).toBe(address);
  });

  it("is the peer's, whatever headers an untrusted peer sends", () => {
    const names = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "forwarded", "x-real-ip"] as const;
    const anything = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string());
    const headers = fc.dictionary(fc.constantFrom(...names), anything);
    fc.assert(
      fc.property(
        fc.ipV4().filter((ip) => !ip.startsWith("10.")),
        headers,
        (peer, sent) => {
          const request = requestFrom(peer, sent);
          expect(resolveOrigin(request, proxies)).toEqual({
            address: peer,
            host: "here.example",
            protocol: "http",
            hasUntrustedForwarding: sent["x-forwarded-for"] !== undefined,
          });
          const { "x-forwarded-for": seen, ...rest } = request.headers;
          expect(seen).toBe(peer);
          expect(rest).toEqual({
            host: "here.example",
            "x-forwarded-host": "here.example",
            "x-forwarded-proto": "http",
          });
        },
      ),
    );
  });

  it("is not moved by what stands left of it, and always an address", () => {
    const lie = fc.oneof(
      fc.ipV4(),
      fc.ipV6(),
      fc.string().filter((text) => !text.includes(",")),
    );
    const client = fc.ipV4().filter((ip) => !ip.startsWith("10."));
    fc.assert(
      fc.property(fc.array(lie), client, (lies, seen) => {
        const address = addressOf("10.0.0.1", [...lies, seen, "10.9.9.9"].join(","));
        expect(isIP(address)).not.toBe(0);
        expect(address).toBe(seen);
      }),
    );
  });
});

describe("the host", () => {
  const hostOf = (headers: Record<string, string>, httpVersion?: string) =>
    resolveOrigin(requestFrom("10.0.0.1", headers, httpVersion), proxies);

  it("and the protocol are what a trusted proxy says", () => {
    const origin = hostOf({ "x-forwarded-host": "portal.example", "x-forwarded-proto": "https" });
    expect(origin).toMatchObject({ host: "portal.example", protocol: "https" });
  });

  it.each(["a b", "a/b", "a@b", "", "[::1", "a:port", "a:99999", "1.2.3.999", "<script>"])(
    "is none where it reads %j",
    (host) => {
      expect(hostOf({ host }).host).toBeNull();
      expect(hostOf({ "x-forwarded-host": host }).host).toBeNull();
    },
  );

  it("and the protocol are those of the proxy nearest to the client, if several wrote them", () => {
    const origin = hostOf({
      "x-forwarded-host": "portal.example, inner.example:3000",
      "x-forwarded-proto": "HTTPS,http",
    });
    expect(origin).toMatchObject({ host: "portal.example", protocol: "https" });
    expect(hostOf({ "x-forwarded-host": "portal.example", "x-forwarded-proto": "http, https" }).protocol).toBe("http");
    expect(hostOf({ "x-forwarded-host": ", inner.example" }).host).toBeNull();
  });

  it("is none where two are named, whatever a proxy says", () => {
    for (const headers of [{}, { "x-forwarded-host": "portal.example" }]) {
      const request = requestFrom("10.0.0.1", headers);
      request.rawHeaders.push("hOST", "elsewhere.example");
      expect(resolveOrigin(request, proxies).host).toBeNull();
    }
  });

  it("drops the default port of its protocol only", () => {
    const over = (proto: string, host: string) => hostOf({ "x-forwarded-host": host, "x-forwarded-proto": proto }).host;
    expect([over("https", "a.example:80"), over("https", "a.example:443")]).toEqual(["a.example:80", "a.example"]);
  });

  it.each(["localhost", "a.example:3000", "a.example:443", "[2001:db8::1]:8080", "127.0.0.1"])("may be %s", (host) => {
    expect(hostOf({ host }).host).toBe(host);
  });

  it.each([
    ["LocalHost:3000", "localhost:3000"],
    ["[2001:DB8:0::1]:80", "[2001:db8::1]"],
    ["127.1", "127.0.0.1"],
  ])("%s has one spelling for all", (host, spelling) => {
    const request = requestFrom("10.0.0.1", { host });
    expect(resolveOrigin(request, proxies).host).toBe(spelling);
    expect(request.headers).toMatchObject({ host: spelling, "x-forwarded-host": spelling });
  });

  it("may be absent in HTTP/1.0 only", () => {
    const bare = (httpVersion: string) => {
      const request = requestFrom("192.0.2.1", {}, httpVersion);
      delete request.headers.host;
      return resolveOrigin(request, proxies).host;
    };
    expect(bare("1.0")).toBe("localhost");
    expect(bare("1.1")).toBeNull();
  });
});

describe("the bucket of an address", () => {
  it.each([
    ["192.0.2.1", "address:192.0.2.1"],
    ["2001:db8:0:1::1", "address:2001:db8:0:1::/64"],
    ["2001:0DB8:0000:0001:ffff:ffff:ffff:ffff", "address:2001:db8:0:1::/64"],
    ["::1", "address:0:0:0:0::/64"],
    ["fe80::1%eth0", "address:fe80:0:0:0::/64"],
    ["1::", "address:1:0:0:0::/64"],
  ])("of %s is %s", (address, bucket) => {
    expect(addressBucket(address)).toBe(bucket);
  });

  it("is one for a /64, however its addresses are written, and another for the next", () => {
    const group = fc.nat(0xffff);
    const network = fc.tuple(group, group, group, group);
    const written = fc.constantFrom("full", "padded", "upper");
    const write = (groups: number[], how: string) => {
      const texts = groups.map((value) => value.toString(16).padStart(how === "padded" ? 4 : 1, "0"));
      return how === "upper" ? texts.join(":").toUpperCase() : texts.join(":");
    };
    fc.assert(
      fc.property(network, network, network, written, (here, one, other, how) => {
        const bucket = addressBucket(write([...here, ...one], how));
        expect(addressBucket(write([...here, ...other], "full"))).toBe(bucket);
        const compressed = new URL(`http://[${write([...here, ...one], "full")}]`).hostname.slice(1, -1);
        expect(addressBucket(compressed)).toBe(bucket);
        const next = [...here.slice(0, 3), (here[3] + 1) % 0x10000];
        expect(addressBucket(write([...next, ...one], "full"))).not.toBe(bucket);
      }),
    );
  });

  it("never throws, whatever a socket calls its peer", () => {
    fc.assert(fc.property(fc.string(), (text) => void expect(addressBucket(plainAddress(text))).toContain("address:")));
  });
});
