import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Endpoint } from "@/lib/http/endpoint";
import { ENDPOINTS, OPERATIONS, PAGES, PROTOCOLS } from "@/lib/portal/contract";
import { declaredFields, pickDeclared } from "./declared-fields";

const LEAK = "password=hunter2";
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("", '"\\\n\u2028', "\ud800", "__proto__"),
);
const instant = fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true });
const anyJson = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.parse(JSON.stringify(value).replaceAll(LEAK, "")));
/** Values, mostly of another type than the declared one. */
const wrongSimple = fc.constantFrom<unknown>(null, 7, NaN, "x", true, 7n, undefined, [], ["x"], {});
/** The same, with fields that must never be sent. A list and a record of anything may contain them. */
const wrong = fc.oneof(wrongSimple, fc.constantFrom<unknown>({ secret: LEAK }, [LEAK], { toJSON: () => LEAK }));

/** Strings of a format or a pattern. */
function stringOf(def: z.core.$ZodStringDef & { format?: string; pattern?: RegExp }): fc.Arbitrary<string> {
  if (def.format === "datetime") return instant.map((date) => date.toISOString());
  if (def.format === "date") return instant.map((date) => date.toISOString().slice(0, 10));
  if (def.format === "uuid") return fc.uuid();
  if (def.format === "url") return fc.webUrl();
  const patterns = (def.checks ?? []).flatMap(({ _zod }) =>
    "pattern" in _zod.def ? [_zod.def.pattern as RegExp] : [],
  );
  return patterns[0] ? fc.stringMatching(patterns[0]) : text;
}

/** Values of a schema. Objects have additional fields. One value in `oddity` is of another type, none if it is 0. */
function valuesOf(schema: z.core.$ZodType, oddity: number): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const of = (part: z.core.$ZodType) => valuesOf(part, oddity);
  const simple = (values: fc.Arbitrary<unknown>, others = wrong) =>
    oddity === 0 ? values : fc.oneof({ weight: oddity - 1, arbitrary: values }, { weight: 1, arbitrary: others });
  const fitting = (values: fc.Arbitrary<unknown>) => values.filter((value) => z.safeParse(schema, value).success);
  const minimum = def.checks?.some(({ _zod }) => _zod.def.check === "min_length") ? 1 : 0;
  switch (def.type) {
    case "unknown":
      return anyJson;
    case "undefined":
      return fc.constant(undefined);
    case "boolean":
      return simple(fc.boolean());
    case "number":
      return simple(
        "format" in def
          ? fitting(fc.integer({ min: -10, max: 9_999 }))
          : fitting(fc.oneof(fc.double({ min: -1, max: 1, noNaN: true }), fc.constantFrom(-0, 1e21, 1e-7))),
      );
    case "string":
      return simple(fitting(stringOf(def)));
    // The only custom type is bytes.
    case "custom":
      return simple(fc.uint8Array());
    case "literal":
      return simple(fc.constantFrom(...def.values));
    case "enum":
      return simple(fc.constantFrom(...Object.values(def.entries)));
    case "optional":
      return fc.option(of(def.innerType), { nil: undefined });
    case "null":
      return simple(fc.constant(null));
    case "nullable":
      return fc.option(of(def.innerType), { nil: null });
    case "array":
      return simple(fc.array(of(def.element), { minLength: minimum, maxLength: minimum + 3 }), wrongSimple);
    case "record":
      return simple(
        fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), of(def.valueType), { maxKeys: 4 }),
        wrongSimple,
      );
    case "union":
      return fc.oneof(...def.options.map(of));
    case "object": {
      const declared = Object.entries(def.shape).map(([name, field]) => [name, of(field)] as const);
      const fields = fc.record(Object.fromEntries(declared));
      if (def.catchall)
        return simple(
          fc.tuple(fields, anyJson).map(([some, more]) => ({ ...Object(more), ...some })),
          wrongSimple,
        );
      return simple(fields.map((some) => ({ token_hash: LEAK, ...some, further: { secret: LEAK } })));
    }
    default:
      throw new Error(`No values for ${def.type}.`);
  }
}

