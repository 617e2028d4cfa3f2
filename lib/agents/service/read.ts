import { and, desc, eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { keepPrepared } from "@/lib/db/keep-prepared";
import type { Reader } from "@/lib/db/open";
import { agentCounts, agents } from "@/lib/db/schema/agents";
import { ledgerActs } from "@/lib/db/schema/ledger";
import { settings } from "@/lib/env";
import { notFound } from "@/lib/errors";
import type { Tier } from "@/lib/tiers";
import type { AssessedAgent } from "@/lib/trust/rules";
import { readAssessed } from "@/lib/trust/service/events";
import { NETWORK_STATUS, SPEC_VERSION } from "@/lib/versions";
import type { About } from "../about";
import { matchesNothing } from "../rules";
import type { AgentProfile, Directory, DirectoryQuery, Leaderboard, LeaderboardQuery, Suspension } from "../schema";
import { viewAgent, viewProfile } from "../view";
import { findAgents, orderOf } from "./search";

/** The public registry, filtered and paged. */
export async function listDirectory(
  ctx: Context,
  { limit, offset, sort, ...filters }: DirectoryQuery,
): Promise<Directory> {
  const found = await findAgents(ctx, filters, { limit, offset, sort });
  return {
    federation: settings().FEDERATION_NAME,
    network_status: NETWORK_STATUS,
    spec_version: SPEC_VERSION,
    timestamp: ctx.clock().toISOString(),
    total: found.total,
    limit,
    offset,
    agents: found.agents.map(viewAgent),
  };
}

/**
 * One agent with the signals of its score.
 * @throws ServiceError `notFound`
 */
export async function getAgent({ db }: Context, { did }: { did: string }): Promise<AgentProfile> {
  if (matchesNothing(did)) throw notFound();
  const row = await readAssessed(db, did);
  if (!row) throw notFound();
  return profileOf(db, row);
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
 * Reads what an agent's record says of it beside the contract's fields.
 * @throws ServiceError `notFound`
 */
export async function readAbout({ db }: Context, did: string): Promise<About> {
  const [about] = await selectAbout(db).execute({ did });
  if (!about) throw notFound();
  return about;
}

/** How many agents stand at each tier. */
export async function countAgentsByTier({ db }: Context): Promise<Record<Tier, number>> {
  const rows = await db
    .select({ tier: agentCounts.trustTier, agents: sql<number>`sum(${agentCounts.agents})`.mapWith(Number) })
    .from(agentCounts)
    .groupBy(agentCounts.trustTier);
  const none = { T0: 0, T1: 0, T2: 0, T3: 0, T4: 0 };
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.tier, row.agents])) };
}

/** The DIDs of those who rank highest. */
export async function listBestAgents({ db }: Context, { limit }: { limit: number }): Promise<string[]> {
  const rows = await db
    .select({ did: agents.did })
    .from(agents)
    .orderBy(...orderOf("score", agents))
    .limit(limit);
  return rows.map(({ did }) => did);
}

/** The ranking by trust score. */
export async function rankAgents(ctx: Context, { limit, offset }: LeaderboardQuery): Promise<Leaderboard> {
  const found = await findAgents(ctx, {}, { limit, offset });
  return {
    agents: found.agents.map((row, index) => ({
      rank: offset + index + 1,
      did: row.did,
      name: row.name,
      zone: row.zone,
      trust_tier: row.trustTier,
      trust_score: row.trustScore,
      status: row.status,
      is_demo: row.isDemo,
    })),
    total: found.total,
    limit,
    offset,
    generated_at: ctx.clock().toISOString(),
  };
}

async function readSuspension(db: Reader, did: string): Promise<Suspension | undefined> {
  const { seq, kind, subject, details, createdAt } = ledgerActs;
  const [act] = await db
    .select({ seq, details, createdAt })
    .from(ledgerActs)
    .where(and(eq(subject, did), eq(kind, "agent.suspended")))
    .orderBy(desc(seq))
    .limit(1);
  return act && { since: act.createdAt.toISOString(), reason: String(act.details["reason"]), seq: act.seq };
}

/** An agent's profile, its row being read already. */
export async function profileOf(db: Reader, row: AssessedAgent): Promise<AgentProfile> {
  return viewProfile(row, row.status === "suspended" ? await readSuspension(db, row.did) : undefined);
}
