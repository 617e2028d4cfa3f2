import { z } from "zod";

/** Returns a value's declared fields. @throws if the value does not have the declared types */
type Picker = (value: unknown) => unknown;

/** Formats that only validate a string. Others may change it: zod trims a URL, for example. */
const PLAIN_FORMATS: ReadonlySet<string | undefined> = new Set([undefined, "datetime", "date", "uuid", "regex"]);

/** Checks that only validate a value. Tests run them. A running service does not repeat them for each response. */
const PLAIN_CHECKS: ReadonlySet<string> = new Set([
  "string_format",
  "number_format",
  "min_length",
  "max_length",
  "greater_than",
  "less_than",
]);

function unexpected(): never {
  throw new TypeError("a value is not as declared");
}

/** Functions that the compiled code calls. Each returns the value, or throws if it has another type. */
const CHECKED = {
  anything: (value: unknown) => value,
  string: (value: unknown) => (typeof value === "string" ? value : unexpected()),
  number: (value: unknown) => (Number.isFinite(value) ? value : unexpected()),
  boolean: (value: unknown) => (typeof value === "boolean" ? value : unexpected()),
  object: (value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value) ? value : unexpected(),
  record: (value: unknown) =>
    z.core.util.isPlainObject(value) && !Object.hasOwn(value, "__proto__") ? value : unexpected(),
  list: (values: unknown, pick: Picker) => {
    if (!Array.isArray(values)) return unexpected();
    const picked = new Array(values.length);
    for (let index = 0; index < values.length; index += 1) picked[index] = pick(values[index]);
    return picked;
  },
  unexpected,
};

/**
 * Generates one function for each part of a schema. V8 runs it about as fast as code written by hand for that schema.
 * Only declarations become code, never a value. zod itself parses other parts, such as a union.
 */
function compile(schema: z.ZodType): Picker {
  const lines: string[] = [];
  const parsers: Picker[] = [];
  const define = (expression: string): string => {
    const name = `pick${lines.length}`;
    lines.push(`const ${name} = (value) => ${expression};`);
    return name;
  };
  const parsed = (part: z.core.$ZodType): string =>
    define(`parsers[${parsers.push((value) => z.parse(part, value)) - 1}](value)`);
  const oneOf = (values: readonly unknown[]): string =>
    define(`${values.map((each) => `value === ${JSON.stringify(each)}`).join(" || ")} ? value : unexpected()`);

  /** Defines the function of a part. @returns the function's name */
  function pickerOf(part: z.core.$ZodType): string {
    const { def } = (part as z.core.$ZodTypes)._zod;
    if (def.checks?.some((check) => !PLAIN_CHECKS.has(check._zod.def.check))) return parsed(part);
    switch (def.type) {
      case "unknown":
        return "anything";
      case "boolean":
        return def.coerce ? parsed(part) : "boolean";
      case "number":
        return def.coerce ? parsed(part) : "number";
      case "string": {
        const { format } = def as { format?: string };
        return !def.coerce && PLAIN_FORMATS.has(format) ? "string" : parsed(part);
      }
      case "literal":
        return def.values.every((value) => ["string", "boolean"].includes(typeof value))
          ? oneOf(def.values)
          : parsed(part);
      case "enum":
        return oneOf(Object.values(def.entries));
      case "optional":
        return define(`value === undefined ? value : ${pickerOf(def.innerType)}(value)`);
      case "nullable":
        return define(`value === null ? value : ${pickerOf(def.innerType)}(value)`);
      case "array":
        return define(`list(value, ${pickerOf(def.element)})`);
      case "record": {
        const isAnyObject = pickerOf(def.keyType) === "string" && pickerOf(def.valueType) === "anything";
        return isAnyObject ? "record" : parsed(part);
      }
      case "object": {
        if (def.catchall) return parsed(part);
        const fields = Object.entries(def.shape).map(([name, field]) => {
          const key = JSON.stringify(name);
          return `[${key}]: ${pickerOf(field)}(value[${key}])`;
        });
        return define(`object(value) && ({ ${fields.join(", ")} })`);
      }
      default:
        return parsed(part);
    }
  }
  const whole = pickerOf(schema);
  const helpers = { ...CHECKED, parsers };
  const make = new Function(...Object.keys(helpers), `"use strict";\n${lines.join("\n")}\nreturn ${whole};`);
  return make(...Object.values(helpers));
}

/** Read once, because reading the environment costs more than picking a small response. */
const inTests = process.env["VITEST"] !== undefined;

const compiled = new WeakMap<z.ZodType, Picker>();

/**
 * Returns a function that picks the declared fields of each object, in their declared order. If a value has another
 * type anywhere, zod parses it and throws. Formats and ranges are not checked.
 */
export function pickDeclared(schema: z.ZodType, value: unknown): unknown {
  let pick = compiled.get(schema);
  if (pick === undefined) {
    pick = compile(schema);
    compiled.set(schema, pick);
  }
  try {
    return pick(value);
  } catch {
    return schema.parse(value);
  }
}

/**
 * Returns the declared fields of a response. In tests zod checks it too, with all formats and ranges.
 * @throws if a type is not as declared
 */
export function declaredFields(schema: z.ZodType, value: unknown): unknown {
  const picked = pickDeclared(schema, value);
  if (inTests && JSON.stringify(picked) !== JSON.stringify(schema.parse(value))) {
    throw new Error("The compiled schema and zod differ on a response.");
  }
  return picked;
}
