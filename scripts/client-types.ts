// Writes the types of the client package's methods from the declarations of the endpoints, so a user's compiler needs no
// zod. The build runs it with the file to write.
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { FEED } from "@/client/events";
import { pageParameter } from "@/client/pages";
import type { ErrorKind } from "@/lib/foundation/errors";
import { type Endpoint, errorsOf } from "@/lib/http/endpoint";
import type { JsonSchema } from "@/lib/http/json-schema";
import { describePermission } from "@/lib/identity/permissions";
import { OPERATIONS } from "@/lib/portal/contract";

type Io = "input" | "output";
type Named = Record<string, JsonSchema>;

/** Errors that any call may have. */
const COMMON: readonly ErrorKind[] = ["malformedRequest", "internal", "overloaded", "rateLimited", "database"];
const PRIMITIVES: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null",
};
const PLAIN_NAME = /^[A-Za-z_$][\w$]*$/;
const key = (name: string) => (PLAIN_NAME.test(name) ? name : JSON.stringify(name));

/** Returns a comment. @param lines without an empty one nothing is written */
function comment(lines: readonly string[], indent: string): string {
  const written = lines.flatMap((line) => line.split("\n")).map((line) => line.replaceAll("*/", "*\\/"));
  const [only = "", ...more] = written;
  if (more.length === 0) return only === "" ? "" : `${indent}/** ${only} */\n`;
  return `${indent}/**\n${written.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

function describeField({ description, default: value, minimum, maximum }: JsonSchema): string[] {
  const least = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? [] : [`at least ${minimum}`];
  const most = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? [] : [`at most ${maximum}`];
  const preset = value === undefined || value === "" ? [] : [`default ${JSON.stringify(value)}`];
  const bounds = [...least, ...most, ...preset].join(", ");
  return [description, bounds && `${bounds[0]?.toUpperCase()}${bounds.slice(1)}.`].flatMap((text) => text || []);
}

/** Returns alternatives as a union. Known values beside any text stay visible in an editor. */
function union(types: readonly string[], hasLiterals: boolean): string {
  const distinct = [...new Set(types)];
  const open = distinct.map((type) => (type === "string" && hasLiterals ? "(string & {})" : type));
  return open.join(" | ");
}

/** Writes the types of one direction: what a call sends, or what a response contains. */
class TypeWriter {
  private readonly io: Io;
  private readonly named: Named;
  private readonly nameOf: (ref: string) => string;

  constructor(io: Io, named: Named, nameOf: (ref: string) => string = (name) => name) {
    this.io = io;
    this.named = named;
    this.nameOf = nameOf;
  }

  type(schema: JsonSchema, indent = ""): string {
    const { $ref, const: only, anyOf, oneOf } = schema;
    if ($ref !== undefined) return this.nameOf($ref.replace("#/$defs/", ""));
    if (only !== undefined) return JSON.stringify(only);
    if (schema.enum)
      return union(
        schema.enum.map((value) => JSON.stringify(value)),
        false,
      );
    const choices = anyOf ?? oneOf;
    if (choices) {
      const isLiteral = ({ $ref: name = "", ...choice }: JsonSchema) =>
        choice.enum !== undefined || this.named[name.replace("#/$defs/", "")]?.enum !== undefined;
      return union(
        choices.map((choice) => this.type(choice, indent)),
        choices.some(isLiteral),
      );
    }
    if (Array.isArray(schema.type)) return schema.type.map((type) => PRIMITIVES[type] ?? "unknown").join(" | ");
    if (schema.type === "array") return this.list(schema, indent);
    if (schema.type === "object") return this.object(schema, indent);
    return PRIMITIVES[schema.type ?? ""] ?? "unknown";
  }

  private list({ items }: JsonSchema, indent: string): string {
    const item = items ? this.type(items, indent) : "unknown";
    const written = item.includes(" | ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
    return this.io === "input" ? `readonly ${written}` : written;
  }

  private object({ properties = {}, required = [], additionalProperties }: JsonSchema, indent: string): string {
    const rest = typeof additionalProperties === "object" ? this.type(additionalProperties, indent) : undefined;
    const fields = Object.entries(properties);
    if (fields.length === 0) return rest === undefined ? "Record<string, never>" : `Record<string, ${rest}>`;
    const inner = `${indent}  `;
    const lines = fields.map(([name, field]) => {
      const isOptional = !required.includes(name);
      // A field that is undefined is not sent, also for compilers that tell it from an absent one.
      const absent = isOptional && this.io === "input" ? " | undefined" : "";
      const type = this.type(field, inner);
      return `${comment(describeField(field), inner)}${inner}${key(name)}${isOptional ? "?" : ""}: ${type}${absent};\n`;
    });
    const others = rest === undefined ? "" : `${inner}[field: string]: unknown;\n`;
    return `{\n${lines.join("")}${others}${indent}}`;
  }

  declaration(name: string, schema: JsonSchema): string {
    const type = this.type(schema);
    const isInterface = type.startsWith("{") && type.endsWith("\n}");
    const text = comment(schema.description === undefined ? [] : [schema.description], "");
    return isInterface ? `${text}export interface ${name} ${type}\n` : `${text}export type ${name} = ${type};\n`;
  }
}

/** Returns the schema of values of one direction. Named parts are collected. */
function schemaOf(schema: z.ZodType, io: Io, named: Named): JsonSchema {
  const wrapped = z.toJSONSchema(z.object({ it: schema }), { io, unrepresentable: "any" }) as JsonSchema;
  Object.assign(named, wrapped.$defs);
  return wrapped.properties?.["it"] ?? {};
}

/** Returns a schema as text for comparison. A request and a response differ in whether further fields are mentioned. */
const content = (schema: JsonSchema | undefined) =>
  JSON.stringify(schema, (name, value) => (name === "additionalProperties" && value === false ? undefined : value));

/** Returns the names of the types that a request has with another content than a response, with all that contain one. */
function differing(inputs: Named, outputs: Named): ReadonlySet<string> {
  const found = new Set<string>();
  for (let before = -1; found.size !== before; ) {
    before = found.size;
    for (const [name, schema] of Object.entries(inputs)) {
      const text = content(schema) ?? "";
      const isOther = outputs[name] !== undefined && content(outputs[name]) !== text;
      if (isOther || [...found].some((other) => text.includes(`"#/$defs/${other}"`))) found.add(name);
    }
  }
  return found;
}

const isCalled = ({ kind }: Endpoint) => kind !== "page" && kind !== "protocol";

interface Method {
  endpoint: Endpoint;
  input: JsonSchema;
  result: JsonSchema | null;
}

function methodOf(endpoint: Endpoint, inputs: Named, outputs: Named): Method {
  const { params, query, headers, body } = endpoint;
  const parts = Object.entries({ params, query, headers, body }).flatMap(([name, schema]) =>
    schema ? [[name, schemaOf(schema, "input", inputs)] as const] : [],
  );
  const isNeeded = ([name, schema]: readonly [string, JsonSchema]) =>
    name === "params" || name === "body" || (name === "query" && (schema.required ?? []).length > 0);
  const results = Object.values(endpoint.responses).filter((schema) => !(schema instanceof z.ZodUndefined));
  const written = results.map((schema) => schemaOf(schema, "output", outputs));
  return {
    endpoint,
    input: { type: "object", properties: Object.fromEntries(parts), required: parts.filter(isNeeded).map(([n]) => n) },
    result: written.length === 0 ? null : written.length === 1 ? (written[0] ?? {}) : { anyOf: written },
  };
}

/** Returns the comment of a method: what it does, who may call it, and its own errors. */
function explain({ endpoint }: Method): string[] {
  const { summary, description, permission, method, path, descriptions = {} } = endpoint;
  const errors = [...errorsOf(endpoint)].filter(([kind]) => !COMMON.includes(kind));
  const texts = new Set(errors.map(([, { status, error }]) => `${status} \`${error}\``));
  const [returned] = Object.values(descriptions);
  return [
    `${summary}.`,
    ...(description === undefined ? [] : ["", description]),
    "",
    `\`${method} ${path}\`. ${permission ? describePermission(permission) : "Needs no token."}`,
    ...(returned === undefined ? [] : [`@returns ${returned}`]),
    ...(texts.size === 0 ? [] : [`@throws ApiError: ${[...texts].join(", ")}`]),
  ];
}

