import { createHash } from "node:crypto";
import { isIP } from "node:net";
import { parseUrl } from "@/lib/foundation/parse-url";

/** A place where the owner of a DID can put the code of an application. */
export interface ClaimPlace {
  address: string;
  /** Whether the DID itself names the place, so that the code proves the claim. Otherwise only the list names it. */
  proves: boolean;
}

const HOST_FILE = "/.well-known/agent-federation-claim";
const REPOSITORY_FILE = ".agent-federation-claim";
/** A host name with a dot, and no IP address. */
const HOST = /^(?=.{4,253}$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/;
const GITHUB_NAMESPACE = "io.github.";
const OWNER = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/;
const REPOSITORY = /^[A-Za-z0-9._-]{1,100}$/;

/** Returns the code of an application. It is public, and says nothing about the application's secret. */
export function claimCode(secretHash: string): string {
  return `fgs-claim-${createHash("sha256").update(`claim code of ${secretHash}`).digest("hex").slice(0, 40)}`;
}

const onHost = (host: string): string[] =>
  HOST.test(host) && isIP(host) === 0 && !/\.[0-9]+$/.test(host) ? [`https://${host}${HOST_FILE}`] : [];

const inRepository = (owner: string, name: string): string[] =>
  OWNER.test(owner) && REPOSITORY.test(name) && !/^\.+$/.test(name)
    ? [`https://raw.githubusercontent.com/${owner}/${name}/HEAD/${REPOSITORY_FILE}`]
    : [];

/** Reads owner and name from the address of a repository at GitHub. */
function repositoryAt(address: string): { owner: string; name: string } | null {
  const url = parseUrl(address);
  const [owner = "", name = ""] = url?.pathname.split("/").slice(1) ?? [];
  return url?.hostname === "github.com" && name !== "" ? { owner, name: name.replace(/\.git$/, "") } : null;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return "";
  }
}

/** Returns the places that a DID itself names: the host of its namespace, of its card or of its catalogue. */
function namedByDid(did: string, repository: string): string[] {
  const [, method, , first = "", second = ""] = did.split(":");
  if (method === "a2a" || method === "ard") return onHost(decoded(first).toLowerCase().replace(/:443$/, ""));
  if (method !== "mcp" || second === "") return [];
  const namespace = first.toLowerCase();
  if (!namespace.startsWith(GITHUB_NAMESPACE)) return onHost(namespace.split(".").reverse().join("."));
  const owner = first.slice(GITHUB_NAMESPACE.length);
  const stated = repositoryAt(repository);
  const isOwn = stated !== null && stated.owner.toLowerCase() === owner.toLowerCase();
  const names = [...new Set([...(isOwn ? [stated.name] : []), second, owner])];
  return [...names.flatMap((name) => inRepository(owner, name)), ...onHost(`${owner.toLowerCase()}.github.io`)];
}

/**
 * Returns where the code of an application for a DID counts or is looked for: first the places that the DID names, then
 * those that only the record names, which a list or a stranger wrote.
 */
export function claimPlaces(
  did: string,
  { repository, endpoints }: { repository: string; endpoints: readonly { url: string }[] },
): ClaimPlace[] {
  const proving = namedByDid(did, repository);
  const stated = repositoryAt(repository);
  const hosts = endpoints.flatMap(({ url }) => {
    const parsed = parseUrl(url);
    return parsed?.protocol === "https:" && parsed.port === "" ? onHost(parsed.hostname) : [];
  });
  const named = [...(stated ? inRepository(stated.owner, stated.name) : []), ...hosts.slice(0, 2)];
  const others = [...new Set(named)].filter((address) => !proving.includes(address));
  return [
    ...proving.map((address) => ({ address, proves: true })),
    ...others.map((address) => ({ address, proves: false })),
  ];
}
