import { ServiceError } from "@/lib/errors";
import type { ApiRequest } from "@/lib/http/api-request";
import { parseJson } from "@/lib/text/strangers-json";

const refuse = (message: string) => new ServiceError("invalid", message);

/**
 * Reads a request's body as JSON whatever its content type says, multipart and XML apart.
 * @throws ServiceError `unsupportedMediaType`, `bodyTooLarge` or `invalid`
 */
export async function readJson(request: Pick<ApiRequest, "headers" | "body">, maxBodyBytes: number): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  const encoding = request.headers.get("content-encoding") ?? "identity";
  if (/^multipart\/|[/+]xml\b/i.test(type)) throw new ServiceError("unsupportedMediaType", "Send JSON.");
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
    throw new ServiceError("malformedRequest", "The body did not arrive as a whole.");
  }
  if (bytes > maxBodyBytes) throw new ServiceError("bodyTooLarge", `At most ${maxBodyBytes} bytes.`);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw refuse("The body is not UTF-8.");
  }
  return parseJson(text);
}
