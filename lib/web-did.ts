import type { Settings } from "./env";
import { withEscaped } from "./escaped-identifier";

/**
 * This service's did:web (W3C CCG, did:web, 3.2), whose document is at /.well-known/did.json: the host of PUBLIC_URL, a
 * port percent-encoded. Null where PUBLIC_URL is unset, or has a path, since the document of its host is then another's.
 */
export function ownWebDid({ PUBLIC_URL }: Pick<Settings, "PUBLIC_URL">): string | null {
  if (PUBLIC_URL === undefined) return null;
  const { host, pathname } = new URL(PUBLIC_URL);
  return pathname === "/" ? `did:web:${encodeURIComponent(host)}` : null;
}

/** The did:web of a member, whose document is at /agents/{escaped}/did.json. @param own that of the service */
export function memberWebDid(own: string, did: string): string {
  return withEscaped(`${own}:agents:`, did);
}

/** The path of the document that a member's did:web leads to. */
export function memberDocumentPath(own: string, did: string): string {
  return `/agents/${memberWebDid(own, did).split(":").at(-1)}/did.json`;
}
