import { describe, expect, it } from "vitest";
import {
  addressesIn,
  canonicalHost,
  isHostName,
  isNetwork,
  isSocketAddress,
  parseAddress,
  parseRange,
} from "./addresses";

describe("an address", () => {
  it.each([
    ["https://federation.example", "https://federation.example/"],
    ["HTTPS://Federation.Example:443/a?b", "https://federation.example/a?b"],
    ["http://[::1]:8080", "http://[::1]:8080/"],
  ])("%s is read as %s", (text, href) => {
    expect(parseAddress(text, ["http", "https"])?.href).toBe(href);
  });

  it.each([
    ...["https:a.example", "https:/a.example", "https:///a.example", "https:\\\\a.example", "https://a.example\\b"],
    ...["https://", "https://a b", " https://a.example", "https://a.example:0", "https://a.example:65536"],
    ...["ftp://a.example", "a.example", "//a.example", "https://1.2.3.400"],
  ])("%s is none", (text) => {
    expect(parseAddress(text, ["http", "https"])).toBeNull();
  });

  it("of a database may leave out the host, and have any password", () => {
    expect(parseAddress("postgres:///federation?host=/run/postgresql", ["postgres"])?.pathname).toBe("/federation");
    expect(parseAddress("postgres://u:p%40w@h:6432/d", ["postgres"])?.port).toBe("6432");
  });
});

it.each([
  ["a.example:443", "a.example"],
  ["A.Example:8080", "a.example:8080"],
  ["[::1]:3000", "[::1]:3000"],
  ["a.example:99999", undefined],
  ["a/b", undefined],
])("the host %s is written %s", (text, host) => {
  expect(canonicalHost(text)?.host).toBe(host);
});

it.each([
  ["127.0.0.1", true],
  ["::1", true],
  ["fe80::1%eth0", true],
  ["localhost", true],
  ["my-host.internal", true],
  ["[::1]", false],
  ["a:1", false],
  ["", false],
  ["a..b", false],
])("%j is the name of a host to listen on: %s", (text, expected) => {
  expect(isHostName(text)).toBe(expected);
});

it.each([
  ["10.0.0.0/8", true],
  ["10.1.2.3/8", true],
  ["::1/128", true],
  ["0.0.0.0/0", true],
  ["10.0.0.0/33", false],
  ["10.0.0.0/08", false],
  ["10.0.0.0", false],
  ["::/129", false],
  ["a/8", false],
])("%s is a network: %s", (text, expected) => {
  expect(isNetwork(text)).toBe(expected);
  // Each accepted one can be used.
  if (expected) expect(() => addressesIn([text])).not.toThrow();
});

it.each([
  ["10.0.0.0/8:443", { cidr: "10.0.0.0/8", port: 443 }],
  ["::1/128:*", { cidr: "::1/128", port: "*" }],
  ["10.0.0.0/8:0", null],
  ["10.0.0.0/8", null],
])("the range %s is read as %j", (text, range) => {
  expect(parseRange(text)).toEqual(range);
});

it.each([
  ["192.0.2.53", true],
  ["192.0.2.53:5353", true],
  ["2001:db8::53", true],
  ["[2001:db8::53]:53", true],
  ["192.0.2.53:0", false],
  ["192.0.2.53:053", false],
  ["dns.example", false],
])("%s is the address of a name server: %s", (text, expected) => {
  expect(isSocketAddress(text)).toBe(expected);
});
