import type { z } from "zod";
import { ServiceError } from "@/lib/errors";
import { type Endpoint, wireError } from "@/lib/http/endpoint";
import { type ErrorBody, errorBody } from "@/lib/http/errors";
import { wording } from "@/lib/http/wording";
import { inputRefusal } from "./bind";

/** The items of a batch, each read as the body of the endpoint that takes one; the refusal where it is none. */
export function parseEach<E extends Endpoint & { body: z.ZodType }>(
  endpoint: E,
  items: readonly unknown[],
): (z.output<E["body"]> | ServiceError)[] {
  return items.map((item) => {
    const parsed = endpoint.body.safeParse(item, { error: wording });
    return parsed.success ? (parsed.data as z.output<E["body"]>) : inputRefusal(endpoint, item, parsed.error);
  });
}

/** What became of each item: its result, or the refusal in the words of the endpoint that takes one. */
export function answerEach<R extends object>(endpoint: Endpoint, results: readonly (R | ServiceError)[]) {
  const refused = results.filter((result) => result instanceof ServiceError).length;
  const answers = results.map((result): R | (ErrorBody & { status: "refused" }) =>
    result instanceof ServiceError
      ? { status: "refused", ...errorBody(wireError(endpoint, result.kind), result.message, result.fields) }
      : result,
  );
  return { received: results.length - refused, refused, results: answers };
}
