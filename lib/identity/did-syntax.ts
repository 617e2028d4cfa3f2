/** Maximum length of a DID. */
export const MAX_DID_CHARACTERS = 255;

const TOKEN = "[a-z0-9][a-z0-9_-]*";
const IDCHAR = "(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2})";

/**
 * Matches a DID-lite: `did:<method>:<zone>:<name>`. Method and zone are lowercase tokens. The name follows the W3C's
 * method-specific-id (DID Core, 3.1), so it may contain percent-encodings and further colons. Never normalised.
 */
export const DID_LITE = new RegExp(`^did:${TOKEN}:(${TOKEN}):((?:${IDCHAR}*:)*${IDCHAR}+)$`);

/** Returns whether a text is a DID, without the schema, which would add a library to browser scripts. */
export function isDid(text: string): boolean {
  return text.length <= MAX_DID_CHARACTERS && DID_LITE.test(text);
}
