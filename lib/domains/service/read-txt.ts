import { Resolver } from "node:dns/promises";

/** How a name's TXT records are asked for. */
export interface TxtOptions {
  /** Addresses of name servers, each with a port if it has one; none: those of the system. */
  servers: readonly string[];
  deadlineMilliseconds: number;
}

/** What the resolver says where the name or the record does not exist. */
const ABSENT = new Set(["ENOTFOUND", "ENODATA"]);

/**
 * Reads the TXT records of a name, each with its strings joined. An alias (CNAME) is followed: who owns the name made it.
 * @returns null where no answer came in time, or one that cannot be read
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
