import { and, desc, eq, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { keepPrepared } from "@/lib/db/keep-prepared";
import { agents } from "@/lib/db/schema/agents";
import { Did } from "@/lib/did";
import { didMismatch } from "@/lib/errors";
import { actorName, type PermissionName, permit, permitStanding, refusesWhile } from "@/lib/permissions";

const selectStanding = keepPrepared((db) =>
  db
    .select({ organisation: agents.organisation, tier: agents.trustTier, status: agents.status })
    .from(agents)
    .where(eq(agents.did, sql.placeholder("did")))
    .prepare("agent_standing"),
);

/**
 * `permit` for a verb that acts in the name of a DID, organisations included: their key acts for the agents that they
 * registered, as that agent's record stands. Only for them it asks the database.
 * @throws ServiceError `unauthenticated`, `didMismatch`, `suspended`, `withdrawn` or `tierTooLow`
 */
export async function permitActor({ db, caller }: Context, name: PermissionName, did: string): Promise<void> {
  permit(caller, name, did);
  if (caller.kind !== "provider") return;
  const [agent] = Did.safeParse(did).success ? await selectStanding(db).execute({ did }) : [];
  if (agent?.organisation !== caller.organisation) {
    throw didMismatch("This key acts for the agents that its organisation registered.");
  }
  permitStanding(name, agent);
}

/**
 * `permit` for a verb that writes an agent's record or creates it. Whose the DID is, the verb settles; an organisation's
 * agent that is on record must be able to act.
 * @throws ServiceError `unauthenticated`, `didMismatch`, `suspended` or `withdrawn`
 */
export async function permitRecord({ db, caller }: Context, name: PermissionName, did: string): Promise<void> {
  permit(caller, name, did);
  if (caller.kind !== "provider" || !Did.safeParse(did).success) return;
  const [own] = await db
    .select({ tier: agents.trustTier, status: agents.status })
    .from(agents)
    .where(and(eq(agents.did, did), eq(agents.organisation, caller.organisation)));
  if (own) permitStanding(name, own);
}

/**
 * `permit` for a verb in which the caller may act without naming an agent. An organisation then has the highest tier of
 * its agents; where the verb stores something, of its active ones.
 * @returns the name of the actor for the record
 * @throws ServiceError `unauthenticated`, `suspended`, `withdrawn` or `tierTooLow`
 */
export async function permitCaller({ db, caller }: Context, name: PermissionName): Promise<string> {
  permit(caller, name);
  if (caller.kind !== "provider") return actorName(caller);
  const [best] = await db
    .select({ tier: agents.trustTier })
    .from(agents)
    .where(
      and(
        eq(agents.organisation, caller.organisation),
        refusesWhile("suspended", name) ? eq(agents.status, "active") : undefined,
      ),
    )
    .orderBy(desc(agents.trustTier))
    .limit(1);
  permitStanding(name, { tier: best?.tier ?? null });
  return actorName(caller);
}

/** Lets the caller act in the name of an agent where one is named, else in its own. @returns the actor's name */
export async function permitNamed(ctx: Context, name: PermissionName, did: string | undefined): Promise<string> {
  if (did === undefined) return permitCaller(ctx, name);
  await permitActor(ctx, name, did);
  return did;
}
