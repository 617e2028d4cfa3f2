import { refuseUnstorable } from "@/lib/text/strangers-json";

/** Why a source could not be read. Its message is one sentence for an operator, without text from the source. */
export class SourceFault extends Error {
  override readonly name = "SourceFault";
}

/** What a request outside gives, of what a source is read from. */
export interface OutsideResponse {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/** Asks an address outside. It is `requestOutside` of lib/outgoing; tests may give another. */
export type AskOutside = (
  address: string,
  options: { headers?: Record<string, string>; maxBytes: number; deadlineMilliseconds: number; signal?: AbortSignal },
) => Promise<OutsideResponse>;

/** The members of a JSON object. @returns null for any other value */
export function membersOf(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}

/**
 * Reads a response as a JSON object.
 * @returns its text and its members
 * @throws SourceFault for another status than 200 and for what is no JSON object in UTF-8
 */
export function readObject({ status, bytes }: OutsideResponse): { text: string; members: Record<string, unknown> } {
  if (status !== 200) throw new SourceFault(`It responded with the status ${status}.`);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new SourceFault("What it responded with is not UTF-8.");
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new SourceFault("What it responded with is not JSON.");
  }
  const members = membersOf(value);
  if (!members) throw new SourceFault("What it responded with is not a JSON object.");
  return { text, members };
}

/**
 * Parses a record of a list.
 * @throws ServiceError `invalid` where it could not be stored as it is
 */
export function readRecord(text: string): unknown {
  const record: unknown = JSON.parse(text);
  refuseUnstorable(record);
  return record;
}
