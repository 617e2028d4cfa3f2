import { charged } from "@/lib/authority/context";
import { ServiceError } from "@/lib/foundation/errors";
import type { ApiRequest } from "@/lib/http/api-request";
import { parseUntrustedJson } from "@/lib/http/untrusted-json";

const refuse = (message: string) => new ServiceError("invalid", message);

/**
 * Reads a request's body as text.
 * @throws ServiceError `unsupportedMediaType`, `bodyTooLarge` or `invalid`
 */
export async function readText(request: Pick<ApiRequest, "headers" | "body">, maxBodyBytes: number): Promise<string> {
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (encoding.toLowerCase() !== "identity") throw new ServiceError("unsupportedMediaType", "Send it uncompressed.");
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request.body ?? []) {
      bytes += chunk.byteLength;
      if (bytes > maxBodyBytes) break;
      chunks.push(chunk);
    }
  } catch {
    throw new ServiceError("malformedRequest", "The body did not arrive completely. Send it again.");
  }
  if (bytes > maxBodyBytes) throw new ServiceError("bodyTooLarge", `The body must have at most ${maxBodyBytes} bytes.`);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw refuse("The body must be UTF-8.");
  }
}

/**
 * Reads a request's body as JSON, whatever its content type says, except multipart and XML.
 * @throws ServiceError `unsupportedMediaType`, `bodyTooLarge` or `invalid`
 */
export async function readJson(request: Pick<ApiRequest, "headers" | "body">, maxBodyBytes: number): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (/^multipart\/|[/+]xml\b/i.test(type)) throw new ServiceError("unsupportedMediaType", "Send JSON.");
  const text = await readText(request, maxBodyBytes);
  return charged(() => parseUntrustedJson(text));
}
