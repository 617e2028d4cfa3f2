/** The address of an agent's page. Colons stay readable; a percent sign of the DID's own is encoded once more. */
export function profileHref(did: string): string {
  return `/agents/${encodeURIComponent(did).replaceAll("%3A", ":")}`;
}
