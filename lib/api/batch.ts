import type { z } from "zod";
import { ServiceError } from "@/lib/foundation/errors";
import { type Endpoint, wireError } from "@/lib/http/endpoint";
import { type ErrorBody, errorBody } from "@/lib/http/errors";
import { wording } from "@/lib/http/wording";
import { inputError } from "./bind";

export function parseBatchItems<E extends Endpoint & { body: z.ZodType }>(
  endpoint: E,
  items: readonly unknown[],
): (z.output<E["body"]> | ServiceError)[] {
  return items.map((item) => {
    const parsed = endpoint.body.safeParse(item, { error: wording });
    return parsed.success ? (parsed.data as z.output<E["body"]>) : inputError(endpoint, item, parsed.error);
  });
}

/** Returns the result of each item, or its error in the words of the endpoint for one item. */
export function viewBatchResults<R extends object>(endpoint: Endpoint, results: readonly (R | ServiceError)[]) {
  const refused = results.filter((result) => result instanceof ServiceError).length;
  const answers = results.map((result): R | (ErrorBody & { status: "refused" }) =>
    result instanceof ServiceError
      ? { status: "refused", ...errorBody(wireError(endpoint, result.kind), result.message, result.fields) }
      : result,
  );
  return { received: results.length - refused, refused, results: answers };
}
