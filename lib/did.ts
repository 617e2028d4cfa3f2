import { z } from "zod";

/** Most characters a DID may have. */
export const MAX_DID_CHARACTERS = 255;

const TOKEN = "[a-z0-9][a-z0-9_-]*";
const IDCHAR = "(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2})";
const DID_LITE = new RegExp(`^did:${TOKEN}:(${TOKEN}):((?:${IDCHAR}*:)*${IDCHAR}+)$`);

/**
 * A DID-lite: `did:<method>:<zone>:<name>`. Method and zone are lowercase tokens; the name follows the W3C's
 * method-specific-id (DID Core, 3.1), so it may have percent-encodings and further colons. Never normalised.
 */
export const Did = z
  .string()
  .max(MAX_DID_CHARACTERS)
  .regex(DID_LITE, "must have the form did:<method>:<zone>:<name>")
  .meta({
    id: "Did",
    description: "DID-lite identifier, `did:<method>:<zone>:<name>`.",
    examples: ["did:fed:s1:atlas"],
  });
export type Did = z.infer<typeof Did>;

/** The zone as it is shown and filtered: `s0`…`s4` in capitals, any other token as it is. */
export function showZone(zone: string): string {
  return /^s[0-4]$/i.test(zone) ? zone.toUpperCase() : zone;
}

/** Zone (as shown) and name of a well-formed DID. */
export function partsOfDid(did: Did): { zone: string; name: string } {
  const [, zone = "", name = ""] = DID_LITE.exec(did) ?? [];
  return { zone: showZone(zone), name };
}
