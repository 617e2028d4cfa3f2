import { z } from "zod";
import { ownValue } from "@/lib/foundation/own-values";
import { sentenceOf, wording } from "@/lib/http/wording";

const Named = z.looseObject({ name: z.string(), version: z.string() });

/** The parameters of the supported methods, as far as a client can get them wrong. */
const PARAMS: Readonly<Record<string, z.ZodType>> = {
  initialize: z.looseObject({ protocolVersion: z.string(), capabilities: z.looseObject({}), clientInfo: Named }),
  "tools/list": z.looseObject({ cursor: z.string().optional() }).optional(),
  "tools/call": z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()).optional() }),
};

/** Returns the fault in a message's params as a sentence, or undefined if there is none. */
export function faultInParams(message: unknown): string | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: unknown };
  const schema = typeof method === "string" ? ownValue(PARAMS, method) : undefined;
  const parsed = schema && z.object({ params: schema }).safeParse({ params }, { error: wording });
  return parsed?.error?.issues.map(sentenceOf).join(" ");
}

/** Returns the name of the tool that a message calls; undefined if it calls none. */
export function toolOf(message: unknown): string | undefined {
  const { method, params } = (message ?? {}) as { method?: unknown; params?: { name?: string } };
  return method === "tools/call" ? params?.name : undefined;
}

export function idOf(message: unknown): string | number | null {
  const { id } = (message ?? {}) as { id?: unknown };
  return typeof id === "string" || typeof id === "number" ? id : null;
}
