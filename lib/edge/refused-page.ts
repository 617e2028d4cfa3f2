import type { ServerResponse } from "node:http";
import type { ErrorKind } from "@/lib/foundation/errors";
import { DEFAULT_ERRORS } from "@/lib/http/errors";
import { escapeMarkup } from "@/lib/http/feed";
import { mediaTypeHeaders, pagePolicy } from "./headers";

const MANY_PAGES = "This address has requested many pages in a short time.";

export interface RefusedPage {
  kind: ErrorKind;
  /** The error, as in the API's error. */
  message: string;
  /** After how many seconds the page can be requested again, if that helps. */
  retrySeconds: number | undefined;
  /** Whether it is a form, which a browser must not send again by itself. */
  isForm: boolean;
}

/** Sends a refusal as a page, which says when to try again, and does so by itself. @param stylesheets their addresses */
export function sendRefusedPage(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  stylesheets: readonly string[],
  { kind, message, retrySeconds, isForm }: RefusedPage,
): void {
  const { status, error } = DEFAULT_ERRORS[kind];
  const isLater = retrySeconds !== undefined;
  const seconds = retrySeconds === 1 ? "1 second" : `${retrySeconds} seconds`;
  const title = isLater ? "One moment, please" : error;
  const reason = kind === "rateLimited" ? MANY_PAGES : "The service is busy.";
  const later = isForm
    ? `Your form was not sent. Go back and send it again in ${seconds}.`
    : `${reason} This page tries again in ${seconds}.`;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${isLater && !isForm ? `<meta http-equiv="refresh" content="${retrySeconds}">` : ""}
<title>${escapeMarkup(title)}</title>
${stylesheets.map((path) => `<link rel="stylesheet" href="${path}">`).join("\n")}
</head>
<body><main class="sheet pt-8"><div role="alert" class="max-w-[52ch] py-10">
<h1 class="text-title-1">${escapeMarkup(title)}</h1>
<p class="mt-3 text-ink-2 text-lg">${escapeMarkup(isLater ? later : message)}</p>
</div></main></body>
</html>
`;
  response.writeHead(status, {
    ...(isLater ? { "retry-after": String(retrySeconds) } : {}),
    ...headers,
    ...mediaTypeHeaders("text/html"),
    "content-type": "text/html; charset=utf-8",
    "content-length": String(Buffer.byteLength(html)),
    "content-security-policy": pagePolicy([]),
    "cache-control": "no-store",
  });
  response.end(html);
}
