import { eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { type AgentRow, agents } from "@/lib/db/schema/agents";
import { didMismatch, invalid } from "@/lib/errors";
import { permit } from "@/lib/permissions";
import { type Assessment, NOTHING_ON_RECORD, standingOf } from "@/lib/trust/rules";
import { assessedAgent, readAssessed } from "@/lib/trust/service/events";
import { recordTierChanges, refreshTrust } from "@/lib/trust/service/standing";
import { indexSkills, prepareSkills } from "@/lib/vectors/service/index-skills";
import { presentEmbedder } from "@/lib/vectors/service/present-embedder";
import { checkCard, MAX_SIGNATURES } from "../card-signature";
import { routableSkills } from "../routable";
import { completeRecord } from "../rules";
import type { Agent, RegisterAgent } from "../schema";
import { viewAgent } from "../view";
import { grantWithin } from "./grant-tier";
import { endProof } from "./prove-key";

const FOREIGN_CARD = `capability_manifest: none of the card's first ${MAX_SIGNATURES} signatures verifies with the key that the agent enrolled and proved. Sign the card with it, or leave \`signatures\` out.`;

/** Whether a key was proven that is not the enrolled one any more. */
const hasLostItsKey = ({ provenKey, publicKey }: AgentRow) => provenKey !== "" && provenKey !== publicKey;

/**
 * Completes an agent's record: T1 and active, or, where it exists, the record replaced and its standing kept. One
 * conditional upsert settles races and ownership alike; its lock orders what is routed to by its skills.
 * @param options `isDemo` marks demo data; no request can set it
 * @throws ServiceError `didMismatch` where the DID is somebody else's; `invalid` where a signed card is not by its proven key
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
    provenKey: "",
    keyProvenAt: null,
    grantedTier: null,
    isDemo,
    organisation,
    registeredAt: now,
    lastSeen: now,
  };
  const assessment: Assessment = { at: now, because: { kind: "registered" } };
  const embedder = presentEmbedder();
  const skills = await prepareSkills(
    embedder,
    routableSkills({ ...record, capability_manifest: record.capabilityManifest }),
  );
  return ctx.db.transaction(async (tx) => {
    const [stored] = await tx
      .insert(agents)
      .values({ ...fresh, ...standingOf({ ...fresh, events: NOTHING_ON_RECORD }, assessment) })
      .onConflictDoUpdate({
        target: agents.did,
        set: {
          ...record,
          status: sql`case ${agents.status} when 'unverified' then 'active' else ${agents.status} end`,
          lastSeen: now,
        },
        ...(organisation === null ? {} : { setWhere: eq(agents.organisation, organisation) }),
      })
      .returning({ ...assessedAgent, isNew: sql<boolean>`xmax = 0` });
    if (!stored) throw didMismatch("This key acts for the agents that its organisation registered.");
    // Where that waited for the row's lock, it gave what was on record before the wait.
    const row = stored.isNew ? stored : ((await readAssessed(tx, stored.did)) ?? stored);
    await indexSkills(ctx.db, tx, { did: row.did, model: embedder.model, skills });
    if ((await checkCard(row)) === "invalid") throw invalid(FOREIGN_CARD);
    const { row: refreshed, change } = hasLostItsKey(row)
      ? await refreshTrust(tx, await endProof(ctx, tx, row, now), { at: now, because: { kind: "key_changed" } })
      : await refreshTrust(tx, row, assessment);
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
