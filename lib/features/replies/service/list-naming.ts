import { and, desc, eq, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Context } from "@/lib/authority/context";
import { audits } from "@/lib/database/schema/council";
import { incidentAgents, incidents } from "@/lib/database/schema/incidents";
import { MAX_VERSIONS } from "@/lib/features/disputes/rules";
import type { Dispute } from "@/lib/features/disputes/schema";
import { readDisputesOf } from "@/lib/features/disputes/service/read";
import { authorize } from "@/lib/identity/permissions";
import type { NamingRecord } from "../schema";

/** Maximum records on an owner's page. The API has all. */
const MOST = 20;

function closedBecause(dispute: Dispute | null, isCleared: boolean): string | null {
  if (dispute?.decision) return "An operator has decided.";
  if (isCleared) return "It does not count against this agent.";
  return (dispute?.replies.length ?? 0) >= MAX_VERSIONS ? `There are ${MAX_VERSIONS} versions, the maximum.` : null;
}

/** Lists the newest incidents and audits that name an agent, with its owners' replies. */
export async function listNamingRecords(ctx: Context, { did }: { did: string }): Promise<NamingRecord[]> {
  authorize(ctx.caller, "owner.read");
  const named = ctx.db
    .select({
      record: sql<string>`'incident:' || ${incidents.id}`.as("record"),
      title: incidents.title,
      at: incidents.createdAt,
      isCleared: sql<boolean>`${incidents.unfounded} or ${incidentAgents.struckAt} is not null`.as("is_cleared"),
    })
    .from(incidentAgents)
    .innerJoin(incidents, eq(incidents.id, incidentAgents.incidentId))
    .where(and(eq(incidentAgents.did, did)));
  const audited = ctx.db
    .select({
      record: sql<string>`'audit:' || ${audits.id}`.as("record"),
      title: sql<string>`'Audit: ' || ${audits.verdict}`.as("title"),
      at: audits.createdAt,
      isCleared: sql<boolean>`false`.as("is_cleared"),
    })
    .from(audits)
    .where(eq(audits.did, did));
  const rows = await unionAll(named, audited).orderBy(desc(sql`created_at`)).limit(MOST);
  const disputes = await readDisputesOf(
    ctx.db,
    rows.map(({ record }) => record),
  );
  return rows.map(({ record, title, at, isCleared }) => {
    const dispute = disputes.get(record)?.find((one) => one.did === did) ?? null;
    return { record, title, at: at.toISOString(), dispute, closed: closedBecause(dispute, isCleared) };
  });
}
