import { withEscaped } from "@/lib/escaped-identifier";
import { memberWebDid, ownWebDid } from "@/lib/web-did";

/** Who publishes the entries. */
export interface Publisher {
  /** The host that their identifiers name. */
  host: string;
  /** The host's labels the other way round: what the keys of our metadata begin with. */
  reversed: string;
  /** This service's did:web; null where it has no public address, so that nobody could look it up. */
  webDid: string | null;
}

/** Returns the publisher: the host of PUBLIC_URL, else `localhost`. What a URN may not hold of an IPv6 address is a hyphen. */
export function publisherOf(settings: { PUBLIC_URL?: string | undefined }): Publisher {
  const { hostname } = new URL(settings.PUBLIC_URL ?? "http://localhost");
  const host = hostname.replace(/[^A-Za-z0-9.-]/g, "-");
  return { host, reversed: host.split(".").reverse().join("."), webDid: ownWebDid(settings) };
}

/** The identifier of an entry of our own, by ARD v0.91, 4.2.1. */
export const ownUrn = ({ host }: Publisher, namespace: string, name: string) => `urn:air:${host}:${namespace}:${name}`;

/** The identifier of a member's entry. */
export const memberUrn = ({ host }: Publisher, did: string) => withEscaped(`urn:air:${host}:agent:`, did);

/** What a member's trust manifest is about, in the domain that its identifier names. */
export const memberIdentity = ({ webDid }: Publisher, did: string) => webDid && memberWebDid(webDid, did);

/** `urn:ai:` is what the first versions of ARD had; one entry in nine still does. */
const URN = /^urn:air?:([A-Za-z0-9.-]+)((?::[A-Za-z0-9._-]+)+)$/;

/** Reads an identifier. @returns null where it is none */
export function readUrn(identifier: string): { host: string; path: string[] } | null {
  const [, host, path = ""] = URN.exec(identifier) ?? [];
  return host === undefined ? null : { host, path: path.split(":").slice(1) };
}
