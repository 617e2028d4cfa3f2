import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { z } from "zod";
import type { Endpoint } from "@/lib/http/endpoint";
import type { Sent } from "@/lib/testing/routes";

/** Values that often cause errors in software, as JSON text can contain them. */
const HOSTILE = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udfff\ud800",
  "__proto__",
  "constructor",
  "null",
  "%00",
  "%",
  "\\",
  "'; drop table agents; --",
  "../../etc/passwd",
  "did:fed:s1:",
  "did:fed:s1:a\n",
  "did:fed:s1:%00",
  "DID:FED:S1:A",
  `did:fed:s1:${"a".repeat(244)}`,
  `did:fed:s1:${"a".repeat(245)}`,
  "\u202eright to left",
  "🙂".repeat(100),
  "e\u0301".repeat(500),
  "a".repeat(70_000),
  "T9",
  "1e999",
  "-0",
  "NaN",
  "9".repeat(400),
  "2030-13-45T99:99:99Z",
];
const RAW = [
  "",
  "{",
  "null",
  "[]",
  "0",
  '"text"',
  "[".repeat(40) + "]".repeat(40),
  '{"did":'.repeat(40),
  '{"__proto__":{"kind":"operator"}}',
  '{"did":"did:fed:s1:a","did":"did:fed:s1:b"}',
  '{"did":1e999}',
  '{"did":"\\ud800"}',
  '{"did":"did:fed:s1:a","provider":"\\u0000"}',
  `{"did":"did:fed:s1:a","capabilities":[${'"x",'.repeat(9_999)}"x"]}`,
  `{"a":${"9".repeat(5_000)}}`,
];

const hostileText = fc.oneof(fc.constantFrom(...HOSTILE), fc.string(), fc.string({ unit: "binary" }));
const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, -1, 0, 1.5, 1e308, -1e-308, 2 ** 53, [], {}, [[]], [null], [{}]),
  fc.jsonValue({ maxDepth: 3 }),
);

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  minimum?: number;
  maximum?: number;
}

/** Values that a schema may accept, so that the fuzz reaches the code behind validation. */
function plausible(schema: JsonSchema, defs: Record<string, JsonSchema>, name: string): fc.Arbitrary<unknown> {
  if (/(^|_)did$/.test(name)) return fc.integer({ min: 0, max: 9 }).map((n) => `did:fed:s1:fuzz-${n}`);
  if (schema.$ref) return plausible(defs[schema.$ref.replace("#/$defs/", "")] ?? {}, defs, name);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => plausible(each, defs, name)));
  switch (schema.type) {
    case "string":
      return fc.string({ minLength: 1, maxLength: 40 });
    case "integer":
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -1e6), max: Math.min(schema.maximum ?? 1e6, 1e6) });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(plausible(schema.items ?? {}, defs, ""), { maxLength: 5 });
    case "object":
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, s]) => [key, plausible(s, defs, key)])),
      );
    default:
      return hostileValue;
  }
}

function fieldsOf(schema: z.ZodType | undefined): Record<string, fc.Arbitrary<unknown>> {
  if (!schema) return {};
  const json = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
  const { properties = {}, $defs = {} } = json;
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, plausible(each, $defs, name)]));
}

/** Most fields as they should be, and some missing or hostile. */
function nearly(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Record<string, unknown>> {
  const spoilt = Object.entries(fields).map(([name, arbitrary]) => [
    name,
    fc.oneof({ weight: 8, arbitrary }, { weight: 1, arbitrary: hostileValue }),
  ]);
  return fc.record(Object.fromEntries(spoilt), { requiredKeys: [] });
}

function bodyOf(endpoint: Endpoint): fc.Arbitrary<unknown> {
  const fields = fieldsOf(endpoint.body);
  return fc.oneof(
    { weight: 4, arbitrary: fc.record(fields) },
    { weight: 4, arbitrary: nearly(fields) },
    { weight: 1, arbitrary: fc.constantFrom(...RAW) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 6 }) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  );
}

function queryOf(endpoint: Endpoint): fc.Arbitrary<string> {
  const name = fc.oneof(
    fc.constantFrom("limit", "offset", "__proto__", ...Object.keys(fieldsOf(endpoint.query))),
    hostileText,
  );
  const encoded = fc
    .array(fc.tuple(name, hostileText), { maxLength: 5 })
    .map((pairs) => new URLSearchParams(pairs.map(([k, v]) => [k.slice(0, 99), v.slice(0, 2_000)])).toString());
  return fc.oneof(encoded, fc.constantFrom("%", "%ff=%00", "limit=%E0%A4%A", "&&&=", "limit=1&limit=2"));
}

/**
 * Requests to an endpoint, from valid to hostile.
 * @param known ids and DIDs that exist, for path parameters
 * @param tokens possible values of the Authorization header
 */
export function requestsTo(endpoint: Endpoint, known: string[], tokens: string[]): fc.Arbitrary<Sent> {
  const param = fc.oneof(fc.constantFrom(...known, randomUUID()), hostileText);
  const token = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...tokens) },
    { weight: 1, arbitrary: fc.constantFrom("", "x", "a".repeat(24), "b".repeat(5_000), "fgs_agt_") },
  );
  const type = fc.constantFrom("application/json", "text/plain", "multipart/form-data", "text/xml", "", ";;;");
  return fc.record({
    params: fc.record(Object.fromEntries(Object.keys(endpoint.params?.shape ?? {}).map((name) => [name, param]))),
    query: queryOf(endpoint),
    token,
    headers: fc.oneof(
      { weight: 6, arbitrary: fc.constant({}) },
      type.map((each) => ({ "content-type": each })),
    ),
    ...(endpoint.method === "GET" ? {} : { body: bodyOf(endpoint) }),
  }) as fc.Arbitrary<Sent>;
}

/**
 * The hostile bodies that must always be tried: every raw one, and each field in turn with values that no column can
 * store.
 */
export function bodiesToTryAlways(endpoint: Endpoint): unknown[] {
  if (!endpoint.body) return [];
  const fields = fieldsOf(endpoint.body);
  const [right = {}] = fc.sample(fc.record(fields), { numRuns: 1, seed: 1 });
  const spoilt = Object.keys(fields).flatMap((name) =>
    ["a\0b", "\ud800", "a".repeat(60_000)].map((value) => ({ ...right, [name]: value })),
  );
  return [...RAW, ...spoilt];
}
