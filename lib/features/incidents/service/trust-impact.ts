import { and, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { Transaction } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { incidentAgents } from "@/lib/database/schema/incidents";
import type { AssessedAgent } from "@/lib/features/trust/rules";
import { assessedAgent } from "@/lib/features/trust/service/events";
import { lapseGrant } from "@/lib/features/trust/service/lapse-grant";
import { restoreGrant } from "@/lib/features/trust/service/restore-grant";
import { recordTierChanges, refreshTrust } from "@/lib/features/trust/service/standing";

interface Cause {
  incident: number;
  /** The act's place in the council's log. */
  seq: number;
  reason: string;
  at: Date;
}

const named = (dids: readonly string[]): SQL => inArray(agents.did, [...dids]);

/** Updates agents' standing. @param settle called first for the changes of their grants */
async function reassess(
  tx: Transaction,
  dids: readonly string[],
  cause: Cause & { kind: "incident" | "incident_cleared" },
  settle: (row: AssessedAgent) => Promise<AssessedAgent>,
): Promise<void> {
  if (dids.length === 0) return;
  const rows = await tx.select(assessedAgent).from(agents).where(named(dids)).orderBy(agents.did);
  const { kind, incident, seq, at } = cause;
  const because = { kind, reference: String(incident), seq };
  for (const row of rows) {
    const { change } = await refreshTrust(tx, await settle(row), { at, because });
    if (change) await recordTierChanges(tx, [{ did: row.did, ...change }], cause);
  }
}

/** Returns the agents that an incident names, without those that an operator removed. */
export async function listUnstruckAgents(tx: Transaction, id: number): Promise<string[]> {
  const rows = await tx
    .select({ did: incidentAgents.did })
    .from(incidentAgents)
    .where(and(eq(incidentAgents.incidentId, id), isNull(incidentAgents.struckAt)));
  return rows.map(({ did }) => did);
}

/**
 * Makes a confirmed incident count against the agents it names. A critical one ends their granted tiers. Locks the
 * rows.
 */
export function applyTrustImpact(
  tx: Transaction,
  dids: readonly string[],
  { critical, ...cause }: Cause & { critical: boolean },
): Promise<void> {
  const details = { incident: cause.incident };
  return reassess(tx, dids, { ...cause, kind: "incident" }, async (row) =>
    critical ? lapseGrant(tx, row, { ...cause, details }) : row,
  );
}

/** Stops an incident from counting against agents, and restores the grants that it ended. Locks the rows. */
export function revertTrustImpact(tx: Transaction, dids: readonly string[], cause: Cause): Promise<void> {
  return reassess(tx, dids, { ...cause, kind: "incident_cleared" }, (row) =>
    restoreGrant(tx, row, { reason: cause.reason, details: { incident: cause.incident }, at: cause.at }),
  );
}
