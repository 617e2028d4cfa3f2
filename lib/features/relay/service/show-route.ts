import type { Context } from "@/lib/authority/context";
import { readListings } from "@/lib/features/agents/service/listings";
import { readAgents } from "@/lib/features/agents/service/read-agents";
import { listAudits } from "@/lib/features/council/service/read";
import type { ShownRoute } from "../route-schema";
import { previewRoute } from "./route";

/**
 * Previews a route with what a page shows of the agents in it.
 * @throws ServiceError `missing` or `invalid`
 */
export async function showRoute(ctx: Context, input: { intent: string; limit: number }): Promise<ShownRoute> {
  const preview = await previewRoute(ctx, input);
  const { candidates, target } = preview;
  const dids = candidates.map(({ did }) => did);
  const [found, listings, audits] = await Promise.all([
    readAgents(ctx, dids),
    readListings(ctx, dids),
    target && listAudits(ctx, { did: target.did, verdict: "pass", limit: 1, offset: 0 }),
  ]);
  return {
    ...preview,
    intent: input.intent,
    candidates: candidates.flatMap((candidate) => {
      const agent = found.get(candidate.did);
      return agent ? [{ ...candidate, agent, listing: listings.get(agent.did) }] : [];
    }),
    auditsPassed: audits?.total ?? 0,
  };
}
