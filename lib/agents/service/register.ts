import type { Context } from "@/lib/context";
import { permitLocked } from "@/lib/permissions";
import { type Assessment, NOTHING_ON_RECORD, standingOf } from "@/lib/trust/rules";
import { readAssessed } from "@/lib/trust/service/events";
import { permitRecord } from "@/lib/trust/service/permit-actor";
import { completeRecord } from "../rules";
import type { AgentRecord, RegisterAgent } from "../schema";
import { viewAgent } from "../view";
import { grantWithin } from "./grant-tier";
import { upsertAgent } from "./insert-agent";
import { settleOwnership } from "./ownership";
import { settleRecord, skillsOf } from "./settle-record";

/**
 * Completes an agent's record: T1 and active, or, where it exists, the record replaced and its standing kept. One
 * upsert after the DID's lock settles races; its row lock orders what is routed to by its skills.
 * @param options `isDemo` marks demo data, `isFollowed` a record from a followed source; no request can set them
 * @throws ServiceError `didTaken` where an organisation names the DID of another owner or a reserved one; `suspended` or
 *   `withdrawn`; `invalid` where a signed card is not by its proven key
 */
export async function registerAgent(
  ctx: Context,
  input: RegisterAgent,
  { isDemo = false, isFollowed = false } = {},
): Promise<AgentRecord> {
  await permitRecord(ctx, "agent.register", input.did);
  const now = ctx.clock();
  const record = completeRecord(input);
  const fresh = {
    did: input.did,
    ...record,
    status: "active",
    provenKey: "",
    domains: [],
    grantedTier: null,
    isDemo,
    revision: 1,
    registeredAt: now,
    lastSeen: now,
  };
  const assessment: Assessment = { at: now, because: { kind: "registered" } };
  const skills = skillsOf(ctx, record);
  return ctx.db.transaction(async (tx) => {
    const { owner } = await settleOwnership(ctx, tx, input.did, { for: isFollowed ? "source" : "record" });
    const nothing = { keyProvenAt: null, events: NOTHING_ON_RECORD };
    const standing = standingOf({ ...fresh, ...owner, ...nothing }, assessment);
    // A key that is not mentioned stays, with its proof; null removes it.
    const stored = await upsertAgent(tx, { ...fresh, ...owner, ...standing }, input.public_key !== undefined);
    permitLocked(ctx.caller, "agent.register", stored);
    // Where that waited for the row's lock, it gave what was on record before the wait.
    const row = stored.isNew ? stored : ((await readAssessed(tx, stored.did)) ?? stored);
    const why = { reason: "Its registration was completed.", kind: "registered", at: now } as const;
    const refreshed = await settleRecord(ctx, tx, row, skills, why);
    const mayGrant = ctx.caller.kind === "operator" || ctx.caller.kind === "system";
    if (!mayGrant || input.trust_tier === undefined) return viewAgent(refreshed);
    const grant = { tier: input.trust_tier, reason: "Granted at registration." };
    return viewAgent(await grantWithin(ctx, tx, refreshed, grant));
  });
}
