import { z } from "zod";
import { invalid } from "@/lib/foundation/errors";
import { ownValue } from "@/lib/foundation/own-values";
import { pathOf } from "@/lib/http/client";
import type { Endpoint } from "@/lib/http/endpoint";
import { describePermission } from "@/lib/identity/permissions";

type Json = Record<string, unknown>;

/** An endpoint as a tool for language models, with one flat object of arguments. */
export interface ToolDescription {
  title: string;
  /** One line. */
  description: string;
  /** JSON Schema 2020-12 of the arguments: those of the path, the query and the body, side by side. */
  inputSchema: Json;
  readOnly: boolean;
}

/** The parts of a request with fields, in order of precedence for fields of the same name. */
const PARTS = ["params", "query", "body"] as const;

/** Sentences that say nothing to a model, which reads the list of tools in each conversation. */
const ASIDES = ["Added by this service.", "Case is ignored.", "Always 200."];
const sentencesOf = (text = "") => text.split(/(?<=\.) /).filter((sentence) => !ASIDES.includes(sentence));

/** Keywords that help to write an argument. The endpoint checks the others, and its error explains them. */
const KEPT = ["type", "enum", "format", "minimum", "maximum", "default"];

/**
 * Returns a short form of a JSON Schema, without definitions and without `null`, which counts as absent. A field of any
 * type is declared as an object, because clients send text for a field without a type.
 */
function shortSchema(schema: Json, definitions: Json): Json {
  const { $ref, anyOf, items, description } = schema as { $ref?: string; anyOf?: Json[]; items?: Json } & Json;
  if (anyOf?.length === 2 && anyOf[1]?.["type"] === "null") {
    return shortSchema({ ...anyOf[0], ...(description === undefined ? {} : { description }) }, definitions);
  }
  const defined = $ref === undefined ? {} : ownValue(definitions, $ref.slice("#/$defs/".length));
  const all: Json = { ...(defined as Json), ...schema };
  const said = sentencesOf(all["description"] as string | undefined).join(" ");
  return {
    ...Object.fromEntries(Object.entries(all).filter(([name]) => KEPT.includes(name))),
    type: [all["type"] ?? "object"].flat()[0],
    ...(items ? { items: shortSchema(items, definitions) } : {}),
    ...(said ? { description: said } : {}),
  };
}

/** Returns the description of a tool, from its endpoint's declaration. @param defaults its own defaults of arguments */
export function describeTool(endpoint: Endpoint, defaults: Json = {}): ToolDescription {
  const { summary, description, permission } = endpoint;
  const parts = PARTS.flatMap((part) => {
    const schema = endpoint[part];
    return schema ? [z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json] : [];
  });
  const merged = (key: "properties" | "$defs"): Json =>
    Object.assign({}, ...parts.toReversed().map((part) => part[key] ?? {}));
  const definitions = merged("$defs");
  const properties = Object.entries(merged("properties")).map(([name, schema]): [string, Json] => {
    const value = ownValue(defaults, name);
    return [name, { ...shortSchema(schema as Json, definitions), ...(value === undefined ? {} : { default: value }) }];
  });
  const required = [...new Set(parts.flatMap((part) => (part["required"] ?? []) as string[]))];
  const lines = [`${summary}.`, sentencesOf(description)[0], permission && describePermission(permission)];
  return {
    title: summary,
    description: lines.filter(Boolean).join(" "),
    inputSchema: { type: "object", properties: Object.fromEntries(properties), required },
    readOnly: endpoint.method === "GET",
  };
}

/** Returns an argument as text for an address. @throws ServiceError `invalid` if it is an object or a list */
function textOf(name: string, value: unknown): string {
  if (typeof value === "object") throw invalid(`\`${name}\` must be text, a number or a boolean.`, { field: name });
  return String(value);
}

/**
 * Returns the request for a tool's call. The endpoint validates the arguments.
 * @throws ServiceError `invalid` if an argument of the path or the query is an object or a list
 */
export function requestOfTool(
  endpoint: Endpoint,
  given: Readonly<Json>,
): { path: string; params: Record<string, string>; body: Json | undefined } {
  const rest = { ...given };
  const take = (schema: z.ZodObject | undefined) => {
    const names = Object.keys(schema?.shape ?? {}).filter((name) => Object.hasOwn(rest, name));
    const taken = names.flatMap((name) => {
      const value = ownValue(rest, name);
      return value == null ? [] : [[name, textOf(name, value)] as const];
    });
    for (const name of names) delete rest[name];
    return Object.fromEntries(taken);
  };
  const params = take(endpoint.params);
  const query = take(endpoint.query);
  return {
    path: pathOf<Endpoint>(endpoint, { params, query } as never),
    params,
    body: endpoint.body ? rest : undefined,
  };
}
