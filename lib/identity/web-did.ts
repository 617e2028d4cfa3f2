import { withEscaped } from "./escaped-identifier";

/**
 * Returns this service's did:web (W3C CCG, did:web, 3.2), whose document is at /.well-known/did.json: the host of
 * PUBLIC_URL, with a port percent-encoded. null if PUBLIC_URL is not set, or has a path, because then another service
 * has the document of its host.
 */
export function ownWebDid({ PUBLIC_URL }: { PUBLIC_URL?: string | undefined }): string | null {
  if (PUBLIC_URL === undefined) return null;
  const { host, pathname } = new URL(PUBLIC_URL);
  return pathname === "/" ? `did:web:${encodeURIComponent(host)}` : null;
}

/** Returns the did:web of a member, whose document is at /agents/{escaped}/did.json. @param own that of the service */
export function memberWebDid(own: string, did: string): string {
  return withEscaped(`${own}:agents:`, did);
}

export function memberDocumentPath(own: string, did: string): string {
  return `/agents/${memberWebDid(own, did).split(":").at(-1)}/did.json`;
}
