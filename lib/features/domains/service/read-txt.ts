import { Resolver } from "node:dns/promises";

export interface TxtOptions {
  /** Addresses of name servers, each with an optional port. If empty, those of the system. */
  servers: readonly string[];
  deadlineMilliseconds: number;
}

/** The resolver's error codes for a name or record that does not exist. */
const ABSENT = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * Reads the TXT records of a name, each with its strings joined. Follows an alias (CNAME), because the owner of the
 * name made it.
 * @returns null if no response came in time, or one that cannot be read
 */
export async function readTxt(
  name: string,
  { servers, deadlineMilliseconds }: TxtOptions,
): Promise<readonly string[] | null> {
  const resolver = new Resolver({ timeout: Math.ceil(deadlineMilliseconds / 3), tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const timer = setTimeout(() => resolver.cancel(), deadlineMilliseconds);
  try {
    return (await resolver.resolveTxt(name)).map((strings) => strings.join(""));
  } catch (error) {
    return ABSENT.has((error as NodeJS.ErrnoException).code ?? "") ? [] : null;
  } finally {
    clearTimeout(timer);
  }
}
