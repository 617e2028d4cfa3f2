import { z } from "zod";
import { ownValue } from "@/lib/foundation/own-values";
import { describePermission, requirementOf } from "@/lib/identity/permissions";
import { cacheControlOf, type Endpoint, errorsOf, mediaTypeOf } from "./endpoint";
import { DEFAULT_ERRORS, ErrorBody } from "./errors";
import { exampleOf, type JsonSchema } from "./json-schema";

type Json = Record<string, unknown>;

interface Description {
  title: string;
  version: string;
  description: string;
  serverUrl: string;
  tags: readonly { name: string; description: string }[];
  /** Returns the endpoint's parameter kinds. */
  tagsOf: (endpoint: Endpoint) => string[];
}

/** Returns JSON Schema 2020-12, the dialect of OpenAPI 3.1. Named schemas move to the components. */
function schemaOf(schema: z.ZodType, io: "input" | "output", components: Json): Json {
  const { $schema: _, $defs, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
  const hoisted = JSON.parse(
    JSON.stringify({ $defs: $defs ?? {}, json }).replaceAll('"#/$defs/', '"#/components/schemas/'),
  );
  Object.assign(components, hoisted.$defs);
  return hoisted.json;
}

function referenceOf(schema: z.ZodType, io: "input" | "output", components: Json): Json {
  return schemaOf(z.object({ it: schema }), io, components)["properties"] as Json;
}

function parametersOf(
  schema: z.ZodObject | undefined,
  where: "path" | "query" | "header",
  example: Readonly<Record<string, string | number>>,
  components: Json,
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input", components) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  const usual = exampleOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema);
  return Object.entries(properties).map(([name, { description, example: _, ...rest }]) => ({
    name,
    in: where,
    required: where === "path" || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
    example: ownValue(example, name) ?? ownValue(usual as Json, name),
  }));
}

const RATE_LIMIT_HEADERS = Object.fromEntries(
  ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "x-request-id"].map((name) => [
    name,
    { $ref: `#/components/headers/${name}` },
  ]),
);

/** Returns the headers of a response, in addition to those of every response. */
function headersOf(endpoint: Endpoint, status: number): Json {
  const names = [
    ...(status === 401 ? ["WWW-Authenticate"] : []),
    ...(status === 429 || status >= 500 ? ["Retry-After"] : []),
    ...(status === 304 || (cacheControlOf(endpoint) !== undefined && status < 400) ? ["ETag"] : []),
  ];
  const more = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
  return { ...RATE_LIMIT_HEADERS, ...more };
}

/** Returns the body of an error response, with its possible codes. */
function errorSchema(endpoint: Endpoint, codes: readonly string[], components: Json): Json {
  const named = referenceOf(endpoint.protocol?.errorBody ?? ErrorBody, "output", components)["it"];
  if (endpoint.protocol) return named as Json;
  return { allOf: [named, { type: "object", properties: { code: { enum: [...new Set(codes)] } } }] };
}

function errorResponse(endpoint: Endpoint, status: number, components: Json): Json {
  const errors = [...errorsOf(endpoint)].filter(([, wire]) => wire.status === status);
  const texts = errors.map(([kind, { error, code }]) => {
    const needed = endpoint.permission && requirementOf(kind, endpoint.permission);
    return needed ? `\`${error}\` (${code}): ${needed}` : `\`${error}\` (${code})`;
  });
  const codes = errors.map(([, { code }]) => code);
  return {
    description: [...new Set(texts)].join(" or "),
    headers: headersOf(endpoint, status),
    content: {
      "application/json": { schema: errorSchema(endpoint, codes, components) },
      // Errors before the page is called are JSON. The page itself shows the others.
      ...(endpoint.kind === "page" ? { [mediaTypeOf(endpoint)]: { schema: { type: "string" } } } : {}),
    },
  };
}

/** Returns the content of a success by media type, or nothing if it has no body. */
function contentOf(endpoint: Endpoint, status: number, schema: z.ZodType, components: Json): Json {
  if (schema instanceof z.ZodUndefined) return {};
  const json = referenceOf(endpoint.textSchema ?? schema, "output", components)["it"];
  const alternates = (endpoint.alternates ?? []).map((type) => [type, { schema: { type: "string" } }]);
  return { content: { [mediaTypeOf(endpoint, status)]: { schema: json }, ...Object.fromEntries(alternates) } };
}

function responsesOf(endpoint: Endpoint, components: Json): Json {
  const successes = Object.entries(endpoint.responses).map(([status, schema]) => [
    status,
    {
      description: endpoint.descriptions?.[Number(status)] ?? "Success.",
      headers: headersOf(endpoint, Number(status)),
      ...contentOf(endpoint, Number(status), schema, components),
    },
  ]);
  const responses: Json = Object.fromEntries(successes);
  if (cacheControlOf(endpoint) !== undefined || endpoint.cache !== undefined) {
    responses["304"] = {
      description: "Not changed since the `ETag` of `If-None-Match`.",
      headers: headersOf(endpoint, 304),
    };
  }
  for (const { status } of errorsOf(endpoint).values()) {
    responses[status] ??= errorResponse(endpoint, status, components);
  }
  return responses;
}