/** The bytes of a response, or that there are none. */
function outcome(make: () => unknown): string | undefined {
  try {
    return JSON.stringify(make());
  } catch {
    return "refused";
  }
}

const DECLARED = [...ENDPOINTS, ...PAGES, ...PROTOCOLS].flatMap(({ operationId, responses }) =>
  Object.entries(responses).map(([status, schema]) => ({ name: `${operationId} ${status}`, schema })),
);

describe("the declared fields of a response", () => {
  it("are compared with zod for every operation", () => {
    const succeeding = Object.values<Endpoint>(OPERATIONS).filter(({ responses }) => Object.keys(responses).length > 0);
    expect(new Set(DECLARED.map(({ name }) => name.split(" ")[0])).size).toBe(succeeding.length);
  });

  it.each(DECLARED)("are the same bytes as zod's: $name", ({ schema }) => {
    let accepted = 0;
    fc.assert(
      fc.property(valuesOf(schema, 0), (value) => {
        const parsed = schema.safeParse(value);
        if (!parsed.success) return;
        accepted += 1;
        const bytes = JSON.stringify(pickDeclared(schema, value));
        expect(bytes).toBe(JSON.stringify(parsed.data));
        expect(bytes ?? "").not.toContain(LEAK);
      }),
      { numRuns: 40 },
    );
    expect(accepted).toBeGreaterThan(0);
  });

  it.each(DECLARED)("are rejected if zod rejects a type: $name", ({ schema }) => {
    fc.assert(
      fc.property(valuesOf(schema, 12), (value) => {
        const bytes = outcome(() => pickDeclared(schema, value));
        expect(bytes ?? "").not.toContain(LEAK);
        const parsed = schema.safeParse(value);
        const isOfFormatOnly = (issue: z.core.$ZodIssue) =>
          ["invalid_format", "too_small", "too_big", "custom"].includes(issue.code);
        if (parsed.success || !parsed.error.issues.every(isOfFormatOnly))
          expect(bytes).toBe(outcome(() => schema.parse(value)));
      }),
      { numRuns: 40 },
    );
  });

  it("are the compiled ones: a format is not checked again", () => {
    const schema = z.object({ since: z.iso.datetime(), score: z.number().min(0), labels: z.array(z.string()).max(1) });
    const value = { since: "yesterday", score: -1, labels: ["a", "b"] };
    expect(pickDeclared(schema, value)).toEqual(value);
  });

  it("are compared with zod while tests run, formats too", () => {
    const schema = z.object({ since: z.iso.datetime() });
    expect(() => declaredFields(schema, { since: "yesterday" })).toThrow(z.ZodError);
    expect(declaredFields(schema, { since: "2026-01-01T00:00:00Z", token_hash: LEAK })).toEqual({
      since: "2026-01-01T00:00:00Z",
    });
  });

  it.each([
    ["a default", z.object({ a: z.string().default("x") }), {}],
    ["a transform", z.object({ a: z.string().transform((given) => given.length) }), { a: "four" }],
    ["a coercion", z.object({ a: z.coerce.number(), b: z.coerce.string() }), { a: "7", b: 7 }],
    ["a trim", z.object({ a: z.string().trim(), b: z.url() }), { a: " a ", b: " https://example.org " }],
    ["a tuple", z.object({ a: z.tuple([z.string(), z.object({ b: z.string() })]) }), { a: ["x", { b: "y", c: LEAK }] }],
    ["a union", z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), { b: "y", c: LEAK }],
    ["a record of objects", z.record(z.string(), z.object({ b: z.string() })), { a: { b: "y", c: LEAK } }],
    ["a strict object", z.strictObject({ a: z.string() }), { a: "x", c: LEAK }],
    [
      "names that are code",
      z.object({ '"]; throw 1; ["': z.string(), constructor: z.string() }),
      { '"]; throw 1; ["': "a", constructor: "b" },
    ],
  ])("are what zod makes of %s", (_, schema, value) => {
    expect(outcome(() => pickDeclared(schema, value))).toBe(outcome(() => schema.parse(value)));
  });
});
