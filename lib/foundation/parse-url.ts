/**
 * Parses an address, as `URL.parse` of newer Node versions does. Not `URL.canParse`: after some thousand calls, that of Node 20
 * refuses addresses with a character such as ü.
 * @returns null if the text is none
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
