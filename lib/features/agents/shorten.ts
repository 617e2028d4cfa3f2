import { cutList, cutText, jsonBytes } from "@/lib/foundation/text/cut";
import type { Agent } from "./schema";

/** The maximum of a manifest in a list, and of a whole row, as bytes of JSON. So a page of 200 has at most a megabyte. */
const MAX_MANIFEST_BYTES = 2_048;
const MAX_ROW_BYTES = 5_120;
/** What `shortened` itself may need. */
const RESERVED_BYTES = 400;

/** The fields that may be long. */
const FIELDS = [
  ...["name", "provider", "role", "model", "runtime_type", "description", "version", "homepage", "repository"],
  ...["licence", "skills", "capabilities", "tags", "derived_tags", "endpoints", "domains"],
] as const;
type Field = keyof Agent & (typeof FIELDS)[number];

/** Counts the letters in a value's texts, and the items of its lists, until there are more than `most`. */
function lettersUpTo(value: unknown, most: number): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  const isList = Array.isArray(value);
  let letters = 0;
  for (const [name, part] of Object.entries(value)) {
    if (letters > most) break;
    letters += (isList ? 1 : name.length) + lettersUpTo(part, most - letters);
  }
  return letters;
}

/** Returns whether a manifest is long. A letter or an item has at least a byte, so a very long one is not serialised. */
const isLong = (manifest: unknown): boolean =>
  lettersUpTo(manifest, MAX_MANIFEST_BYTES) > MAX_MANIFEST_BYTES || jsonBytes(manifest) > MAX_MANIFEST_BYTES;

/** Half an address leads to another place. */
function cutValue(field: Field, value: unknown, bytes: number): unknown {
  if (Array.isArray(value)) return cutList(value, bytes);
  return field === "homepage" || field === "repository" ? "" : cutText(String(value), bytes);
}

/** Returns where a record is with all of its fields. */
const recordPath = (did: string) => `/api/agents/${encodeURIComponent(did)}`;

/**
 * Returns an agent for a list. A manifest of more than 2 KB is `{role, truncated, url}`. If the row then has more than
 * 5 KB, its longest fields are cut until it has not, and `shortened` has their lengths in the record.
 */
export function shortenAgent<A extends Agent>(agent: A): A {
  const { did, role } = agent;
  const short = { role, truncated: true, url: recordPath(did) };
  const row = isLong(agent.capability_manifest) ? { ...agent, capability_manifest: short } : agent;
  return jsonBytes(row) > MAX_ROW_BYTES ? cutFields(row) : row;
}

/** Gives each field an equal share of the room. What a short field leaves is for the longer ones. */
function cutFields<A extends Agent>(row: A): A {
  const sizes = FIELDS.map((field) => ({ field: field as Field, bytes: jsonBytes(row[field as Field]) }));
  const fixed = jsonBytes(row) - sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  let room = MAX_ROW_BYTES - RESERVED_BYTES - fixed;
  const shortened: Record<string, number> = {};
  const cut: Record<string, unknown> = {};
  sizes.sort((one, other) => one.bytes - other.bytes);
  for (const [at, { field, bytes }] of sizes.entries()) {
    const share = Math.max(2, Math.floor(room / (sizes.length - at)));
    if (bytes > share) {
      const value = row[field] as string | unknown[];
      cut[field] = cutValue(field, value, share);
      shortened[field] = value.length;
      room -= jsonBytes(cut[field]);
    } else room -= bytes;
  }
  return { ...row, ...cut, shortened };
}
