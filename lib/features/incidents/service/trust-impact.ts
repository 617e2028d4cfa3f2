import { and, desc, eq, gt, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { audits } from "@/lib/database/schema/council";
import { incidentAgents, incidentEvents, incidents } from "@/lib/database/schema/incidents";
import { ledgerActs } from "@/lib/database/schema/ledger";
import type { AssessedAgent } from "@/lib/features/trust/rules";
import { assessedAgent } from "@/lib/features/trust/service/events";
import { lapseGrant } from "@/lib/features/trust/service/lapse-grant";
import { recordTierChanges, refreshTrust } from "@/lib/features/trust/service/standing";
import { Tier } from "@/lib/identity/tiers";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";

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
  return reassess(tx, dids, { ...cause, kind: "incident_cleared" }, (row) => restoreGrant(tx, row, cause));
}

const GRANT_ACTS = ["tier.granted", "tier.grant_withdrawn", "tier.grant_lapsed", "tier.grant_restored"];

/** Another owner, by an application. It ends a grant, even one that has lapsed already. */
const byApplication = sql`(${eq(ledgerActs.kind, "agent.handed_over")} and ${ledgerActs.details} ->> 'application' is not null)`;

/**
 * Restores a grant that a critical incident ended, if the grant and the owner were not changed since and no later event
 * would have ended it too.
 */
async function restoreGrant(
  tx: Transaction,
  row: AssessedAgent,
  { incident, reason, at }: Cause,
): Promise<AssessedAgent> {
  if (row.grantedTier !== null) return row;
  const [last] = await tx
    .select()
    .from(ledgerActs)
    .where(and(eq(ledgerActs.subject, row.did), or(inArray(ledgerActs.kind, GRANT_ACTS), byApplication)))
    .orderBy(desc(ledgerActs.seq))
    .limit(1);
  const lapsedBy = last?.kind === "tier.grant_lapsed" ? last.details["incident"] : undefined;
  if (!last || typeof lapsedBy !== "number") return row;
  if (await staysEnded(tx, row.did, { seq: last.seq, incident: lapsedBy })) return row;
  const grantedTier = Tier.parse(last.details["granted"]);
  await tx.update(agents).set({ grantedTier }).where(eq(agents.did, row.did));
  const details = { granted: grantedTier, incident, reason };
  await appendWithin(tx, COUNCIL_LOG, { kind: "tier.grant_restored", actor: "system", subject: row.did, details }, at);
  return { ...row, grantedTier };
}

/**
 * Returns whether the incident that ended a grant still counts against the agent, or another critical one or a failed
 * audit came after it. The log's order decides and not the clocks, because a report may be dated before the entry that
 * precedes it.
 */
async function staysEnded(tx: Transaction, did: string, lapse: Pick<Cause, "seq" | "incident">): Promise<boolean> {
  const critical = tx
    .select({ one: sql`1` })
    .from(incidentAgents)
    .innerJoin(incidents, eq(incidents.id, incidentAgents.incidentId))
    .innerJoin(incidentEvents, eq(incidentEvents.incidentId, incidents.id))
    .where(
      and(
        eq(incidentAgents.did, did),
        isNull(incidentAgents.struckAt),
        eq(incidents.severity, "CRITICAL"),
        isNotNull(incidents.confirmedAt),
        eq(incidents.unfounded, false),
        inArray(incidentEvents.kind, ["opened", "confirmed"]),
        or(eq(incidents.id, lapse.incident), gt(incidentEvents.seq, lapse.seq)),
      ),
    );
  const failed = tx
    .select({ one: sql`1` })
    .from(audits)
    .where(and(eq(audits.did, did), eq(audits.verdict, "fail"), gt(audits.seq, lapse.seq)));
  const [found] = await tx.execute<{ ended: boolean }>(sql`select exists (${critical}) or exists (${failed}) as ended`);
  return found?.ended ?? false;
}
