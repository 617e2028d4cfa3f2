import { BOUNDS } from "@/lib/foundation/bounds";
import { ownValue } from "@/lib/foundation/own-values";
import type { RegisterAgent } from "../schema";
import { registrationOfCard } from "./a2a-card";
import { registrationOfListedServer } from "./mcp-registry";
import { registrationOfServerJson } from "./mcp-server-json";

/** The kinds of records that are recognised by their shape alone. */
type KnownKind = "a2a-card" | "mcp-server-json" | "mcp-listed-server";
/** An entry of a publisher's catalogue is recognised by its address; see `ard-entry.ts`. */
export type SourceKind = KnownKind | "ard-entry";

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns whether a text is the name of an MCP server: a namespace in reverse DNS, a slash and a short name. */
function isServerName(name: unknown): boolean {
  if (typeof name !== "string" || name.length > BOUNDS.name || /\s/.test(name)) return false;
  const [namespace = "", shortName = "", ...rest] = name.split("/");
  return namespace.slice(1, -1).includes(".") && shortName !== "" && rest.length === 0;
}

const hasObject = (fields: Fields, ...names: string[]) => names.some((name) => isObject(ownValue(fields, name)));
const hasList = (fields: Fields, ...names: string[]) => names.some((name) => Array.isArray(ownValue(fields, name)));
const hasText = (fields: Fields, ...names: string[]) =>
  names.some((name) => typeof ownValue(fields, name) === "string");

/**
 * Returns the kind of a foreign record by its shape: by fields that only this kind has, even if the rest is invalid. So
 * errors can use the terms of that kind.
 * @returns null for an unknown shape
 */
export function recogniseSource(record: unknown): KnownKind | null {
  if (!isObject(record)) return null;
  if (hasList(record, "skills", "supportedInterfaces", "defaultInputModes")) return "a2a-card";
  if (hasText(record, "slug", "repository") || hasList(record, "registries")) return "mcp-listed-server";
  if (hasList(record, "packages", "remotes") || hasObject(record, "server", "version_detail")) return "mcp-server-json";
  if (hasText(record, "protocolVersion") || hasObject(record, "capabilities")) return "a2a-card";
  const { name, $schema: schema } = record;
  const hasSchema = typeof schema === "string" && schema.endsWith("/server.schema.json");
  return isServerName(name) || hasSchema ? "mcp-server-json" : null;
}

/** Returns why a record of an unknown shape cannot be registered, and what to send instead. */
export function faultOfShape(record: unknown): string {
  // Claude and Cursor write `mcpServers`, and VS Code writes `servers`.
  if (isObject(record) && hasObject(record, "mcpServers", "servers")) {
    return "the settings of an MCP client, which only say how to start or reach servers. Import the server.json of each server";
  }
  return "neither an A2A agent card, nor an MCP server.json, nor a listed MCP server";
}

const TRANSLATIONS: Record<KnownKind, (record: unknown) => RegisterAgent> = {
  "a2a-card": registrationOfCard,
  "mcp-server-json": registrationOfServerJson,
  "mcp-listed-server": registrationOfListedServer,
};

/**
 * Translates a record of any known kind.
 * @returns its kind and the registration, or null for an unknown shape
 * @throws ZodError if no agent could be registered from it
 */
export function registrationOf(record: unknown): { kind: KnownKind; input: RegisterAgent } | null {
  const kind = recogniseSource(record);
  return kind && { kind, input: TRANSLATIONS[kind](record) };
}

/**
 * Returns the records of a list (an array, or a registry's `{ servers: […] }`), or null if the value is a single
 * record.
 */
export function listedRecords(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value;
  return isObject(value) && Array.isArray(value["servers"]) ? value["servers"] : null;
}
