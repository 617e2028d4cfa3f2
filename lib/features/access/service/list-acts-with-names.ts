import type { Context } from "@/lib/authority/context";
import type { ActList, ActQuery } from "@/lib/features/council/schema";
import { listActs } from "@/lib/features/council/service/acts";
import { nameOperators } from "./operators";

/** Reads acts of the log, with the names of the operators among their actors. */
export async function listActsWithNames(
  ctx: Context,
  query: ActQuery,
): Promise<ActList & { names: Record<string, string> }> {
  const list = await listActs(ctx, query);
  const actors = list.acts.map(({ actor }) => actor);
  return { ...list, names: await nameOperators(ctx, actors) };
}