function signature({ input, result, endpoint }: Method, writers: Record<Io, TypeWriter>, isPaged: boolean): string {
  const hasInput = Object.keys(input.properties ?? {}).length > 0;
  const isOptional = (input.required ?? []).length === 0;
  const type = hasInput ? writers.input.type(input, "  ") : "Record<string, never>";
  const answer = result === null ? "undefined" : writers.output.type(result, "  ");
  const isMany = isPaged || endpoint.kind === "stream";
  const returned = isMany ? `AsyncGenerator<${answer}, void>` : `Promise<${answer}>`;
  return `  ${endpoint.operationId}(input${isOptional ? "?" : ""}: ${type}, calling?: Calling): ${returned};\n`;
}

/** Returns the module of the types of all methods. */
export function clientTypes(): string {
  const [inputs, outputs]: [Named, Named] = [{}, {}];
  const endpoints = Object.values<Endpoint>({ ...OPERATIONS, ...FEED }).filter(isCalled);
  const methods = endpoints.map((endpoint) => methodOf(endpoint, inputs, outputs));
  const others = differing(inputs, outputs);
  const inputName = (name: string) => (others.has(name) ? `${name}Input` : name);
  const writers = {
    input: new TypeWriter("input", inputs, inputName),
    output: new TypeWriter("output", outputs),
  };
  const declared = [
    ...Object.entries(outputs).map(([name, schema]) => [name, writers.output.declaration(name, schema)] as const),
    ...Object.entries(inputs)
      .filter(([name]) => others.has(name) || outputs[name] === undefined)
      .map(([name, schema]) => [inputName(name), writers.input.declaration(inputName(name), schema)] as const),
  ];
  const write = (some: readonly Method[], isPaged: boolean) =>
    some.map((method) => comment(explain(method), "  ") + signature(method, writers, isPaged)).join("\n");
  const paged = methods.filter(({ endpoint }) => pageParameter(endpoint) !== undefined);
  return `// Made from the declarations of the endpoints.
import type { Calling } from "./index.js";

${declared
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([, text]) => text)
  .join("\n")}
/** A method for each operation of \`/openapi.json\`. Every call may also fail with 400, 429, 500 or 503. */
export interface Methods {
${write(methods, false)}}

/** A method for each list: an async iterator over its pages. */
export interface Pages {
${write(paged, true)}}
`;
}

const [, script = "", file = ""] = process.argv;
if (import.meta.url === pathToFileURL(script).href) writeFileSync(file, clientTypes());
