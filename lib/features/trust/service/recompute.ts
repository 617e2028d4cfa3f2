import type { Context } from "@/lib/authority/context";
import { found, invalid } from "@/lib/foundation/errors";
import { factsOf, factsUpTo, utcDay } from "../rules";
import type { Recomputation, RecomputeQuery } from "../schema";
import { viewRecomputation } from "../view/recomputation";
import { readAssessed } from "./events";

const YEAR_MILLISECONDS = 365 * 86_400_000;

/**
 * Reads the day of a recomputation. @throws ServiceError `invalid` if it is not a day, or not between the agent's
 * registration and a year from now
 */
function readDay(text: string, first: string, now: Date): string {
  const last = utcDay(new Date(now.getTime() + YEAR_MILLISECONDS));
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && utcDay(new Date(text)) === text;
  if (isDay && text >= first && text <= last) return text;
  throw invalid(`\`as_of\` must be a day, YYYY-MM-DD, from ${first} (the agent's registration) to ${last}.`, {
    field: "as_of",
  });
}

/**
 * Returns the inputs of an agent's score and tier on a day, and the results.
 * @throws ServiceError `notFound`; `invalid` for a wrong day
 */
export async function recomputeTrust(
  ctx: Context,
  { did, as_of }: RecomputeQuery & { did: string },
): Promise<Recomputation> {
  const row = found(await readAssessed(ctx.db, did));
  const now = ctx.clock();
  if (as_of === undefined) return viewRecomputation(row, factsOf(row), row.trustAsOf, now);
  const facts = factsOf(row);
  const day = readDay(as_of, facts.registeredOn, now);
  return viewRecomputation(row, factsUpTo(facts, day), day, now);
}
