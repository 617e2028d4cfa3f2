import { z } from "zod";
import { ownValue } from "@/lib/foundation/own-values";
import { pathOf } from "@/lib/http/client";
import type { Endpoint } from "@/lib/http/endpoint";
import { ErrorBody } from "@/lib/http/errors";
import { describePermission } from "@/lib/identity/permissions";

type Json = Record<string, unknown>;

/** An endpoint as a tool for language models, with one flat object of arguments. */
export interface ToolDescription {
  title: string;
  description: string;
  /** JSON Schema 2020-12 of the arguments: those of the path, the query and the body, side by side. */
  inputSchema: Json;
  /** JSON Schema 2020-12 of its result: a success or an error. */
  outputSchema: Json;
  readOnly: boolean;
}

/** The parts of a request with fields, in order of precedence for fields of the same name. */
const PARTS = ["params", "query", "body"] as const;

/** Returns the description of a tool, from its endpoint's declaration. */
export function describeTool(endpoint: Endpoint): ToolDescription {
  const { summary, description, permission } = endpoint;
  const parts = PARTS.flatMap((part) => {
    const schema = endpoint[part];
    return schema ? [z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json] : [];
  });
  const merged = (key: "properties" | "$defs"): Json =>
    Object.assign({}, ...parts.toReversed().map((part) => part[key] ?? {}));
  const required = [...new Set(parts.flatMap((part) => (part["required"] ?? []) as string[]))];
  return {
    title: summary,
    description: [`${summary}.`, description, permission && describePermission(permission)].filter(Boolean).join(" "),
    inputSchema: { type: "object", properties: merged("properties"), required, $defs: merged("$defs") },
    outputSchema: { type: "object", ...outputOf(endpoint) },
    readOnly: endpoint.method === "GET",
  };
}

function outputOf({ responses }: Endpoint): Json {
  const { $schema: _, ...json } = z.toJSONSchema(z.union([...Object.values(responses), ErrorBody]), {
    io: "output",
    unrepresentable: "any",
  }) as Json;
  return json;
}

/** Returns a value as text for an address. */
const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Returns the request for a tool's call. The endpoint validates the arguments. */
export function requestOfTool(
  endpoint: Endpoint,
  given: Readonly<Json>,
): { path: string; params: Record<string, string>; body: Json | undefined } {
  const rest = { ...given };
  const take = (schema: z.ZodObject | undefined) => {
    const names = Object.keys(schema?.shape ?? {}).filter((name) => Object.hasOwn(rest, name));
    const taken = names.flatMap((name) => {
      const value = ownValue(rest, name);
      return value == null ? [] : [[name, textOf(value)] as const];
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
