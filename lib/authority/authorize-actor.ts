import { and, desc, eq, or, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { keepPrepared } from "@/lib/database/keep-prepared";
import { agents } from "@/lib/database/schema/agents";
import { didMismatch, notFound, organisationSuspended } from "@/lib/foundation/errors";
import { matchesNothing } from "@/lib/foundation/text/filter-text";
import { Did } from "@/lib/identity/did";
import {
  actorName,
  authorize,
  authorizeAgent,
  isForbiddenWhile,
  type PermissionName,
} from "@/lib/identity/permissions";

const selectStanding = keepPrepared((db) =>
  db
    .select({ organisation: agents.organisation, tier: agents.trustTier, status: agents.status })
    .from(agents)
    .where(eq(agents.did, sql.placeholder("did")))
    .prepare("agent_standing"),
);

/**
 * Checks, like `authorize`, a verb that acts in the name of a DID. An organisation's token may act for the agents that it
 * registered, with that agent's tier and status. The database is read only for organisations.
 * @throws ServiceError `unauthenticated`, `didMismatch`, `suspended`, `withdrawn`, `tierTooLow`, or `notFound` for a text
 * that is no DID
 */
export async function authorizeActor({ db, caller }: Context, name: PermissionName, did: string): Promise<void> {
  authorize(caller, name, did);
  if (caller.kind !== "provider") {
    if (matchesNothing(did)) throw notFound();
    return;
  }
  const [agent] = Did.safeParse(did).success ? await selectStanding(db).execute({ did }) : [];
  if (agent?.organisation !== caller.organisation) {
    throw didMismatch("This token can act only for the agents that its organisation registered.");
  }
  authorizeAgent(name, agent);
}

/**
 * Throws if one of the organisation's agents is suspended and none is active. Otherwise it could replace a suspended
 * agent by a new one.
 */
async function authorizeOrganisation(db: Context["db"], name: PermissionName, organisation: string): Promise<void> {
  const isActive = eq(agents.status, "active");
  const [state] = await db
    .select({ status: agents.status })
    .from(agents)
    .where(and(eq(agents.organisation, organisation), or(isActive, eq(agents.status, "suspended"))))
    .orderBy(desc(isActive))
    .limit(1);
  if (state?.status === "suspended" && isForbiddenWhile("suspended", name)) throw organisationSuspended();
}

/**
 * Checks, like `authorize`, a verb that writes or creates an agent's record. The verb itself decides who owns the DID. An
 * existing agent of an organisation must be able to act. One that is not active needs an organisation that is not
 * suspended.
 * @throws ServiceError `unauthenticated`, `didMismatch`, `suspended`, `withdrawn`, or `notFound` for a text that is no
 * DID
 */
export async function authorizeRecord({ db, caller }: Context, name: PermissionName, did: string): Promise<void> {
  authorize(caller, name, did);
  if (matchesNothing(did)) throw notFound();
  if (caller.kind !== "provider") return;
  const [own] = await db
    .select({ tier: agents.trustTier, status: agents.status })
    .from(agents)
    .where(and(eq(agents.did, did), eq(agents.organisation, caller.organisation)));
  if (own) authorizeAgent(name, own);
  if (own?.status !== "active") await authorizeOrganisation(db, name, caller.organisation);
}

/**
 * Checks, like `authorize`, a verb in which the caller may act without naming an agent. An organisation then has the
 * highest tier of its agents, or of its active agents if the verb stores something.
 * @returns the name of the actor for the record
 * @throws ServiceError `unauthenticated`, `suspended`, `withdrawn` or `tierTooLow`
 */
export async function authorizeCaller({ db, caller }: Context, name: PermissionName): Promise<string> {
  authorize(caller, name);
  if (caller.kind !== "provider") return actorName(caller);
  const [best] = await db
    .select({ tier: agents.trustTier })
    .from(agents)
    .where(
      and(
        eq(agents.organisation, caller.organisation),
        isForbiddenWhile("suspended", name) ? eq(agents.status, "active") : undefined,
      ),
    )
    .orderBy(desc(agents.trustTier))
    .limit(1);
  authorizeAgent(name, { tier: best?.tier ?? null });
  return actorName(caller);
}

/** Permits the caller to act for an agent if one is named, else for itself. @returns the actor's name */
export async function authorizeNamed(ctx: Context, name: PermissionName, did: string | undefined): Promise<string> {
  if (did === undefined) return authorizeCaller(ctx, name);
  await authorizeActor(ctx, name, did);
  return did;
}
