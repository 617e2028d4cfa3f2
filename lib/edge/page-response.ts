import type { RequestScope } from "@/lib/authority/context";
import { BytesResponse } from "@/lib/http/bytes-response";
import type { CapturedPage } from "./captured-page";
import { pagePolicy, varyOf } from "./headers";
import { prepareHtml } from "./html-document";
import { errorAsJson } from "./program-errors";

/** Next's headers that are wrong for the sent page, or that the edge sets. */
const NOT_PASSED_ON = new Set(["connection", "content-length", "date", "keep-alive", "transfer-encoding"]);

/** The address of this host's catalogue for programs (ARD v0.91, 5.1). */
const OFFER = '</.well-known/ard.json>; rel="ard"';

/**
 * Returns the response for a page that Next wrote.
 * @param hydrates whether components of the page run in the browser
 * @param isForProgram whether the client is a program, which cannot use an error page
 */
export function pageResponse(
  { status: writtenStatus, headers: writtenHeaders, body }: CapturedPage,
  scope: RequestScope,
  hydrates: boolean,
  isForProgram: boolean,
): Response {
  const status = scope.status ?? writtenStatus;
  const headers = new Headers();
  for (const [name, value] of Object.entries(writtenHeaders)) {
    if (NOT_PASSED_ON.has(name)) continue;
    for (const one of [value].flat()) if (one !== undefined) headers.append(name, String(one));
  }
  const mediaType = headers.get("content-type") ?? "";
  const vary = varyOf(headers.get("vary") ?? "", mediaType);
  if (vary === "") headers.delete("vary");
  else headers.set("vary", vary);
  if (!mediaType.startsWith("text/html")) return new BytesResponse(body, { status, headers });
  if (isForProgram && status >= 400) {
    const json = { "content-type": "application/json", "cache-control": "no-store" };
    return new BytesResponse(errorAsJson(status), { status, headers: json });
  }
  const { html, hashes } = prepareHtml(body.toString(), hydrates);
  headers.set("content-security-policy", pagePolicy(hashes));
  headers.append("link", OFFER);
  return new BytesResponse(html, { status, headers });
}
