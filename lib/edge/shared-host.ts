import { randomUUID } from "node:crypto";
import { BytesResponse, headersOf } from "@/lib/http/bytes-response";

/**
 * The host in responses that are shared by all hosts without a copy of their own. Each response is sent with the requested
 * host in its place. It is random, so no record contains it.
 */
export const SHARED_HOST = `${randomUUID()}.invalid`;

/** Returns a shared body for a host. A host has only characters that need no escape in JSON, XML and markdown. */
export function bodyFor(host: string, body: Uint8Array): Uint8Array {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = text.indexOf(SHARED_HOST); at >= 0; at = text.indexOf(SHARED_HOST, from)) {
    parts.push(text.subarray(from, at), Buffer.from(host));
    from = at + SHARED_HOST.length;
  }
  return parts.length === 0 ? body : Buffer.concat([...parts, text.subarray(from)]);
}

/** Returns shared headers for a host. */
export function headersFor(host: string, headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replaceAll(SHARED_HOST, host)]),
  );
}

/** Returns a response for a host that was made for the shared one and cannot be kept, such as an error. */
export function responseFor(host: string, made: Response): Response {
  if (!(made instanceof BytesResponse)) return made;
  const { content, status } = made;
  const body = bodyFor(host, typeof content === "string" ? Buffer.from(content) : content);
  return new BytesResponse(body, { status, headers: headersFor(host, headersOf(made)) });
}
