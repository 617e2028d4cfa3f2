import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { dropFirst, takeFirst, withSecond } from "@/lib/authority/second-operator";
import type { Transaction } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { recordAgentChange } from "@/lib/features/events/agent-change";
import { type AssessedAgent, standingOf } from "@/lib/features/trust/rules";
import { endListing } from "@/lib/features/trust/service/end-listing";
import { lockAssessed, readProfiled } from "@/lib/features/trust/service/events";
import { found } from "@/lib/foundation/errors";
import { actorName, authorize } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import type { AgentProfile, GrantTier } from "../schema";
import { profileOf } from "./read";

/**
 * Sets or removes an agent's granted tier and logs it. A listed record that gets one becomes a member. T4 may need a second
 * operator, so call it inside `withSecond`. The caller's transaction must hold the row's lock.
 * @param subject what a second operator must grant T4 to, if it is more than the DID
 */
export async function grantWithin(
  ctx: Context,
  tx: Transaction,
  row: AssessedAgent,
  { tier, reason }: GrantTier,
  subject = row.did,
): Promise<AssessedAgent> {
  const at = ctx.clock();
  const isTopTier = tier === "T4" && row.grantedTier !== tier;
  const first = isTopTier ? await takeFirst(tx, ctx, { act: "t4", subject }) : undefined;
  await dropFirst(tx, row.did);
  if (tier !== null) {
    const reason = "The operators granted a tier.";
    row = await endListing(tx, row, { actor: actorName(ctx.caller), reason, because: { kind: "tier_granted" }, at });
  }
  const granted = { ...row, grantedTier: tier };
  const [act, kind] =
    tier === null
      ? (["tier.grant_withdrawn", "grant_withdrawn"] as const)
      : (["tier.granted", "tier_granted"] as const);
  const standing = standingOf(granted, { at, because: { kind } });
  const [from, to] = [row.trustTier, standing.trustTier];
  const details = { from, to, reason, ...(first === undefined ? {} : { first }) };
  if (from !== to) await recordAgentChange(tx, "agent.tier_changed", row.did, { from, to, score: standing.trustScore });
  const record = { kind: act, actor: actorName(ctx.caller), subject: row.did, details };
  const { seq } = await appendWithin(tx, COUNCIL_LOG, record, at);
  const changed = { grantedTier: tier, ...standing, assessedBecause: { kind, seq } };
  await tx.update(agents).set(changed).where(eq(agents.did, row.did));
  return { ...row, ...changed };
}

/**
 * Grants a tier, which then replaces the earned tier, or withdraws the grant, so that the earned tier counts again.
 * @throws ServiceError `notFound`; `conflict` if a second operator must grant T4, too
 */
export async function grantTier(ctx: Context, input: GrantTier & { did: string }): Promise<AgentProfile> {
  authorize(ctx.caller, "agent.grant_tier");
  return withSecond(ctx, () =>
    ctx.db.transaction(async (tx) => {
      const row = found(await lockAssessed(tx, input.did, readProfiled));
      return profileOf(tx, await grantWithin(ctx, tx, row, input), ctx.clock());
    }),
  );
}
