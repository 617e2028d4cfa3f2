import { z } from "zod";
import { isBlank } from "@/lib/foundation/text/blank";
import { DID_LITE, MAX_DID_CHARACTERS } from "./did-syntax";

/** A DID-lite, as `DID_LITE` defines it. */
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

/** Returns the zone as it is shown and filtered: `s0`…`s4` in upper case, any other token unchanged. */
export function showZone(zone: string): string {
  return /^s[0-4]$/i.test(zone) ? zone.toUpperCase() : zone;
}

/** Returns the zone (as shown) and name of a well-formed DID. */
export function partsOfDid(did: Did): { zone: string; name: string } {
  const [, zone = "", name = ""] = DID_LITE.exec(did) ?? [];
  return { zone: showZone(zone), name };
}

export type AgentNames = ReadonlyMap<string, string>;

/** Returns an agent's name, or the name in its DID if its record has none that shows anything. */
export function nameOf({ did, name }: { did: Did; name: string }): string {
  return isBlank(name) ? partsOfDid(did).name : name;
}

/** The DID in whose name the service itself writes. Nobody can take it. */
export const COUNCIL_DID = "did:fed:s0:council";
