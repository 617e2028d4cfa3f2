import { describe, expect, it } from "vitest";
import { isAllowedTarget, isPublicAddress } from "./allowed-addresses";

describe("a public address", () => {
  it.each([
    ["1.1.1.1"],
    ["9.255.255.255"],
    ["11.0.0.0"],
    ["100.63.255.255"],
    ["100.128.0.0"],
    ["172.15.255.255"],
    ["172.32.0.0"],
    ["192.0.1.0"],
    ["198.17.255.255"],
    ["198.20.0.0"],
    ["223.255.255.255"],
    ["2000::"],
    ["2001:200::1"],
    ["2606:4700:4700::1111"],
    ["3fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ])("may be %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ["this network", "0.0.0.0"],
    ["this network", "0.255.255.255"],
    ["private", "10.0.0.1"],
    ["carrier-grade NAT", "100.64.0.1"],
    ["a cloud's metadata", "100.100.100.200"],
    ["loopback", "127.0.0.1"],
    ["loopback", "127.255.255.254"],
    ["link-local and metadata", "169.254.169.254"],
    ["private", "172.16.0.1"],
    ["private", "172.31.255.255"],
    ["protocol assignments and metadata", "192.0.0.192"],
    ["private", "192.168.1.1"],
    ["benchmarks", "198.18.0.1"],
    ["benchmarks", "198.19.255.255"],
    ["multicast", "224.0.0.1"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["unspecified", "::"],
    ["loopback", "::1"],
    ["IPv4-compatible", "::127.0.0.1"],
    ["mapped loopback", "::ffff:127.0.0.1"],
    ["mapped, in hex", "::ffff:7f00:1"],
    ["mapped public", "::ffff:8.8.8.8"],
    ["translated", "::ffff:0:127.0.0.1"],
    ["NAT64", "64:ff9b::a9fe:a9fe"],
    ["NAT64 of a network", "64:ff9b:1::a00:1"],
    ["discard", "100::1"],
    ["Teredo", "2001::1"],
    ["protocol assignments", "2001:1ff:ffff::1"],
    ["documentation", "2001:db8::1"],
    ["6to4 of a private address", "2002:a00:1::1"],
    ["unique local, metadata", "fd00:ec2::254"],
    ["unique local", "fc00::1"],
    ["link-local", "fe80::1"],
    ["link-local with a zone", "fe80::1%eth0"],
    ["with a zone", "2606:4700::1111%eth0"],
    ["site-local", "fec0::1"],
    ["multicast", "ff02::1"],
    ["segment routing", "5f00::1"],
    ["no address", "localhost"],
    ["nothing", ""],
  ])("is none that is %s: %s", (_, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("a connection", () => {
  const https = { protocol: "https:", address: "1.1.1.1", port: 443 };
  const allowed = [
    { cidr: "10.0.0.0/8", port: 8443 },
    { cidr: "127.0.0.1/32", port: "*" },
    { cidr: "fd00::/8", port: 443 },
  ] as const;

  it.each([
    ["public on 443", https, []],
    ["private where the setting adds it", { ...https, address: "10.1.2.3", port: 8443 }, allowed],
    ["unique local where the setting adds it", { ...https, address: "fd00::1" }, allowed],
    ["http to loopback where the setting adds it", { protocol: "http:", address: "127.0.0.1", port: 8080 }, allowed],
  ])("may go by https: %s", (_, target, ranges) => {
    expect(isAllowedTarget(target, ranges)).toBe(true);
  });

  it.each([
    ["http to a public address", { ...https, protocol: "http:", port: 80 }, allowed],
    ["http to a private address, though added", { protocol: "http:", address: "10.1.2.3", port: 8443 }, allowed],
    ["http to loopback, not added", { protocol: "http:", address: "127.0.0.1", port: 8080 }, []],
    ["another port", { ...https, port: 8443 }, allowed],
    ["an added address on another port", { ...https, address: "10.1.2.3", port: 22 }, allowed],
    ["an added address on 443, private", { ...https, address: "10.1.2.3", port: 443 }, allowed],
    ["a mapped spelling of an added address", { ...https, address: "::ffff:127.0.0.1", port: 8080 }, allowed],
    ["another protocol", { ...https, protocol: "ftp:" }, allowed],
  ])("may not be %s", (_, target, ranges) => {
    expect(isAllowedTarget(target, ranges)).toBe(false);
  });
});
