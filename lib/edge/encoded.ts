import type { IncomingMessage, ServerResponse } from "node:http";

/** What the build compresses, and what it is once the browser has opened it. */
const MEDIA_TYPES: Record<string, string> = {
  ".js": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
};

/** Brotli among the encodings that are taken, unless at a weight of zero (RFC 9110, 12.5.3). */
const takesBrotli = (accepted = "") =>
  accepted.split(",").some((encoding) => /^\s*br\s*(?:;\s*q=(?!0(?:\.0*)?\s*$).*)?$/i.test(encoding));

/**
 * Lets a static file be answered by its twin that the build compressed, where there is one and the client takes it.
 * @param twins the paths of all those, which end in `.br`
 */
export function chooseEncoding(request: IncomingMessage, response: ServerResponse, twins: ReadonlySet<string>): void {
  const path = request.url?.split("?", 1)[0] ?? "";
  const mediaType = MEDIA_TYPES[/\.[a-z]+$/.exec(path)?.[0] ?? ""];
  if (mediaType === undefined || !twins.has(`${path}.br`)) return;
  response.setHeader("vary", "Accept-Encoding");
  if (!takesBrotli(request.headers["accept-encoding"] as string | undefined)) return;
  response.setHeader("content-encoding", "br");
  response.setHeader("content-type", mediaType);
  request.url = `${path}.br`;
}
