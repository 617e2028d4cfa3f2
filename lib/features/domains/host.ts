import { parseUrl } from "@/lib/foundation/parse-url";

const CHALLENGE_LABEL = "_fgs-challenge.";
/** Maximum length: a name has at most 253 characters (RFC 1035), and the challenge's label comes before it. */
const MAX_HOST_CHARACTERS = 253 - CHALLENGE_LABEL.length;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Names that have another meaning in each network (RFC 6761 and its registry), so others cannot check them. */
const NOT_PUBLIC = new Set(["alt", "arpa", "internal", "invalid", "local", "localhost", "onion"]);

/** Characters that a host name never has. The URL parser would take them as a port, a path or a percent-encoding. */
const NO_HOST = /[\s%/?#@:[\]\\*_]/;

/**
 * Parses a host name as a person writes it.
 * @returns it in lower case and punycode (UTS 46), without a final dot; null if it is not a public host name
 */
export function readHost(text: string): string | null {
  const given = text.trim();
  const url = given.length > 1_000 || NO_HOST.test(given) ? null : parseUrl(`https://${given}/`);
  if (url === null) return null;
  const host = url.hostname.replace(/\.$/, "");
  const labels = host.split(".");
  const top = labels.at(-1) ?? "";
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label)) && /[a-z]/.test(top);
  return isName && host.length <= MAX_HOST_CHARACTERS && !NOT_PUBLIC.has(top) ? host : null;
}

/** Returns the name of the TXT record that proves a host. */
export const challengeName = (host: string) => CHALLENGE_LABEL + host;
