import { eq } from "drizzle-orm";
import type { Transaction } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { agentFields, recordAgentChange } from "@/lib/features/events/agent-change";
import type { StandingReason } from "@/lib/identity/standing-reason";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import type { AssessedAgent } from "../rules";
import { recordTierChanges, refreshTrust } from "./standing";

interface Ending {
  actor: string;
  /** In one sentence. */
  reason: string;
  because: StandingReason;
  at: Date;
}

/**
 * Makes a listed record a member: its content and its time count from now on. A suspended or withdrawn record keeps that
 * status. Changes nothing for a member. The caller must hold the row's lock.
 * @returns the row after the change
 */
export async function endListing(
  tx: Transaction,
  row: AssessedAgent,
  { actor, reason, because, at }: Ending,
): Promise<AssessedAgent> {
  if (row.listed === null) return row;
  const { did, listed } = row;
  const ended = {
    listed: null,
    memberSince: at,
    status: row.status === "unverified" ? "active" : row.status,
  };
  await tx.update(agents).set(ended).where(eq(agents.did, did));
  const member = { ...row, ...ended };
  await recordAgentChange(tx, "agent.registered", did, { ...agentFields(member), tier: row.trustTier });
  const details = { listed_from: listed.source, reason };
  await appendWithin(tx, COUNCIL_LOG, { kind: "agent.listing_ended", actor, subject: did, details }, at);
  const { row: refreshed, change } = await refreshTrust(tx, member, { at, because });
  if (change) await recordTierChanges(tx, [{ did, ...change }], { reason, at });
  return refreshed;
}
