import { eq } from "drizzle-orm";
import { authorizeActor } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import { agentLiveness } from "@/lib/database/schema/liveness";
import type { OwnChecks } from "../schema";

/** Returns how the checks of one of the caller's agents went. @throws ServiceError as `authorizeActor` does */
export async function readOwnChecks(ctx: Context, { did }: { did: string }): Promise<OwnChecks> {
  await authorizeActor(ctx, "owner.read", did);
  const [row] = await ctx.db.select().from(agentLiveness).where(eq(agentLiveness.did, did));
  return { problem: row?.problem ?? "", ended_at: row?.endedAt?.toISOString() ?? null };
}
