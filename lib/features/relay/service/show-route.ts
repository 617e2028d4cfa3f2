import type { Context } from "@/lib/authority/context";
import { readAgents } from "@/lib/features/agents/service/read-agents";
import { failedLastAudit } from "@/lib/features/council/rules";
import { listAudits } from "@/lib/features/council/service/read";
import type { ShownRoute } from "../route-schema";
import { previewRoute } from "./route";

const AUDITS_READ = 20;

async function failedLast(ctx: Context, did: string): Promise<boolean> {
  return failedLastAudit((await listAudits(ctx, { did, limit: AUDITS_READ, offset: 0 })).audits);
}

/**
 * Previews a route with what a page shows of the agents in it.
 * @throws ServiceError `missing` or `invalid`
 */
export async function showRoute(ctx: Context, input: { intent: string; limit: number }): Promise<ShownRoute> {
  const preview = await previewRoute(ctx, input);
  const { candidates, target } = preview;
  const dids = candidates.map(({ did }) => did);
  const [found, isFailed] = await Promise.all([readAgents(ctx, dids), target ? failedLast(ctx, target.did) : false]);
  return {
    ...preview,
    intent: input.intent,
    candidates: candidates.flatMap((candidate) => {
      const agent = found.get(candidate.did);
      return agent ? [{ ...candidate, agent }] : [];
    }),
    failedLastAudit: isFailed,
  };
}
