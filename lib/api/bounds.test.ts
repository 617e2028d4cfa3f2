import { expect, it } from "vitest";
import { z } from "zod";
import { ROUTED_ENDPOINTS } from "./contract";

/** Texts of the contract whose error is its own, whatever their length. They are compared with a DID's length first. */
const DIDS = new Set(["verifyTrust.did", "routeIntent.src_did"]);

interface JsonSchema {
  type?: string;
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

/** Lists the paths of texts without a length. Where a schema takes any JSON, only the body's size and depth bound it. */
function* endlessTexts(schema: JsonSchema, path: string, known: Record<string, JsonSchema>): Generator<string> {
  const { type, maxLength, pattern, properties = {}, items, anyOf = [], oneOf = [], $ref } = schema;
  const isChosen = schema["enum"] !== undefined || schema["const"] !== undefined;
  const isBounded = maxLength !== undefined || isChosen || (pattern !== undefined && isShort(pattern));
  if (type === "string" && !isBounded) yield path;
  for (const [name, each] of Object.entries(properties)) yield* endlessTexts(each, `${path}.${name}`, known);
  for (const each of [...anyOf, ...oneOf]) yield* endlessTexts(each, path, known);
  if (items) yield* endlessTexts(items, `${path}[]`, known);
  if (typeof schema.additionalProperties === "object") {
    yield* endlessTexts(schema.additionalProperties, `${path}.*`, known);
  }
  const referred = $ref === undefined ? undefined : known[$ref.replace("#/$defs/", "")];
  if (referred) yield* endlessTexts(referred, path, known);
}

function endlessTextsOf(body: z.ZodType, io: "input" | "output"): Set<string> {
  const schema = z.toJSONSchema(body, { io, unrepresentable: "any" }) as JsonSchema;
  return new Set(endlessTexts(schema, "", schema.$defs ?? {}));
}

it.each(ROUTED_ENDPOINTS.filter(({ body }) => body).map((endpoint) => [endpoint.operationId, endpoint] as const))(
  "%s: every text of the body has a length",
  (operationId, { body }) => {
    const given = endlessTextsOf(body as z.ZodType, "input");
    // A text that is changed before it is measured has its length after the change.
    const changed = endlessTextsOf(body as z.ZodType, "output");
    expect([...given].filter((path) => changed.has(path) && !DIDS.has(operationId + path))).toEqual([]);
  },
);
