import { isIPv6 } from "node:net";

/** Returns an address in its usual form: an IPv4 address for one that is mapped into IPv6, in any spelling. */
export function plainAddress(address: string): string {
  if (!/:ffff:/i.test(address) || !isIPv6(address) || address.includes("%")) return address;
  const [, high, low] = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (high === undefined || low === undefined) return address;
  const bytes = [high, low].flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return bytes.join(".");
}
