import { isIP, isIPv6 } from "node:net";
import { type AllowedRange, addressesIn } from "@/lib/foundation/addresses";

/** IANA's special-purpose IPv4 ranges that are not public (RFC 6890), and multicast. */
const NOT_PUBLIC_IPV4 = addressesIn([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "224.0.0.0/4",
  "240.0.0.0/4",
]);

/**
 * Global unicast. Mapped (::ffff:0:0/96), NAT64 (64:ff9b::/96), unique local and link-local addresses are outside it.
 */
const GLOBAL_IPV6 = addressesIn(["2000::/3"]);

/** Exceptions within it: protocol assignments with Teredo, documentation, and 6to4, which contains an IPv4 address. */
const NOT_PUBLIC_IPV6 = addressesIn(["2001::/23", "2001:db8::/32", "2002::/16"]);

const LOOPBACK = addressesIn(["127.0.0.0/8", "::1/128"]);

/** Returns whether an IP address is public. @param address without brackets */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  // A zone names an interface of this machine, so such an address is not public.
  if (version === 0 || address.includes("%")) return false;
  if (version === 4) return !NOT_PUBLIC_IPV4.check(address, "ipv4");
  return GLOBAL_IPV6.check(address, "ipv6") && !NOT_PUBLIC_IPV6.check(address, "ipv6");
}

/** Returns whether an IP address is this machine's loopback. @param address without brackets */
export function isLoopback(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && !address.includes("%") && LOOPBACK.check(address, version === 6 ? "ipv6" : "ipv4");
}

function isInRange(address: string, port: number, allowed: AllowedRange): boolean {
  const version = isIP(address);
  // An IPv4 range does not include mapped addresses, although BlockList treats them as equal.
  if (version === 0 || (version === 6) !== isIPv6(allowed.cidr.split("/")[0] ?? "")) return false;
  if (allowed.port !== "*" && allowed.port !== port) return false;
  return addressesIn([allowed.cidr]).check(address, version === 6 ? "ipv6" : "ipv4");
}

interface Target {
  protocol: string;
  address: string;
  port: number;
}

/**
 * Returns whether a connection is allowed: https to port 443 of a public address, or an address and port from the
 * setting. http is allowed only to loopback, and only if the setting adds it.
 */
export function isAllowedTarget({ protocol, address, port }: Target, allowed: readonly AllowedRange[]): boolean {
  const isAdded = allowed.some((range) => isInRange(address, port, range));
  if (protocol === "http:") return isAdded && isLoopback(address);
  return protocol === "https:" && (isAdded || (port === 443 && isPublicAddress(address)));
}
