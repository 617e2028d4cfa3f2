import { and, eq, type SQL, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Context } from "@/lib/authority/context";
import { storedNames } from "@/lib/database/public-actor";
import { credentials } from "@/lib/database/schema/access";
import { agents } from "@/lib/database/schema/agents";
import type { AgentProfile } from "@/lib/features/agents/schema";
import { getAgent } from "@/lib/features/agents/service/read";
import { viewAgent } from "@/lib/features/agents/view";
import { listActsAbout } from "@/lib/features/council/service/journal";
import { notFound } from "@/lib/foundation/errors";
import { cursorAfter } from "@/lib/http/cursor";
import { actorName, authorize, type Caller, isOperator } from "@/lib/identity/permissions";
import type { OwnActs, OwnAgents, OwnQuery } from "../schema";

/**
 * Returns the condition for the agents that a caller owns: its own, those of its organisation, or those that the
 * operators registered.
 */
function ownedBy(caller: Caller): SQL {
  if (caller.kind === "agent") return eq(agents.did, caller.did);
  if (caller.kind === "provider") return eq(agents.organisation, caller.organisation);
  return eq(agents.ownerKind, "operator");
}

/** Lists the agents that the caller owns, including withdrawn ones, by DID. */
export async function listOwnAgents({ db, caller }: Context, { limit, cursor }: OwnQuery): Promise<OwnAgents> {
  authorize(caller, "owner.read");
  const offset = cursor ?? 0;
  const rows = await db
    .select()
    .from(agents)
    .where(ownedBy(caller))
    .orderBy(agents.did)
    .limit(limit + 1)
    .offset(offset);
  return {
    agents: rows.slice(0, limit).map(viewAgent),
    ...(rows.length > limit ? { next_cursor: cursorAfter(offset + limit) } : {}),
  };
}

/**
 * Returns one of the caller's agents.
 * @throws ServiceError `notFound`, also if another owner has it
 */
export async function getOwnAgent(ctx: Context, { did }: { did: string }): Promise<AgentProfile> {
  authorize(ctx.caller, "owner.read");
  const agent = await getAgent(ctx, { did });
  const isOwn = and(eq(agents.did, did), ownedBy(ctx.caller));
  if ((await ctx.db.$count(agents, isOwn)) === 0) throw notFound();
  return agent;
}

/** Returns the credentials of a caller and of the agents that it owns. An operator's are only its own. */
function credentialsOf(caller: Caller): SQL {
  if (caller.kind === "agent") return eq(credentials.did, caller.did);
  if (caller.kind === "provider") return eq(credentials.organisation, caller.organisation);
  return isOperator(caller) ? eq(credentials.operator, caller.operator) : sql`false`;
}

/** Lists the acts by the caller, about its agents and about its credentials, newest first. */
export async function listOwnActs({ db, caller }: Context, { limit, cursor }: OwnQuery): Promise<OwnActs> {
  authorize(caller, "owner.read");
  const name = actorName(caller);
  const ids = db
    .select({ subject: sql<string>`${credentials.id}::text` })
    .from(credentials)
    .where(credentialsOf(caller));
  const dids = db.select({ subject: agents.did }).from(agents).where(ownedBy(caller));
  // The operators' agents are many, and operators can read the acts about them in the log.
  const subjects = isOperator(caller) ? ids : union(ids, dids);
  const acts = await listActsAbout(
    { db },
    { subjects, actors: await storedNames(db, name), before: cursor ?? undefined, limit: limit + 1 },
  );
  const last = acts[limit - 1];
  return {
    acts: acts.slice(0, limit),
    ...(acts.length > limit && last ? { next_cursor: cursorAfter(last.seq) } : {}),
  };
}
