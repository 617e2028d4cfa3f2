import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { isActiveCredential } from "@/lib/authority/active-credential";
import type { Context } from "@/lib/authority/context";
import { keepPrepared } from "@/lib/database/keep-prepared";
import { type CredentialRow, credentials } from "@/lib/database/schema/access";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import type { Caller } from "@/lib/identity/permissions";
import { bearerToken, hashToken, isPlausibleToken } from "./tokens";

/** `last_used_at` and `last_seen` change at most this often. */
const SEEN_MILLISECONDS = 60_000;

type Ctx = Omit<Context, "caller">;

/** Records that a credential and its agent were just active, in one statement, at most once a minute each. */
async function touch(ctx: Ctx, credentialId: string, did: string | null): Promise<void> {
  const now = ctx.clock();
  const before = new Date(now.getTime() - SEEN_MILLISECONDS);
  const used = ctx.db.$with("used").as(
    ctx.db
      .update(credentials)
      .set({ lastUsedAt: now })
      .where(
        and(eq(credentials.id, credentialId), or(isNull(credentials.lastUsedAt), lt(credentials.lastUsedAt, before))),
      )
      .returning({ id: credentials.id }),
  );
  await ctx.db
    .with(used)
    .update(agents)
    .set({ lastSeen: now })
    .where(and(eq(agents.did, did ?? ""), lt(agents.lastSeen, before)));
}

/** Returns the standing in an agent's record, or null if it has no record. */
interface AgentStanding {
  tier: AgentRow["trustTier"] | null;
  status: AgentRow["status"] | null;
}

type CredentialCaller = Extract<Caller, { credentialId: string }>;

/** Returns the caller of a credential. */
export function callerOf(
  { id: credentialId, kind, did, organisation }: Pick<CredentialRow, "id" | "kind" | "did" | "organisation">,
  { tier, status }: AgentStanding,
): CredentialCaller {
  if (kind === "agent" && did !== null) return { kind, credentialId, did, tier, status };
  if (kind === "provider" && organisation !== null) return { kind, credentialId, organisation };
  return { kind: "operator", credentialId };
}

const selectByToken = keepPrepared((db) => {
  const now = sql.param(sql.placeholder("now"), credentials.expiresAt);
  return db
    .select({ credential: credentials, tier: agents.trustTier, status: agents.status })
    .from(credentials)
    .leftJoin(agents, eq(agents.did, credentials.did))
    .where(and(eq(credentials.tokenHash, sql.placeholder("hash")), isActiveCredential(now)))
    .prepare("credential_by_token");
});

/**
 * Identifies the caller of an Authorization header; `anonymous` if the token is absent, unknown, expired or revoked.
 * Uses one statement, which also reads an agent's tier and status. A token with a wrong form needs no statement.
 * @throws any database error, because a token that cannot be checked is not a wrong one
 */
export async function authenticate(ctx: Ctx, authorization: string | null | undefined): Promise<Caller> {
  const token = bearerToken(authorization);
  if (token === null || !isPlausibleToken(token)) return { kind: "anonymous" };
  const now = ctx.clock();
  const [found] = await selectByToken(ctx.db).execute({ hash: hashToken(token), now });
  if (!found) return { kind: "anonymous" };
  const { credential, ...standing } = found;
  if (now.getTime() - (credential.lastUsedAt?.getTime() ?? 0) > SEEN_MILLISECONDS) {
    await touch(ctx, credential.id, credential.did);
  }
  return callerOf(credential, standing);
}
