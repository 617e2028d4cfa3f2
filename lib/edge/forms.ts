import { LIST_BOUNDS } from "@/lib/foundation/bounds";
import { parseUrl } from "@/lib/foundation/parse-url";
import { isWithin, SESSION_AREAS } from "@/lib/identity/session-area";
import type { RequestOrigin } from "./address";

/** Pages with forms, and all paths below them. Only these accept POST. */
const PAGES_WITH_FORMS = ["/join", "/report", ...Object.values(SESSION_AREAS)];

/** Pages are only read. Without this, Next would render them for any method. */
const READING = ["GET", "HEAD", "OPTIONS"];
const WITH_FORMS = ["GET", "HEAD", "POST", "OPTIONS"];

/** Returns the methods that a page accepts. @param path from `readTarget`, without its query */
export function pageMethods(path: string): string[] {
  return PAGES_WITH_FORMS.some((page) => isWithin(path, page)) ? WITH_FORMS : READING;
}

/** The page whose form may have a long body, of operators who are signed in. */
const PAGE_WITH_LONG_FORM = `${SESSION_AREAS.console}/sources/import`;

/** Returns how many bytes a form may have whose sender is signed in; undefined for the usual number. */
export function longFormBytes(path: string, method: string | undefined): number | undefined {
  return path === PAGE_WITH_LONG_FORM && method === "POST" ? LIST_BOUNDS.bytes : undefined;
}

/** The message for a long form of somebody who is not signed in. */
export const LONG_FORM_SIGNED_OUT =
  "Your session has ended, so the list was not read. Sign in again, then send it again.";

/** The message for a form from another site. */
export const FOREIGN_FORM =
  "This form was not sent from a page of this service, so nothing was done. Open the page here and send it again.";

/**
 * Returns the host of the page that sent a form, if that page is ours; null if it belongs to another site or is unknown.
 * Browsers send the origin of every POST (Fetch, 3.2). Behind a proxy that ends TLS we see plain HTTP. So a page may
 * have https when its request has not, but never the other way round.
 * @param header the request's Origin header
 * @param publicUrl the service's public address, if it is set
 */
export function ownPageHost(
  header: string | undefined,
  { host, protocol }: RequestOrigin,
  publicUrl?: string,
): string | null {
  const page = header === undefined || host === null ? null : parseUrl(header);
  if (page === null || page.origin !== header) return null;
  const asked = parseUrl(`${page.protocol}//${host}`);
  const strong = page.protocol === "https:" || (page.protocol === "http:" && protocol === "http");
  const ours = page.host === asked?.host && strong;
  return ours || (publicUrl !== undefined && page.origin === new URL(publicUrl).origin) ? page.host : null;
}
