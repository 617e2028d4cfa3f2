import { expect, it } from "vitest";
import { z } from "zod";
import { ROUTED_ENDPOINTS } from "@/lib/portal/contract";

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

interface Bounded {
  path: string;
  isBounded: boolean;
}

/**
 * Lists the texts and lists of a schema, and whether they have a length. Where a schema takes any JSON, only the body's size
 * and depth bound it.
 */
function* partsOf(schema: JsonSchema, path: string, known: Record<string, JsonSchema>): Generator<Bounded> {
  const { type, maxLength, pattern, properties = {}, items, anyOf = [], oneOf = [], $ref = "" } = schema;
  const isChosen = schema["enum"] !== undefined || schema["const"] !== undefined;
  const isBounded = maxLength !== undefined || isChosen || (pattern !== undefined && isShort(pattern));
  if ([type].flat().includes("string")) yield { path, isBounded };
  if (items) yield { path: `${path}[]`, isBounded: schema["maxItems"] !== undefined };
  for (const [name, each] of Object.entries(properties)) yield* partsOf(each, `${path}.${name}`, known);
  const { additionalProperties: others } = schema;
  if (typeof others === "object") yield* partsOf(others, `${path}.*`, known);
  for (const each of [...anyOf, ...oneOf]) yield* partsOf(each, path, known);
  if (items) yield* partsOf(items, `${path}[]`, known);
  const referred = known[$ref.replace("#/$defs/", "")];
  if (referred) yield* partsOf(referred, path, known);
}

function partsOfBody(body: z.ZodType, io: "input" | "output"): Bounded[] {
  const schema = z.toJSONSchema(body, { io, unrepresentable: "any" }) as JsonSchema;
  return [...partsOf(schema, "", schema.$defs ?? {})];
}

it.each(ROUTED_ENDPOINTS.filter(({ body }) => body).map((endpoint) => [endpoint.operationId, endpoint] as const))(
  "%s: every text of the body has a length",
  (operationId, { body }) => {
    const endless = partsOfBody(body as z.ZodType, "input").filter(({ isBounded }) => !isBounded);
    // A text that is changed before it is measured, such as one with other line breaks, has its length after that.
    const parsed = partsOfBody(body as z.ZodType, "output");
    const hasLength = (path: string) => parsed.some((part) => part.path === path && part.isBounded);
    const paths = endless.map(({ path }) => path).filter((path) => !hasLength(path));
    expect(paths.filter((path) => !BOUNDED_OTHERWISE.has(operationId + path))).toEqual([]);
  },
);
