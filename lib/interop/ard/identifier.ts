import { withEscaped } from "@/lib/identity/escaped-identifier";
import { memberWebDid, ownWebDid } from "@/lib/identity/web-did";

export interface Publisher {
  host: string;
  /** The host's labels in reverse order, the prefix of the keys of our metadata. */
  reversed: string;
  /** This service's did:web; null if it has no public address, because nobody could look it up. */
  webDid: string | null;
}

/**
 * Returns the publisher: the host of PUBLIC_URL, else `localhost`. Characters of an IPv6 address that a URN must not
 * contain become hyphens.
 */
export function publisherOf(settings: { PUBLIC_URL?: string | undefined }): Publisher {
  const { hostname } = new URL(settings.PUBLIC_URL ?? "http://localhost");
  const host = hostname.replace(/[^A-Za-z0-9.-]/g, "-");
  return { host, reversed: host.split(".").reverse().join("."), webDid: ownWebDid(settings) };
}

/** Returns the identifier of an entry of our own, by ARD v0.91, 4.2.1. */
export const ownUrn = ({ host }: Publisher, namespace: string, name: string) => `urn:air:${host}:${namespace}:${name}`;

export const memberUrn = ({ host }: Publisher, did: string) => withEscaped(`urn:air:${host}:agent:`, did);

/** Returns the subject of a member's trust manifest, in the domain of its identifier. */
export const memberIdentity = ({ webDid }: Publisher, did: string) => webDid && memberWebDid(webDid, did);

/** The first versions of ARD used `urn:ai:`, and one entry in nine still does. */
const URN = /^urn:air?:([A-Za-z0-9.-]+)((?::[A-Za-z0-9._-]+)+)$/;

/** Parses an identifier. @returns null if it is not one */
export function readUrn(identifier: string): { host: string; path: string[] } | null {
  const [, host, path = ""] = URN.exec(identifier) ?? [];
  return host === undefined ? null : { host, path: path.split(":").slice(1) };
}
