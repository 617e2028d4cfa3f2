import type { IncomingMessage } from "node:http";

/**
 * Returns why a request's end is doubtful, or null. Node's parser accepts more than the specification does. A proxy that
 * reads such a request in another way could take a part of its body for the next request.
 */
export function framingFault({ httpVersion, headers }: IncomingMessage): string | null {
  if (httpVersion !== "1.1" && httpVersion !== "1.0") return "Use HTTP/1.1 or HTTP/1.0.";
  const coding = headers["transfer-encoding"];
  if (coding === undefined) return null;
  // RFC 9112, 6.1.
  if (httpVersion === "1.0") return "A request of HTTP/1.0 cannot have a `Transfer-Encoding`.";
  return coding.trim().toLowerCase() === "chunked" ? null : "`Transfer-Encoding` must be `chunked`.";
}
