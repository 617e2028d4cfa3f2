import { eq } from "drizzle-orm";
import type { Transaction } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import type { AssessedAgent } from "../rules";

/** Why a grant ends, and additional data for its log entry. */
interface Cause {
  reason: string;
  details: Record<string, unknown>;
  at: Date;
}

/**
 * Ends a granted tier after a failed audit or a critical incident. Then the earned tier counts until an operator grants
 * again. The caller must hold the row's lock and refresh the standing.
 */
export async function lapseGrant(
  tx: Transaction,
  row: AssessedAgent,
  { reason, details, at }: Cause,
): Promise<AssessedAgent> {
  if (row.grantedTier === null) return row;
  await tx.update(agents).set({ grantedTier: null }).where(eq(agents.did, row.did));
  const said = { granted: row.grantedTier, reason, ...details };
  const act = { kind: "tier.grant_lapsed", actor: "system", subject: row.did, details: said };
  await appendWithin(tx, COUNCIL_LOG, act, at);
  return { ...row, grantedTier: null };
}
