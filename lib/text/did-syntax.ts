/** Most characters a DID may have. */
export const MAX_DID_CHARACTERS = 255;

const TOKEN = "[a-z0-9][a-z0-9_-]*";
const IDCHAR = "(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2})";

/**
 * A DID-lite: `did:<method>:<zone>:<name>`. Method and zone are lowercase tokens; the name follows the W3C's
 * method-specific-id (DID Core, 3.1), so it may have percent-encodings and further colons. Never normalised.
 */
export const DID_LITE = new RegExp(`^did:${TOKEN}:(${TOKEN}):((?:${IDCHAR}*:)*${IDCHAR}+)$`);

/** Whether a text is a DID, told without the schema, which brings a library along into a browser. */
export function isDid(text: string): boolean {
  return text.length <= MAX_DID_CHARACTERS && DID_LITE.test(text);
}
