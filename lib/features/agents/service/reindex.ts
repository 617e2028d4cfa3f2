import { and, asc, eq, gt, ne } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { agents } from "@/lib/database/schema/agents";
import { getActiveEmbedder } from "@/lib/search/service/get-embedder";
import { indexSkills, prepareSkills } from "@/lib/search/service/index-skills";
import { routableSkills } from "../routable";

const BATCH_AGENTS = 20;

/** Rebuilds an agent's routing index from its record, as its registration does. */
async function reindexAgent({ db }: Context, did: string): Promise<void> {
  const embedder = getActiveEmbedder(db);
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(agents).where(eq(agents.did, did)).for("update");
    if (!row) return;
    const routable = routableSkills({ ...row, capability_manifest: row.capabilityManifest });
    await indexSkills(db, tx, [{ did, embedder, skills: prepareSkills(embedder, routable) }]);
  });
}

/**
 * Reindexes the next registered agents in the order of their DIDs.
 * @param after the last DID that is done, "" to begin
 * @returns how many were done, and the last of them, null if none is left
 */
export async function reindexNext(ctx: Context, after: string): Promise<{ count: number; last: string } | null> {
  const rows = await ctx.db
    .select({ did: agents.did })
    .from(agents)
    .where(and(gt(agents.did, after), ne(agents.status, "unverified")))
    .orderBy(asc(agents.did))
    .limit(BATCH_AGENTS);
  for (const { did } of rows) await reindexAgent(ctx, did);
  const last = rows.at(-1)?.did;
  return last === undefined ? null : { count: rows.length, last };
}
