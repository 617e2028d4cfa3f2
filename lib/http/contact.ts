/** The operators' contact: the target of a link and its text. */
export interface Contact {
  href: string;
  name: string;
}

interface ContactSettings {
  SECURITY_CONTACT?: string | undefined;
  CONTACT?: string | undefined;
}

export function securityContact({ SECURITY_CONTACT, CONTACT }: ContactSettings): string | undefined {
  return SECURITY_CONTACT ?? (CONTACT && contactOf(CONTACT).href);
}

/** Reads the setting CONTACT. @param address an e-mail address, or an https: address */
export function contactOf(address: string): Contact {
  if (!address.startsWith("https:")) return { href: `mailto:${address}`, name: address };
  const { host, pathname } = new URL(address);
  return { href: address, name: host + pathname.replace(/\/$/, "") };
}
