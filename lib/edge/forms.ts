import { isWithin, SESSION_AREAS } from "@/lib/session-area";
import type { Origin } from "./address";

/** Pages with forms, and all below them: the only pages that take POST. */
const PAGES_WITH_FORMS = ["/join", "/report", ...Object.values(SESSION_AREAS)];

/** A page is read; Next would render it for any method. */
const READING = ["GET", "HEAD", "OPTIONS"];
const WITH_FORMS = ["GET", "HEAD", "POST", "OPTIONS"];

/** The methods that a page takes. @param path as `readTarget` made it, without its query */
export function pageMethods(path: string): string[] {
  return PAGES_WITH_FORMS.some((page) => isWithin(path, page)) ? WITH_FORMS : READING;
}

/** What a form sent from elsewhere is told. */
export const FOREIGN_FORM =
  "This form was not sent from a page of this service, so nothing was done. Open the page here and send it again.\n";

/**
 * The host of the page that a form was sent from, where that page is ours; null where it is another site's or does not
 * say. Browsers name the origin of every POST (Fetch, 3.2). A proxy that ends TLS may leave us to see plain HTTP, so a
 * page may be of https where its request is not, and never the other way round.
 * @param header the request's Origin header
 * @param publicUrl the address under which the service is known, if it is set
 */
export function ownPageHost(header: string | undefined, { host, protocol }: Origin, publicUrl?: string): string | null {
  if (header === undefined || host === null || !URL.canParse(header)) return null;
  const page = new URL(header);
  if (page.origin !== header) return null;
  const asked = URL.canParse(`${page.protocol}//${host}`) ? new URL(`${page.protocol}//${host}`) : null;
  const strong = page.protocol === "https:" || (page.protocol === "http:" && protocol === "http");
  const ours = page.host === asked?.host && strong;
  return ours || (publicUrl !== undefined && page.origin === new URL(publicUrl).origin) ? page.host : null;
}
