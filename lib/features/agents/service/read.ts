import { and, eq, inArray, max, ne, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { keepPrepared } from "@/lib/database/keep-prepared";
import type { Reader } from "@/lib/database/open";
import { type AgentRow, agentCounts, agents } from "@/lib/database/schema/agents";
import { ledgerActs } from "@/lib/database/schema/ledger";
import type { AssessedAgent } from "@/lib/features/trust/rules";
import { readProfiled, readSigns } from "@/lib/features/trust/service/events";
import { found, foundRow } from "@/lib/foundation/errors";
import { ownValue } from "@/lib/foundation/own-values";
import type { Tier } from "@/lib/identity/tiers";
import type { AgentDetails } from "../details";
import { viewLiveness } from "../liveness/rules";
import type { AgentProfile } from "../schema";
import { type Notices, viewProfile } from "../view";

/**
 * Returns one agent with the signals of its score.
 * @throws ServiceError `notFound`
 */
export async function getAgent({ db, clock }: Context, { did }: { did: string }): Promise<AgentProfile> {
  const row = found(await readProfiled(db, did));
  return profileOf(db, row, clock());
}

const selectAbout = keepPrepared((db) =>
  db
    .select({
      description: agents.description,
      version: agents.version,
      homepage: agents.homepage,
      repository: agents.repository,
      licence: agents.licence,
      tags: agents.tags,
      endpoints: agents.endpoints,
    })
    .from(agents)
    .where(eq(agents.did, sql.placeholder("did")))
    .prepare("about"),
);

/**
 * Returns what an agent's record states in addition to the contract's fields.
 * @throws ServiceError `notFound`
 */
export async function readDetails({ db }: Context, did: string): Promise<AgentDetails> {
  const about = foundRow(await selectAbout(db).execute({ did }));
  return about;
}

/** How many agents the directory shows: the members of each tier, and the listed records. */
export interface AgentCounts {
  members: Record<Tier, number>;
  listed: number;
}

export async function countAgents({ db }: Context): Promise<AgentCounts> {
  const { trustTier: tier, listed, status } = agentCounts;
  const rows = await db
    .select({ tier, listed, agents: sql<number>`sum(${agentCounts.agents})`.mapWith(Number) })
    .from(agentCounts)
    .where(ne(status, "withdrawn"))
    .groupBy(tier, listed);
  const counts: AgentCounts = { members: { T0: 0, T1: 0, T2: 0, T3: 0, T4: 0 }, listed: 0 };
  for (const row of rows) {
    if (row.listed) counts.listed += row.agents;
    else counts.members[row.tier] += row.agents;
  }
  return counts;
}

/** The kinds of log entries that set an agent's state or tier, and the profile's field for the newest of each. */
const STATE_ACTS = {
  "agent.suspended": "suspension",
  "agent.withdrawn": "withdrawal",
  "agent.deprecated": "deprecation",
  "tier.granted": "tier_grant",
} as const;

async function readNotices(db: Reader, row: AgentRow): Promise<Notices> {
  const present: (keyof typeof STATE_ACTS)[] = [
    ...(row.status === "suspended" ? ["agent.suspended" as const] : []),
    ...(row.withdrawnAt ? ["agent.withdrawn" as const] : []),
    ...(row.deprecatedAt ? ["agent.deprecated" as const] : []),
    ...(row.grantedTier === null ? [] : ["tier.granted" as const]),
  ];
  if (present.length === 0) return {};
  const { seq, kind, subject, details, createdAt } = ledgerActs;
  const isOfState = and(eq(subject, row.did), inArray(kind, present));
  const newest = db
    .select({ seq: max(seq) })
    .from(ledgerActs)
    .where(isOfState)
    .groupBy(kind);
  const acts = await db.select({ seq, kind, details, createdAt }).from(ledgerActs).where(inArray(seq, newest));
  return Object.fromEntries(
    acts.map((act) => [
      ownValue(STATE_ACTS, act.kind),
      { since: act.createdAt.toISOString(), reason: String(act.details["reason"] ?? ""), seq: act.seq },
    ]),
  );
}

export async function profileOf(db: Reader, row: AssessedAgent, now: Date): Promise<AgentProfile> {
  const liveness = viewLiveness(row.signs === undefined ? await readSigns(db, row.did) : row.signs, now);
  return viewProfile(row, { notices: await readNotices(db, row), liveness });
}
