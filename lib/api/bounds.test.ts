import { expect, it } from "vitest";
import { z } from "zod";
import { ROUTED_ENDPOINTS } from "./contract";

const MESSAGES = ["callDoor", "sendToDoor", "streamToDoor", "callRouter", "sendToRouter", "streamToRouter"];
/** Texts without a length of their own. */
const BOUNDED_OTHERWISE = new Set([
  // The contract defines the error, whatever the length. They are compared with a DID's length first.
  ...["verifyTrust.did", "routeIntent.src_did"],
  // Measured after its line breaks are changed.
  "openIncident.description",
  // The content of a message. Like a payload of the relay, it is bounded by the body's size.
  ...MESSAGES.flatMap((name) => [`${name}.message.parts[].text`, `${name}.message.parts[].raw`]),
]);

interface JsonSchema {
  type?: string | string[];
  maxLength?: number;
  pattern?: string;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  [other: string]: unknown;
}

/** Returns whether a pattern matches only texts up to some length. */
const isShort = (pattern: string) => !/[*+]|\{\d+,\}/.test(pattern.replace(/\[[^\]]*\]/g, "x"));

/** Lists the paths of texts without a length, and of lists without a count. Where a schema takes any JSON, only the body's size and depth bound it. */
function* endlessTexts(schema: JsonSchema, path: string, known: Record<string, JsonSchema>): Generator<string> {
  const { type, maxLength, pattern, properties = {}, items, anyOf = [], oneOf = [], $ref } = schema;
  const isChosen = schema["enum"] !== undefined || schema["const"] !== undefined;
  const isText = [type].flat().includes("string");
  const isBounded = maxLength !== undefined || isChosen || (pattern !== undefined && isShort(pattern));
  if (isText && !isBounded) yield path;
  if (items && schema["maxItems"] === undefined) yield `${path}[]`;
  for (const [name, each] of Object.entries(properties)) yield* endlessTexts(each, `${path}.${name}`, known);
  for (const each of [...anyOf, ...oneOf]) yield* endlessTexts(each, path, known);
  if (items) yield* endlessTexts(items, `${path}[]`, known);
  if (typeof schema.additionalProperties === "object") {
    yield* endlessTexts(schema.additionalProperties, `${path}.*`, known);
  }
  const referred = $ref === undefined ? undefined : known[$ref.replace("#/$defs/", "")];
  if (referred) yield* endlessTexts(referred, path, known);
}

/** Returns the paths of texts that have a length after the body is parsed. */
function* boundedTexts(schema: JsonSchema, path: string, known: Record<string, JsonSchema>): Generator<string> {
  if (schema.type === "string" && schema.maxLength !== undefined) yield path;
  for (const [name, each] of Object.entries(schema.properties ?? {}))
    yield* boundedTexts(each, `${path}.${name}`, known);
  for (const each of schema.anyOf ?? []) yield* boundedTexts(each, path, known);
  if (schema.items) yield* boundedTexts(schema.items, `${path}[]`, known);
  const referred = known[schema.$ref?.replace("#/$defs/", "") ?? ""];
  if (referred) yield* boundedTexts(referred, path, known);
}

function jsonSchemaOf(body: z.ZodType, io: "input" | "output"): JsonSchema {
  return z.toJSONSchema(body, { io, unrepresentable: "any" }) as JsonSchema;
}

it.each(ROUTED_ENDPOINTS.filter(({ body }) => body).map((endpoint) => [endpoint.operationId, endpoint] as const))(
  "%s: every text of the body has a length",
  (operationId, { body }) => {
    const given = jsonSchemaOf(body as z.ZodType, "input");
    const parsed = jsonSchemaOf(body as z.ZodType, "output");
    // A text that is changed before it is measured, such as one with other line breaks, has its length after that.
    const bounded = new Set(boundedTexts(parsed, "", parsed.$defs ?? {}));
    const endless = new Set(endlessTexts(given, "", given.$defs ?? {}));
    expect([...endless].filter((path) => !bounded.has(path) && !BOUNDED_OTHERWISE.has(operationId + path))).toEqual([]);
  },
);
