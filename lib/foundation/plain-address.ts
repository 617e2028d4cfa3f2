import { isIPv4, isIPv6 } from "node:net";

const MAPPED = "::ffff:";

/** Returns an address in its usual form: an IPv4 address for one that is mapped into IPv6, in any spelling. */
export function plainAddress(address: string): string {
  // The usual form, in which Node gives the address of a peer. Parsing it costs twenty times as much.
  if (address.startsWith(MAPPED) && isIPv4(address.slice(MAPPED.length))) return address.slice(MAPPED.length);
  if (!/:ffff:/i.test(address) || !isIPv6(address) || address.includes("%")) return address;
  const [, high, low] = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (high === undefined || low === undefined) return address;
  const bytes = [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return bytes.join(".");
}
