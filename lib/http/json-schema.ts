import { ownValue } from "@/lib/foundation/own-values";

/** The part of JSON Schema 2020-12 that zod writes. */
export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  /** The example of a parameter. zod leaves out `examples` of a schema that transforms its input. */
  example?: unknown;
  format?: string;
  description?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export interface FieldRow {
  /** With its parent fields: `target.did`, `agents[].name`. */
  name: string;
  type: string;
  required: boolean;
  description: string;
  /** The constraints of its values: `1 to 200`, `default 50`. */
  bounds: string[];
}

/** Below this depth only the name of a shape is shown. */
const DEEPEST = 4;

type Defs = Record<string, JsonSchema>;

/** Returns a schema with its reference resolved. Properties beside the reference take precedence. */
function resolved(schema: JsonSchema, defs: Defs): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  return { ...resolved(ownValue(defs, $ref.replace("#/$defs/", "")) ?? {}, defs), ...beside };
}

function choicesOf(schema: JsonSchema): JsonSchema[] {
  return (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== "null");
}

function typeOf(given: JsonSchema, defs: Defs): string {
  const schema = resolved(given, defs);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, defs)))].join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.items) return `array of ${typeOf(schema.items, defs)}`;
  if (schema.type === "string" && schema.format) return schema.format;
  return [schema.type ?? "any"].flat().join(" or ");
}

function range(from: number | undefined, to: number | undefined, unit = ""): string[] {
  const least = from === undefined || from <= Number.MIN_SAFE_INTEGER ? undefined : from.toLocaleString("en");
  const most = to === undefined || to >= Number.MAX_SAFE_INTEGER ? undefined : to.toLocaleString("en");
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`];
  if (least !== undefined) return [`at least ${least}${unit}`];
  return most === undefined ? [] : [`at most ${most}${unit}`];
}

function boundsOf(given: JsonSchema, defs: Defs): string[] {
  const schema = resolved(given, defs);
  const only = choicesOf(schema);
  const inner = only.length === 1 && only[0] ? boundsOf(only[0], defs) : [];
  return [
    ...inner,
    ...(schema.enum ? [schema.enum.join(", ")] : []),
    ...range(schema.minimum, schema.maximum),
    ...range(schema.minLength, schema.maxLength, " characters"),
    ...range(schema.minItems, schema.maxItems, " items"),
    ...(schema.default === undefined || schema.default === "" ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ];
}

function descriptionOf(given: JsonSchema, defs: Defs): string {
  const schema = resolved(given, defs);
  const [only, ...others] = choicesOf(schema);
  return schema.description ?? (only && others.length === 0 ? descriptionOf(only, defs) : "");
}

/** Returns a shape's fields and those of its parts. For alternatives, returns every field of any of them. */
export function rowsOf(schema: JsonSchema): FieldRow[] {
  const rows = new Map<string, FieldRow>();
  const defs = schema.$defs ?? {};
  const visit = (given: JsonSchema, prefix: string, depth: number) => {
    const { properties = {}, required = [], items, ...rest } = resolved(given, defs);
    for (const choice of choicesOf(rest)) visit(choice, prefix, depth);
    if (items) visit(items, `${prefix}[]`, depth);
    for (const [key, field] of Object.entries(properties)) {
      const name = prefix === "" ? key : `${prefix}.${key}`;
      if (rows.has(name)) continue;
      rows.set(name, {
        name,
        type: typeOf(field, defs),
        required: required.includes(key),
        description: descriptionOf(field, defs),
        bounds: boundsOf(field, defs),
      });
      if (depth < DEEPEST) visit(field, name, depth + 1);
    }
  };
  visit(schema, "", 1);
  return [...rows.values()];
}

const PLACEHOLDERS: Record<string, unknown> = {
  "date-time": "2026-11-22T09:30:00.000Z",
  date: "2026-11-22",
  uuid: "0190b2f4-7c1e-7a55-8d7e-3f6b5a1c9e20",
  uri: "https://federation.example/",
  boolean: true,
  null: null,
};

/** The example of a text that is known only by its type. */
export const UNKNOWN_TEXT = "…";

/** Returns an example value of a schema: its own example, else placeholders. An unknown text is `…`. */
export function exampleOf(schema: JsonSchema): unknown {
  const defs = schema.$defs ?? {};
  const make = (given: JsonSchema, depth: number): unknown => {
    const {
      example,
      examples,
      default: usual,
      const: only,
      enum: words,
      properties,
      items,
      type,
      format,
      minimum = 0,
      ...rest
    } = resolved(given, defs);
    const known = [example, examples?.[0], usual, only, words?.[0]].find((value) => value !== undefined);
    if (known !== undefined) return known;
    const choice = type === undefined && choicesOf(rest)[0];
    if (choice) return make(choice, depth);
    if (items) return depth < DEEPEST ? [make(items, depth + 1)] : [];
    if (properties) {
      if (depth >= DEEPEST) return {};
      return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, make(field, depth + 1)]));
    }
    const named = [type].flat()[0];
    if (named === "object") return {};
    if (named === "array") return [];
    if (named === "integer" || named === "number") return Math.max(minimum, 0);
    return ownValue(PLACEHOLDERS, format ?? "") ?? ownValue(PLACEHOLDERS, named ?? "") ?? UNKNOWN_TEXT;
  };
  return make(schema, 0);
}
