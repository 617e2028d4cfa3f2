import fc from "fast-check";

/** The part of JSON Schema that the description uses. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  examples?: unknown[];
}
interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  schema: Schema;
  example?: unknown;
}
interface Response {
  headers: Record<string, unknown>;
  content?: Record<string, unknown>;
}
export interface Operation {
  operationId: string;
  security: object[];
  parameters?: Parameter[];
  requestBody?: { content: { "application/json": { schema: Schema; example?: unknown } } };
  responses: Record<string, Response | { $ref: string }>;
}
/** The part of an OpenAPI 3.1 document from which requests are generated. */
export interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; responses: Record<string, Response> };
}

/** A request to one operation of the description. */
export interface Generated {
  template: string;
  method: string;
  operation: Operation;
  path: string;
  query: string;
  token: string;
  body?: unknown;
}

const ODD = ["", " ", "0", "-1", "x", "did:fed:s1:", "%", "\u202e", "🙂", "null", "9".repeat(40), "a".repeat(300)];
const WRONG = fc.oneof(
  fc.constantFrom<unknown>(null, true, -1, 1.5, 2 ** 53, [], {}, "", "\ud83d"),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Generates requests from a description. @param known existing values, for fields whose names end with the key */
export class RequestGenerator {
  private readonly description: Description;
  private readonly known: Readonly<Record<string, readonly string[]>>;
  private readonly tokens: readonly string[];

  constructor(description: Description, known: Readonly<Record<string, readonly string[]>>, tokens: readonly string[]) {
    this.description = description;
    this.known = known;
    this.tokens = tokens;
  }

  /** Generates requests to every operation with the same probability. */
  requests(): fc.Arbitrary<Generated> {
    const all = Object.entries(this.description.paths).flatMap(([template, operations]) =>
      Object.entries(operations).map(([method, operation]) => this.requestTo(template, method, operation)),
    );
    return fc.oneof(...all);
  }

  private requestTo(template: string, method: string, operation: Operation): fc.Arbitrary<Generated> {
    const parameters = operation.parameters ?? [];
    const of = (where: string) => parameters.filter((each) => each.in === where);
    const path = fc.record(Object.fromEntries(of("path").map((each) => [each.name, this.parameter(each)])));
    const query = fc.record(Object.fromEntries(of("query").map((each) => [each.name, this.parameter(each)])), {
      requiredKeys: [],
    });
    const given = operation.requestBody?.content["application/json"];
    return fc
      .record({
        path,
        query,
        token: fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...this.tokens) },
          { weight: 1, arbitrary: fc.constantFrom("", "x") },
        ),
        ...(given ? { body: this.body(given.schema, given.example) } : {}),
      })
      .map((made) => ({
        ...{ template, method: method.toUpperCase(), operation, token: made.token, body: made["body"] },
        path: template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(made.path[name] ?? "x")),
        query: new URLSearchParams(made.query as Record<string, string>).toString(),
      }));
  }

  /** Generates a parameter's text: mostly valid, sometimes arbitrary. */
  private parameter({ name, in: where, schema, example }: Parameter): fc.Arbitrary<string> {
    const right = this.valueOf(schema, name).map((value) =>
      typeof value === "string" ? value : JSON.stringify(value),
    );
    const text = fc.oneof(
      { weight: 6, arbitrary: right },
      { weight: 1, arbitrary: fc.constantFrom(...ODD) },
      ...(example === undefined ? [] : [{ weight: 3, arbitrary: fc.constant(String(example)) }]),
    );
    // An empty segment would be another path, and fetch() removes "." and "..".
    return where === "path" ? text.filter((each) => !["", ".", ".."].includes(each)) : text;
  }

  /** Generates a body: valid, with one invalid field, or arbitrary. */
  private body(schema: Schema, example: unknown): fc.Arbitrary<unknown> {
    const right = this.valueOf(schema, "");
    const names = Object.keys(this.resolved(schema).properties ?? {});
    const spoilt = fc
      .tuple(right, fc.constantFrom(...names, "more"), WRONG)
      .map(([body, name, wrong]) => ({ ...(body as object), [name]: wrong }));
    return fc.oneof(
      { weight: 6, arbitrary: right },
      { weight: 3, arbitrary: spoilt },
      { weight: 1, arbitrary: WRONG },
      ...(example === undefined ? [] : [{ weight: 2, arbitrary: fc.constant(example) }]),
    );
  }

  private resolved(schema: Schema): Schema {
    if (schema.$ref === undefined) return schema;
    const { $ref, ...beside } = schema;
    return { ...this.resolved(this.description.components.schemas[$ref.split("/").at(-1) ?? ""] ?? {}), ...beside };
  }

  private valueOf(given: Schema, name: string, depth = 0): fc.Arbitrary<unknown> {
    const schema = this.resolved(given);
    const known = Object.entries(this.known).find(([ending]) => name === ending || name.endsWith(`_${ending}`))?.[1];
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if (known?.length && schema.type !== "array") return fc.constantFrom(...known);
    if (schema.examples) return fc.constantFrom(...schema.examples);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return fc.oneof(...choices.map((choice) => this.valueOf(choice, name, depth)));
    switch ([schema.type].flat()[0]) {
      case "integer":
        return fc.integer({ min: Math.max(schema.minimum ?? -5, -1e6), max: Math.min(schema.maximum ?? 50, 1e6) });
      case "number":
        return fc.double({ noNaN: true, min: schema.minimum ?? -10, max: schema.maximum ?? 10 });
      case "boolean":
        return fc.boolean();
      case "null":
        return fc.constant(null);
      case "string":
        return this.textOf(schema);
      case "array":
        return fc.array(this.valueOf(schema.items ?? {}, name, depth + 1), { maxLength: depth > 2 ? 0 : 3 });
      case "object":
        return this.objectOf(schema, depth);
      default:
        return WRONG;
    }
  }

  private textOf({ format, minLength = 0, maxLength = 40 }: Schema): fc.Arbitrary<string> {
    if (format === "date-time") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
    if (format === "date") return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
    if (format === "uuid") return fc.uuid();
    return fc.string({ minLength, maxLength: Math.min(Math.max(maxLength, minLength), 60) });
  }

  private objectOf({ properties = {}, required = [], additionalProperties }: Schema, depth: number) {
    const fields = Object.entries(properties).map(
      ([key, field]) => [key, this.valueOf(field, key, depth + 1)] as const,
    );
    const more = additionalProperties
      ? fc.dictionary(fc.string({ maxLength: 8 }), WRONG, { maxKeys: 2 })
      : fc.constant({});
    return fc
      .tuple(more, fc.record(Object.fromEntries(fields), { requiredKeys: required.filter((key) => key in properties) }))
      .map(([extra, named]) => ({ ...extra, ...named }));
  }
}
