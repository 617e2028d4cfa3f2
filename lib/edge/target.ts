import type { IncomingMessage } from "node:http";

/** The methods that anything here might take. An API path then says itself which it does. */
export const ANY_METHOD = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** What `URL` would leave as it is: no segment begins with a dot, none is empty, and nothing is encoded in the path. */
const PLAIN = /^\/(?:[\w~:-][\w~:.-]*(?:\/[\w~:-][\w~:.-]*)*\/?)?(?:\?[\w~./:=&%+-]+)?$/;

/**
 * The path and query of a request, or null where it asks for nothing that could be here: a broken percent-encoding, a
 * path that browsers would read as another host, a control character.
 * @returns origin-form with its dot segments resolved (RFC 3986, 6.2.2.3), so that what is counted is what is served;
 *   an absolute URI (RFC 9112, 3.2.2) loses its authority
 */
export function readTarget(request: IncomingMessage): string | null {
  const raw = request.url ?? "";
  if (PLAIN.test(raw)) return raw;
  if (raw === "*" && request.method === "OPTIONS") return "/";
  const target = raw.replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)/i, "");
  const asked = target === "" || target.startsWith("?") ? `/${target}` : target;
  if (!asked.startsWith("/") || /^\/[/\\]/.test(asked) || !URL.canParse(asked, "http://localhost")) return null;
  const { pathname, search } = new URL(asked, "http://localhost");
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    if (/[\x00-\x1f\x7f]|^\/[/\\]/.test(decodeURIComponent(pathname))) return null;
  } catch {
    return null;
  }
  return pathname + search;
}
