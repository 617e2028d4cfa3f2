import { decodeText } from "@/lib/foundation/text/utf8";

/** Thrown if a source cannot be read. Its message is one sentence for an operator, without text from the source. */
export class SourceFault extends Error {
  override readonly name = "SourceFault";
}

/** The response to an outgoing request. */
export interface ExternalResponse {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/** Sends an outgoing request: `fetchExternal` of lib/outgoing, or another function in tests. */
export type FetchExternal = (
  address: string,
  options: { headers?: Record<string, string>; maxBytes: number; deadlineMilliseconds: number; signal?: AbortSignal },
) => Promise<ExternalResponse>;

/** Returns the members of a JSON object; null for any other value. */
export function membersOf(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/**
 * Reads a response as a JSON object.
 * @returns its text and its members
 * @throws SourceFault if the status is not 200, or the body is not a JSON object
 */
export function readObject({ status, bytes }: ExternalResponse): { text: string; members: Record<string, unknown> } {
  if (status !== 200) throw new SourceFault(`The response has the status ${status}.`);
  let text: string;
  try {
    text = decodeText(bytes);
  } catch {
    throw new SourceFault("The response is neither UTF-8 nor UTF-16.");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SourceFault("The response is not JSON.");
  }
  const members = membersOf(value);
  if (!members) throw new SourceFault("The response is not a JSON object.");
  return { text, members };
}
