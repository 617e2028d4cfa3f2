/** Returns an address in its usual form: an IPv4 address for one that is mapped into IPv6. */
export function plainAddress(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}
