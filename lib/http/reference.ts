import { z } from "zod";
import { describePermission, neededFor } from "@/lib/permissions";
import { type Endpoint, errorsOf, mediaTypeOf } from "./endpoint";
import { ERROR_MEANINGS } from "./errors";
import { exampleOf, type FieldRow, type JsonSchema, rowsOf } from "./json-schema";

/** What an endpoint answers when it does what it was asked. */
interface Answer {
  status: number;
  meaning: string;
  mediaType: string;
  /** The name of its shape, where it has one. */
  shape: string | undefined;
  fields: FieldRow[];
  /** Its shape as JSON, with placeholders; undefined where it is text. */
  example: string | undefined;
}

interface Refusal {
  status: number;
  error: string;
  code: string;
  meaning: string;
}

/** An endpoint as its reader needs it: every part of its declaration in words and rows. */
export interface Reference {
  endpoint: Endpoint;
  /** Whose token it takes; undefined where it takes none. */
  needs: string | undefined;
  path: FieldRow[];
  query: FieldRow[];
  body: FieldRow[];
  answers: Answer[];
  refusals: Refusal[];
}

/** A schema as JSON, its named parts under `$defs`. */
function jsonOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: "any" }) as JsonSchema;
}

function fieldsOf(schema: z.ZodType | undefined, io: "input" | "output" = "input"): FieldRow[] {
  return schema === undefined ? [] : rowsOf(jsonOf(schema, io));
}

function answersOf(endpoint: Endpoint): Answer[] {
  const isText = endpoint.text !== undefined;
  return Object.entries(endpoint.responses).map(([status, schema]) => ({
    status: Number(status),
    meaning: endpoint.meanings?.[Number(status)] ?? "Success.",
    mediaType: mediaTypeOf(endpoint),
    shape: schema.meta()?.id,
    fields: fieldsOf(endpoint.document ?? schema, "output"),
    example: isText ? undefined : JSON.stringify(exampleOf(jsonOf(schema, "output")), null, 2),
  }));
}

/** Everything an endpoint's declaration says, for a page. */
export function referenceOf(endpoint: Endpoint): Reference {
  const { permission } = endpoint;
  const refusals = [...errorsOf(endpoint)].map(([kind, { status, error, code }]) => {
    const needed = permission && neededFor(kind, permission);
    return { status, error, code, meaning: needed ? `${ERROR_MEANINGS[kind]} Here ${needed}.` : ERROR_MEANINGS[kind] };
  });
  return {
    endpoint,
    needs: permission && describePermission(permission),
    path: fieldsOf(endpoint.params).map((field) => ({ ...field, required: true })),
    query: fieldsOf(endpoint.query),
    body: fieldsOf(endpoint.body),
    answers: answersOf(endpoint),
    refusals: refusals.toSorted((a, b) => a.status - b.status),
  };
}
