import { z } from "zod";
import { isStorableTime } from "@/lib/http/instant";

/** The start of a page: the list as of `asOf`, after the entry with this key and DID. */
const Position = z.tuple([z.literal("v1"), z.int().refine(isStorableTime), z.string(), z.string()]);

export interface Position {
  asOf: Date;
  /** A name in lower case, or the time of a change as an ISO date, depending on the list's order. */
  key: string;
  did: string;
}

/** Returns the cursor of a position. Its texts are ASCII, as names and DIDs are. */
export function cursorOf({ asOf, key, did }: Position): string {
  const text = btoa(JSON.stringify(["v1", asOf.getTime(), key, did]));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Parses a cursor. @returns null for an invalid text */
export function readPosition(cursor: string): Position | null {
  if (cursor.length > 2_000) return null;
  try {
    const [, asOf, key, did] = Position.parse(JSON.parse(atob(cursor.replaceAll("-", "+").replaceAll("_", "/"))));
    const isStorable = [key, did].every((text) => text.isWellFormed() && !text.includes("\0"));
    return isStorable ? { asOf: new Date(asOf), key, did } : null;
  } catch {
    return null;
  }
}

/** The metadata prefix of a service without a DNS name. The top-level domain is reserved for private use. */
const NAMELESS = "internal.federation";

/**
 * Returns the key of this service's own data in `_meta`: its host in reverse DNS.
 * @param publicUrl the setting PUBLIC_URL
 */
export function standingKey(publicUrl: string | undefined): string {
  const host = publicUrl === undefined ? "" : new URL(publicUrl).hostname;
  const isName = host.includes(".") && !/^[\d.]+$|^\[/.test(host);
  return `${isName ? host.split(".").reverse().join(".") : NAMELESS}/standing`;
}
