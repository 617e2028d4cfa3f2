import { z } from "zod";
import type { Endpoint } from "@/lib/http/endpoint";

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
}

type Fields = Record<string, unknown>;
const MAX_DEPTH = 8;

const schemaOf = (type: z.ZodType) => z.toJSONSchema(type, { io: "input", unrepresentable: "any" }) as Schema;
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Yields a value once for each text in it that its schema declares, with this text replaced.
 * @param base a valid value, from which all other members come
 */
function* replaced(
  schema: Schema,
  base: unknown,
  text: string,
  defs: Record<string, Schema>,
  depth = 0,
): Generator<unknown> {
  if (depth > MAX_DEPTH) return;
  if (schema.$ref) yield* replaced(defs[schema.$ref.split("/").at(-1) ?? ""] ?? {}, base, text, defs, depth + 1);
  for (const choice of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) {
    yield* replaced(choice, base, text, defs, depth + 1);
  }
  if ([schema.type].flat().includes("string") || typeof schema.enum?.[0] === "string") yield text;
  if (schema.items) {
    const [first] = Array.isArray(base) ? base : [];
    for (const item of replaced(schema.items, first, text, defs, depth + 1)) yield [item];
  }
  const fields = isFields(base) ? base : {};
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    for (const value of replaced(field, fields[name], text, defs, depth + 1)) yield { ...fields, [name]: value };
  }
  if (schema.additionalProperties) yield { ...fields, [text]: text };
}

/** Returns the bodies of an endpoint, each with one text replaced. */
export function bodiesWith(endpoint: Endpoint, text: string): object[] {
  if (endpoint.body === undefined) return [];
  const schema = schemaOf(endpoint.body);
  return [...replaced(schema, endpoint.example?.body, text, schema.$defs ?? {})].filter(isFields);
}

/** Returns a path with the parameters of the endpoint's example, except those given. Colons stay readable. */
export function pathWith(
  { path, example = {} }: Pick<Endpoint, "path" | "example">,
  given: Readonly<Record<string, string>>,
): string {
  const values = new Map(Object.entries({ ...example.params, ...given }));
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name) ?? "x")).replaceAll("%3A", ":"),
  );
}

const queriesWith = ({ query, example }: Endpoint, text: string): Fields[] =>
  Object.keys(query?.shape ?? {}).map((name) => ({ ...example?.query, [name]: text }));

/** Returns the paths and queries of an endpoint, each with one parameter replaced. */
export function addressesWith(endpoint: Endpoint, text: string): string[] {
  const address = (path: string, query: Fields) =>
    `${path}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`;
  return [
    ...Object.keys(endpoint.params?.shape ?? {}).map((name) =>
      address(pathWith(endpoint, { [name]: text }), { ...endpoint.example?.query }),
    ),
    ...queriesWith(endpoint, text).map((query) => address(pathWith(endpoint, {}), query)),
  ];
}
