import { SHARED_HOSTS, sharedHostFor } from "@/lib/foundation/hosts";
import { BytesResponse, headersOf } from "@/lib/http/bytes-response";

/** Returns whether a response contains a shared host, so it differs by host. */
export function namesSharedHost(body: Uint8Array, headers: Readonly<Record<string, string>>): boolean {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return SHARED_HOSTS.some(
    (shared) => text.includes(shared) || Object.values(headers).some((value) => value.includes(shared)),
  );
}

/** Returns a shared body for a host, whose characters need no escape in JSON, XML and markdown. */
export function bodyFor(host: string, body: Uint8Array): Uint8Array {
  const shared = sharedHostFor(host);
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = text.indexOf(shared); at >= 0; at = text.indexOf(shared, from)) {
    parts.push(text.subarray(from, at), Buffer.from(host));
    from = at + shared.length;
  }
  return parts.length === 0 ? body : Buffer.concat([...parts, text.subarray(from)]);
}

export function headersFor(host: string, headers: Readonly<Record<string, string>>): Record<string, string> {
  const shared = sharedHostFor(host);
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replaceAll(shared, host)]));
}

/** Returns a response for a host that was made for the shared one and cannot be kept, such as an error. */
export function responseFor(host: string, made: Response): Response {
  if (!(made instanceof BytesResponse)) return made;
  const { content, status } = made;
  const body = bodyFor(host, typeof content === "string" ? Buffer.from(content) : content);
  return new BytesResponse(body, { status, headers: headersFor(host, headersOf(made)) });
}
