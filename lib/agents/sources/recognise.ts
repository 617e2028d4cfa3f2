import type { RegisterAgent } from "../schema";
import { registrationOfCard } from "./a2a-card";
import { registrationOfListedServer } from "./mcp-registry";
import { registrationOfServerJson } from "./mcp-server-json";

/** What a record is known as by its shape alone. */
type KnownKind = "a2a-card" | "mcp-server-json" | "mcp-listed-server";
/** An entry of a publisher's catalogue is known by where it was read; see `ard-entry.ts`. */
export type SourceKind = KnownKind | "ard-entry";

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isText = (value: unknown, pattern: RegExp) => typeof value === "string" && pattern.test(value);
const hasObject = (fields: Fields, ...names: string[]) => names.some((name) => isObject(fields[name]));
const hasList = (fields: Fields, ...names: string[]) => names.some((name) => Array.isArray(fields[name]));
const hasText = (fields: Fields, ...names: string[]) => names.some((name) => typeof fields[name] === "string");

/**
 * The kind of a foreign record, by its shape alone: by fields that only this kind has, whether or not the rest is
 * right, so that whatever is wrong is said in its own terms.
 * @returns null for a shape that nobody here knows
 */
export function recogniseSource(record: unknown): KnownKind | null {
  if (!isObject(record)) return null;
  if (hasList(record, "skills", "supportedInterfaces", "defaultInputModes")) return "a2a-card";
  if (hasText(record, "slug", "repository") || hasList(record, "registries")) return "mcp-listed-server";
  if (hasList(record, "packages", "remotes") || hasObject(record, "server", "version_detail")) return "mcp-server-json";
  if (hasText(record, "protocolVersion") || hasObject(record, "capabilities")) return "a2a-card";
  const { name, $schema: schema } = record;
  const isServer = isText(name, /^[^/\s]+\.[^/\s]+\/[^/\s]+$/) || isText(schema, /\/server\.schema\.json$/);
  return isServer ? "mcp-server-json" : null;
}

const TRANSLATIONS: Record<KnownKind, (record: unknown) => RegisterAgent> = {
  "a2a-card": (record) => registrationOfCard(record),
  "mcp-server-json": registrationOfServerJson,
  "mcp-listed-server": registrationOfListedServer,
};

/**
 * Translates a record of any known kind.
 * @returns its kind and the registration; null for an unknown shape
 * @throws ZodError where no agent could be registered from it
 */
export function registrationOf(record: unknown): { kind: KnownKind; input: RegisterAgent } | null {
  const kind = recogniseSource(record);
  return kind && { kind, input: TRANSLATIONS[kind](record) };
}

/** The records of a list: an array, or a registry's `{ servers: […] }`; null where the value is a record itself. */
export function listedRecords(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  return isObject(value) && Array.isArray(value["servers"]) ? value["servers"] : null;
}
