import { eq, lt, sql } from "drizzle-orm";
import type { Database, Transaction } from "@/lib/database/open";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import { recordAgentChange } from "@/lib/features/events/agent-change";
import type { Tier } from "@/lib/identity/tiers";
import { appendAllWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { type AssessedAgent, type Assessment, standingOf, utcDay } from "../rules";
import { assessedAgent } from "./events";

const BATCH_ROWS = 500;

/** What a refresh changed in an agent's standing, or null if only the day changed. */
export interface StandingChange {
  from: { tier: Tier; score: number };
  to: { tier: Tier; score: number };
}

/**
 * Updates an agent's stored standing inside the caller's transaction, which must hold the row's lock.
 * @returns the row after the update, and the change, which the caller logs
 */
export async function refreshTrust(
  tx: Transaction,
  row: AssessedAgent,
  assessment: Assessment,
): Promise<{ row: AssessedAgent; change: StandingChange | null }> {
  const standing = standingOf(row, assessment);
  const same = standing.trustScore === row.trustScore && standing.trustTier === row.trustTier;
  const counted = standing.auditsPassed === row.auditsPassed && standing.incidentsNamed === row.incidentsNamed;
  if (same && counted && standing.trustAsOf === row.trustAsOf) return { row, change: null };
  await tx.update(agents).set(standing).where(eq(agents.did, row.did));
  return { row: { ...row, ...standing }, change: same ? null : changeOf(row, standing) };
}

type Standing = Pick<AgentRow, "trustTier" | "trustScore">;

/** The reason that the daily job stores: only time has passed. */
const NEW_DAY = { kind: "new_day" } as const;

function changeOf(before: Standing, after: Standing): StandingChange {
  return {
    from: { tier: before.trustTier, score: before.trustScore },
    to: { tier: after.trustTier, score: after.trustScore },
  };
}

/**
 * Logs the agents whose tiers changed automatically, with the reason. A change of score alone is not logged, because
 * anyone can recompute it.
 */
export async function recordTierChanges(
  tx: Transaction,
  changes: readonly (StandingChange & { did: string })[],
  { reason, at }: { reason: string; at: Date },
): Promise<void> {
  const records = changes
    .filter(({ from, to }) => from.tier !== to.tier)
    .map(({ did, from, to }) => {
      const details = { from: from.tier, to: to.tier, score: to.score, reason };
      return { kind: "tier.changed", actor: "system", subject: did, details };
    });
  for (const { subject, details } of records) await recordAgentChange(tx, "agent.tier_changed", subject, details);
  await appendAllWithin(tx, COUNCIL_LOG, records, at);
}

/** Runs the daily job: rescores every agent whose standing is from an earlier day. Several instances share the work. */
export async function refreshStaleTrust(db: Database, now: Date): Promise<number> {
  let refreshed = 0;
  for (let full = true; full; ) {
    full = await db.transaction(async (tx) => {
      const rows = await tx
        .select(assessedAgent)
        .from(agents)
        .where(lt(agents.trustAsOf, utcDay(now)))
        .limit(BATCH_ROWS)
        .for("update", { skipLocked: true });
      if (rows.length === 0) return false;
      const standings = rows.map((row) => ({ did: row.did, ...standingOf(row, { at: now, because: NEW_DAY }) }));
      await tx.execute(sql`
        update ${agents} as a
        set trust_score = s."trustScore", trust_tier = s."trustTier", trust_as_of = s."trustAsOf",
          assessed_at = s."assessedAt", assessed_because = s."assessedBecause"
        from jsonb_to_recordset(${JSON.stringify(standings)}::jsonb) as s(did text, "trustScore" numeric,
          "trustTier" text, "trustAsOf" date, "assessedAt" timestamptz, "assessedBecause" jsonb)
        where a.did = s.did`);
      const changes = rows.flatMap((row, index) => {
        const standing = standings[index];
        return standing ? [{ did: row.did, ...changeOf(row, standing) }] : [];
      });
      await recordTierChanges(tx, changes, {
        reason: "Daily recalculation: audits, incidents and tenure count by their age.",
        at: now,
      });
      refreshed += rows.length;
      return rows.length === BATCH_ROWS;
    });
  }
  return refreshed;
}
