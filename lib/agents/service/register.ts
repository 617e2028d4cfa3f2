import { eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { agents } from "@/lib/db/schema/agents";
import { didMismatch } from "@/lib/errors";
import { permit } from "@/lib/permissions";
import { NOTHING_ON_RECORD, standingOf, utcDay } from "@/lib/trust/rules";
import { assessedAgent } from "@/lib/trust/service/events";
import { recordTierChanges, refreshTrust } from "@/lib/trust/service/standing";
import { indexSkills, prepareSkills } from "@/lib/vectors/service/index-skills";
import { presentEmbedder } from "@/lib/vectors/service/present-embedder";
import { routableSkills } from "../routable";
import { completeRecord } from "../rules";
import type { Agent, RegisterAgent } from "../schema";
import { viewAgent } from "../view";
import { grantWithin } from "./grant-tier";

/**
 * Completes an agent's record: T1 and active, or, where it exists, the record replaced and its standing kept. One
 * conditional upsert settles races and ownership alike; its lock orders what is routed to by its skills.
 * @param options `isDemo` marks demo data; no request can set it
 * @throws ServiceError `didMismatch` where the DID is somebody else's
 */
export async function registerAgent(ctx: Context, input: RegisterAgent, { isDemo = false } = {}): Promise<Agent> {
  permit(ctx.caller, "agent.register", input.did);
  const now = ctx.clock();
  const organisation = ctx.caller.kind === "provider" ? ctx.caller.organisation : null;
  const record = completeRecord(input);
  const fresh = {
    did: input.did,
    ...record,
    status: "active",
    grantedTier: null,
    isDemo,
    organisation,
    registeredAt: now,
    lastSeen: now,
  };
  const embedder = presentEmbedder();
  const skills = await prepareSkills(
    embedder,
    routableSkills({ ...record, capability_manifest: record.capabilityManifest }),
  );
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .insert(agents)
      .values({ ...fresh, ...standingOf({ ...fresh, events: NOTHING_ON_RECORD }, utcDay(now)) })
      .onConflictDoUpdate({
        target: agents.did,
        set: {
          ...record,
          status: sql`case ${agents.status} when 'unverified' then 'active' else ${agents.status} end`,
          lastSeen: now,
        },
        ...(organisation === null ? {} : { setWhere: eq(agents.organisation, organisation) }),
      })
      .returning(assessedAgent);
    if (!row) throw didMismatch("This key acts for the agents that its organisation registered.");
    await indexSkills(ctx.db, tx, { did: row.did, model: embedder.model, skills });
    const { row: refreshed, change } = await refreshTrust(tx, row, now);
    if (change) {
      const why = { reason: "Its registration was completed.", at: now };
      await recordTierChanges(tx, [{ did: row.did, ...change }], why);
    }
    const mayGrant = ctx.caller.kind === "operator" || ctx.caller.kind === "system";
    if (!mayGrant || input.trust_tier === undefined) return viewAgent(refreshed);
    const grant = { tier: input.trust_tier, reason: "Granted at registration." };
    return viewAgent(await grantWithin(ctx, tx, refreshed, grant));
  });
}
