import { eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { keepPrepared } from "@/lib/database/keep-prepared";
import type { Reader, Transaction } from "@/lib/database/open";
import { publicActorOf } from "@/lib/database/public-actor";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import { audits } from "@/lib/database/schema/council";
import { incidentAgents, incidents } from "@/lib/database/schema/incidents";
import { type AgentSigns, agentLiveness } from "@/lib/database/schema/liveness";
import { endedByDecision } from "@/lib/features/disputes/service/read";
import { matchesNothing } from "@/lib/foundation/text/filter-text";
import type { AssessedAgent, TrustEvents } from "../rules";

/**
 * Returns a column with what was recorded about an agent, oldest first. Column names include the table: Drizzle omits
 * the table if a statement reads from one table only, and `did = did` is true for every audit.
 */
const events = sql<TrustEvents>`jsonb_build_object(
  'audits', coalesce((
    select jsonb_agg(
      jsonb_strip_nulls(jsonb_build_object(
        'verdict', audit.verdict,
        'day', to_char(audit.created_at at time zone 'UTC', 'YYYY-MM-DD'),
        'auditor', ${publicActorOf(sql`audit.auditor`)},
        'organisation', audit.auditor_organisation
      )) order by audit.seq
    ) from ${audits} as audit where audit.did = ${agents}.did and audit.verdict <> 'pending'
      and not ${endedByDecision(sql`'audit:' || audit.id`, sql`audit.did`)}
  ), '[]'::jsonb),
  'incidents', coalesce((
    select jsonb_agg(
      jsonb_build_object(
        'id', incident.id,
        'severity', incident.severity,
        'day', to_char(incident.confirmed_at at time zone 'UTC', 'YYYY-MM-DD')
      ) order by incident.id
    ) from ${incidentAgents} as named join ${incidents} as incident on incident.id = named.incident_id
    where named.did = ${agents}.did and named.struck_at is null and incident.confirmed_at is not null
      and not incident.unfounded and not ${endedByDecision(sql`'incident:' || incident.id`, sql`named.did`)}
  ), '[]'::jsonb)
)`;

/** Returns a column with an agent's signs of life; null if it has shown none. */
const signs = sql<AgentSigns | null>`(select to_jsonb(l) from ${agentLiveness} as l where l.did = ${agents}.did)`;

/** The columns of an agent's row with what was recorded about it, for any statement that reads or returns a row. */
export const assessedAgent = { ...getTableColumns(agents), events };

/** The same, with an agent's signs of life: all that its profile shows. */
export const profiledAgent = { ...assessedAgent, signs };

const selectAssessed = keepPrepared((db) =>
  db
    .select(assessedAgent)
    .from(agents)
    .where(eq(agents.did, sql.placeholder("did")))
    .prepare("assessed"),
);

/** Reads an agent with what was recorded about it. `did` can be any text. */
export async function readAssessed(db: Reader, did: string): Promise<AssessedAgent | undefined> {
  if (matchesNothing(did)) return undefined;
  const [row] = await selectAssessed(db).execute({ did });
  return row;
}

const selectProfiled = keepPrepared((db) =>
  db
    .select(profiledAgent)
    .from(agents)
    .where(eq(agents.did, sql.placeholder("did")))
    .prepare("profiled"),
);

export async function readSigns(db: Reader, did: string): Promise<AgentSigns | null> {
  const [row] = await db.select({ signs }).from(agents).where(eq(agents.did, did));
  return row?.signs ?? null;
}

/** Reads an agent with all that its profile shows. `did` can be any text. */
export async function readProfiled(db: Reader, did: string): Promise<AssessedAgent | undefined> {
  if (matchesNothing(did)) return undefined;
  const [row] = await selectProfiled(db).execute({ did });
  return row;
}

const selectAllAssessed = keepPrepared((db) =>
  db
    .select(assessedAgent)
    .from(agents)
    .where(sql`${agents.did} in (select jsonb_array_elements_text(${sql.placeholder("dids")}::jsonb))`)
    .prepare("all_assessed"),
);

/** Reads some agents with what was recorded about each. */
export async function readAllAssessed(db: Reader, dids: readonly string[]): Promise<AssessedAgent[]> {
  return dids.length === 0 ? [] : selectAllAssessed(db).execute({ dids: JSON.stringify(dids) });
}

export type LockedAgent = Pick<AgentRow, "did" | "trustTier" | "status" | "ownerKind" | "organisation" | "isDemo">;

/**
 * Locks agents' rows in a fixed order, which prevents deadlocks.
 * @returns each one's tier, status and owner after it is locked
 */
export async function lockAgents(tx: Transaction, dids: readonly string[]): Promise<LockedAgent[]> {
  if (dids.length === 0) return [];
  const { did, trustTier, status, ownerKind, organisation, isDemo } = agents;
  const named = inArray(did, [...dids]);
  return tx
    .select({ did, trustTier, status, ownerKind, organisation, isDemo })
    .from(agents)
    .where(named)
    .orderBy(did)
    .for("update");
}

/**
 * Locks an agent's row, and then reads it in another statement. A statement that waits for the lock would return the
 * present row, but records from before the wait.
 */
export async function lockAssessed(
  tx: Transaction,
  did: string,
  read = readAssessed,
): Promise<AssessedAgent | undefined> {
  if (!matchesNothing(did)) await lockAgents(tx, [did]);
  return read(tx, did);
}
