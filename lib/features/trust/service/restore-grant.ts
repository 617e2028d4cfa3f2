import { and, desc, eq, gt, inArray, isNotNull, isNull, not, or, sql } from "drizzle-orm";
import type { Transaction } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { audits } from "@/lib/database/schema/council";
import { incidentAgents, incidentEvents, incidents } from "@/lib/database/schema/incidents";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { endedByDecision } from "@/lib/features/disputes/service/read";
import { Tier } from "@/lib/identity/tiers";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import type { AssessedAgent } from "../rules";

const GRANT_ACTS = ["tier.granted", "tier.grant_withdrawn", "tier.grant_lapsed", "tier.grant_restored"];

/**
 * Another owner, by an application. It ends a grant, even one that has lapsed already. Older acts have the id of the
 * application and no `by`.
 */
const byApplication = sql`(${eq(ledgerActs.kind, "agent.handed_over")} and
  (${ledgerActs.details} ->> 'by' = 'application' or ${ledgerActs.details} ->> 'application' is not null))`;

/** Why a grant is valid again, and the incident or audit that no longer counts. */
interface Cause {
  reason: string;
  details: { incident: number } | { audit: string };
  at: Date;
}

/**
 * Restores a grant that a critical incident or a failed audit ended, if the grant and the owner were not changed since and no
 * later event would have ended it too. Call it after the cause no longer counts.
 */
export async function restoreGrant(
  tx: Transaction,
  row: AssessedAgent,
  { reason, details: cause, at }: Cause,
): Promise<AssessedAgent> {
  if (row.grantedTier !== null) return row;
  const [last] = await tx
    .select()
    .from(ledgerActs)
    .where(and(eq(ledgerActs.subject, row.did), or(inArray(ledgerActs.kind, GRANT_ACTS), byApplication)))
    .orderBy(desc(ledgerActs.seq))
    .limit(1);
  if (last?.kind !== "tier.grant_lapsed" || !("incident" in last.details || "audit" in last.details)) return row;
  if (await staysEnded(tx, row.did, last)) return row;
  const grantedTier = Tier.parse(last.details["granted"]);
  await tx.update(agents).set({ grantedTier }).where(eq(agents.did, row.did));
  const details = { granted: grantedTier, ...cause, reason };
  await appendWithin(tx, COUNCIL_LOG, { kind: "tier.grant_restored", actor: "system", subject: row.did, details }, at);
  return { ...row, grantedTier };
}

/**
 * Returns whether the incident or audit that ended a grant still counts against the agent, or another critical one or a failed
 * audit came after it. The log's order decides and not the clocks, because a report may be dated before the entry that
 * precedes it.
 */
async function staysEnded(
  tx: Transaction,
  did: string,
  { seq, details }: Pick<typeof ledgerActs.$inferSelect, "seq" | "details">,
): Promise<boolean> {
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
        not(endedByDecision(sql`'incident:' || incidents.id`, sql`${did}`)),
        inArray(incidentEvents.kind, ["opened", "confirmed"]),
        or(
          sql`to_jsonb(${incidents.id}) = ${JSON.stringify(details["incident"] ?? null)}::jsonb`,
          gt(incidentEvents.seq, seq),
        ),
      ),
    );
  const failed = tx
    .select({ one: sql`1` })
    .from(audits)
    .where(
      and(
        eq(audits.did, did),
        eq(audits.verdict, "fail"),
        not(endedByDecision(sql`'audit:' || audits.id`, sql`${did}`)),
        or(sql`${audits.id}::text = ${String(details["audit"] ?? "")}`, gt(audits.seq, seq)),
      ),
    );
  const [found] = await tx.execute<{ ended: boolean }>(sql`select exists (${critical}) or exists (${failed}) as ended`);
  return found?.ended ?? false;
}