function operationOf(endpoint: Endpoint, tags: string[], components: Json): Json {
  const { operationId, summary, description, permission, optionalToken, body, example = {} } = endpoint;
  const { bodyType = "application/json" } = endpoint;
  const parameters = [
    ...parametersOf(endpoint.params, "path", example.params ?? {}, components),
    ...parametersOf(endpoint.query, "query", example.query ?? {}, components),
    ...parametersOf(endpoint.headers, "header", {}, components),
  ];
  return {
    operationId,
    summary,
    description:
      [description, permission ? describePermission(permission) : optionalToken].filter(Boolean).join("\n\n") ||
      summary,
    tags,
    security: permission ? [{ bearer: [] }] : optionalToken ? [{ bearer: [] }, {}] : [],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: {
              [bodyType]: {
                schema: referenceOf(body, "input", components)["it"],
                ...(example.body === undefined ? {} : { example: example.body }),
              },
            },
          },
        }
      : {}),
    responses: responsesOf(endpoint, components),
  };
}

/** Adds every possible code of an error response to its one schema. */
function enumerateCodes(endpoints: readonly Endpoint[], schemas: Json): void {
  const wires = [
    ...endpoints.flatMap((endpoint) => [...errorsOf(endpoint).values()]),
    ...Object.values(DEFAULT_ERRORS),
  ];
  const { properties } = schemas["Error"] as { properties: Record<string, Json> };
  properties["code"] = { ...properties["code"], enum: [...new Set(wires.map(({ code }) => code))].sort() };
}

/**
 * Moves the responses that several operations have to one place, which the operations refer to. They would be half of the
 * description. Successes stay.
 * @returns the moved responses by name: their status, with a number if they differ
 */
function shareResponses(operations: readonly Json[]): Json {
  const uses = new Map<string, number>();
  const errorsIn = ({ responses }: Json) =>
    Object.entries(responses as Json).filter(([status]) => Number(status) >= 300);
  for (const operation of operations) {
    for (const each of errorsIn(operation)) uses.set(JSON.stringify(each), (uses.get(JSON.stringify(each)) ?? 0) + 1);
  }
  const names = new Map<string, string>();
  const shared: [name: string, response: unknown][] = [];
  for (const [text, count] of uses) {
    if (count === 1) continue;
    const [status, response] = JSON.parse(text) as [string, Json];
    const number = shared.filter(([name]) => name.split("-", 1)[0] === status).length + 1;
    const name = number === 1 ? status : `${status}-${number}`;
    names.set(text, name);
    shared.push([name, response]);
  }
  for (const operation of operations) {
    const references = errorsIn(operation).flatMap(([status, response]) => {
      const name = names.get(JSON.stringify([status, response]));
      return name === undefined ? [] : [[status, { $ref: `#/components/responses/${name}` }]];
    });
    Object.assign(operation["responses"] as Json, Object.fromEntries(references));
  }
  return Object.fromEntries(shared);
}

export function describeApi(endpoints: readonly Endpoint[], about: Description): Json {
  const schemas: Json = {};
  const paths = new Map<string, Json>();
  for (const endpoint of endpoints) {
    const operation = operationOf(endpoint, about.tagsOf(endpoint), schemas);
    paths.set(endpoint.path, { ...paths.get(endpoint.path), [endpoint.method.toLowerCase()]: operation });
  }
  enumerateCodes(endpoints, schemas);
  const responses = shareResponses([...paths.values()].flatMap((operations) => Object.values(operations) as Json[]));
  const header = (description: string) => ({ description, schema: { type: "integer" } });
  return {
    openapi: "3.1.0",
    info: {
      title: about.title,
      version: about.version,
      description: about.description,
      // OpenAPI allows either `url` or `identifier`, and some readers know only the first.
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: about.serverUrl }],
    tags: about.tags,
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: "A token from the approval process at /join.",
        },
      },
      headers: {
        "x-ratelimit-limit": header("Requests allowed in each window."),
        "x-ratelimit-remaining": header("Remaining requests in this window."),
        "x-ratelimit-reset": header("End of the window, in Unix seconds."),
        "x-request-id": { description: "Identifies this request in the logs.", schema: { type: "string" } },
        "Retry-After": header("Seconds to wait before sending the request again."),
        "WWW-Authenticate": { description: "`Bearer`: the authentication scheme.", schema: { type: "string" } },
        ETag: { description: "Identifies this version of the response.", schema: { type: "string" } },
      },
      responses,
      schemas,
    },
  };
}
