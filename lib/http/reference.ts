import { z } from "zod";
import { describePermission, requirementOf } from "@/lib/identity/permissions";
import { type Endpoint, errorsOf, mediaTypeOf } from "./endpoint";
import { ERROR_MEANINGS } from "./errors";
import { exampleOf, type FieldRow, type JsonSchema, rowsOf } from "./json-schema";

/** A success response of an endpoint. */
interface ResponseDescription {
  status: number;
  meaning: string;
  mediaType: string;
  /** The name of its shape, if it has one. */
  shape: string | undefined;
  fields: FieldRow[];
  /** The earlier endpoint of the same list whose response has the same fields. */
  like?: Endpoint;
  /** Its shape as JSON, with placeholders; undefined for text. */
  example: string | undefined;
}

interface ErrorDescription {
  status: number;
  error: string;
  code: string;
  meaning: string;
}

/** An endpoint for the reference: every part of its declaration as text and rows. */
export interface Reference {
  endpoint: Endpoint;
  /** Who may call, and with which token. */
  access: string;
  path: FieldRow[];
  query: FieldRow[];
  headers: FieldRow[];
  body: FieldRow[];
  responses: ResponseDescription[];
  errors: ErrorDescription[];
}

/** Returns a schema as JSON, with its named parts under `$defs`. */
function jsonOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema;
}

function fieldsOf(schema: z.ZodType | undefined, io: "input" | "output" = "input"): FieldRow[] {
  return schema === undefined ? [] : rowsOf(jsonOf(schema, io));
}

function responsesOf(endpoint: Endpoint): ResponseDescription[] {
  const isText = endpoint.mediaType !== undefined;
  return Object.entries(endpoint.responses).map(([status, schema]) => ({
    status: Number(status),
    meaning: endpoint.descriptions?.[Number(status)] ?? "Success.",
    mediaType: mediaTypeOf(endpoint, Number(status)),
    shape: schema.meta()?.id,
    fields: fieldsOf(endpoint.textSchema ?? schema, "output"),
    example: isText ? undefined : JSON.stringify(exampleOf(jsonOf(schema, "output")), null, 2),
  }));
}

/** Returns an endpoint's complete declaration for a page. */
export function referenceOf(endpoint: Endpoint): Reference {
  const { permission, optionalToken = "Everyone. No token is needed." } = endpoint;
  const errors = [...errorsOf(endpoint)].map(([kind, { status, error, code }]) => {
    const needed = permission && requirementOf(kind, permission);
    return { status, error, code, meaning: needed ? `${ERROR_MEANINGS[kind]} Here ${needed}.` : ERROR_MEANINGS[kind] };
  });
  return {
    endpoint,
    access: permission ? describePermission(permission) : optionalToken,
    path: fieldsOf(endpoint.params).map((field) => ({ ...field, required: true })),
    query: fieldsOf(endpoint.query),
    headers: fieldsOf(endpoint.headers),
    body: fieldsOf(endpoint.body),
    responses: responsesOf(endpoint),
    errors: errors.toSorted((a, b) => a.status - b.status),
  };
}

/** Returns the references of some endpoints. Fields that an earlier one has are marked. */
export function referencesOf(endpoints: readonly Endpoint[]): Reference[] {
  const shown = new Map<string, Endpoint>();
  return endpoints.map((endpoint) => {
    const reference = referenceOf(endpoint);
    const responses = reference.responses.map((response) => {
      const fields = JSON.stringify(response.fields);
      const like = response.fields.length > 0 ? shown.get(fields) : undefined;
      shown.set(fields, like ?? endpoint);
      return like && like !== endpoint ? { ...response, like } : response;
    });
    return { ...reference, responses };
  });
}
