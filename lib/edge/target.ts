import type { IncomingMessage } from "node:http";
import { parseUrl } from "@/lib/foundation/parse-url";

/** All methods that any path accepts. Each API path then decides for itself. */
export const ANY_METHOD = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Paths that `URL` would not change: no segment begins with a dot, none is empty, and nothing is encoded. */
const PLAIN = /^\/(?:[\w~:-][\w~:.-]*(?:\/[\w~:-][\w~:.-]*)*\/?)?(?:\?[\w~./:=&%+-]+)?$/;

/**
 * Returns the path and query of a request, or null if the target is invalid: a broken percent-encoding, a path that
 * browsers would read as another host, a control character.
 * @returns origin-form with its dot segments resolved (RFC 3986, 6.2.2.3), so the counted path is the served one;
 * without the authority of an absolute URI (RFC 9112, 3.2.2)
 */
export function readTarget(request: IncomingMessage): string | null {
  const raw = request.url ?? "";
  if (PLAIN.test(raw)) return raw;
  if (raw === "*" && request.method === "OPTIONS") return "/";
  const target = raw.replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)/i, "");
  const asked = target === "" || target.startsWith("?") ? `/${target}` : target;
  const url = asked.startsWith("/") && !/^\/[/\\]/.test(asked) ? parseUrl(asked, "http://localhost") : null;
  if (url === null) return null;
  const { pathname, search } = url;
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression searches for them
    if (/[\x00-\x1f\x7f]|^\/[/\\]/.test(decodeURIComponent(pathname))) return null;
  } catch {
    return null;
  }
  return pathname + search;
}
