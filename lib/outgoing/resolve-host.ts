import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { settings } from "@/lib/foundation/env";

/** Returns the IP addresses of a host name. Throws if there is none. @param signal ends the look-up */
export type ResolveHost = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Calls the name servers directly. A look-up by the system blocks one of the process's few threads until a foreign name
 * server responds; this one can be aborted. It does not read /etc/hosts. `localhost` is loopback by RFC 6761, 6.3.
 */
export const resolveByNameServer: ResolveHost = async (name, signal) => {
  if (name === "localhost" || name.endsWith(".localhost")) return ["127.0.0.1", "::1"];
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const { DNS_SERVERS } = settings();
  if (DNS_SERVERS.length > 0) resolver.setServers(DNS_SERVERS);
  const end = () => resolver.cancel();
  signal.addEventListener("abort", end);
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  } finally {
    signal.removeEventListener("abort", end);
  }
};

/**
 * Uses the system's look-up, which knows /etc/hosts and the names of a container network. For addresses from a setting.
 */
export const resolveBySystem: ResolveHost = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** Returns the first two addresses of each family, in the order of the response. Each is tried for a moment. */
export function firstOfEachFamily(addresses: readonly string[]): string[] {
  const ofFamily = (family: number) => addresses.filter((address) => isIP(address) === family).slice(0, 2);
  return [...ofFamily(4), ...ofFamily(6)];
}
