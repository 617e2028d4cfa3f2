import { setImmediate } from "node:timers/promises";
import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import { isActiveCredential } from "@/lib/authority/active-credential";
import type { Context } from "@/lib/authority/context";
import { keepPrepared } from "@/lib/database/keep-prepared";
import type { Database } from "@/lib/database/open";
import { type CredentialRow, credentials, operators } from "@/lib/database/schema/access";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import type { Caller } from "@/lib/identity/permissions";
import { type Role, roleOfToken } from "@/lib/identity/roles";
import type { CredentialKind } from "./credential-kind";
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

/** What the owner's record says: of an agent, or of an operator. Each is null for other owners, or without a record. */
interface Standing {
  tier: AgentRow["trustTier"] | null;
  status: AgentRow["status"] | null;
  operatorRole: Role | null;
}

/** The columns of a standing. The statement joins both tables to the credential. */
export const STANDING = { tier: agents.trustTier, status: agents.status, operatorRole: operators.role };

type CredentialCaller = Extract<Caller, { kind: CredentialKind }>;

export function callerOf(
  {
    id: credentialId,
    kind,
    did,
    organisation,
    operator,
    role,
  }: Pick<CredentialRow, "id" | "kind" | "did" | "organisation" | "operator" | "role">,
  { tier, status, operatorRole }: Standing,
): CredentialCaller {
  if (kind === "agent" && did !== null) return { kind, credentialId, did, tier, status };
  if (kind === "provider" && organisation !== null) return { kind, credentialId, organisation };
  if (operator === null || operatorRole === null) throw new Error(`The credential ${credentialId} has no owner.`);
  return { kind: "operator", credentialId, operator, role: roleOfToken(operatorRole, role) };
}

const selectByTokens = keepPrepared((db) => {
  const now = sql.param(sql.placeholder("now"), credentials.expiresAt);
  return db
    .select({ credential: credentials, ...STANDING })
    .from(credentials)
    .leftJoin(agents, eq(agents.did, credentials.did))
    .leftJoin(operators, eq(operators.pseudonym, credentials.operator))
    .where(and(sql`${credentials.tokenHash} = any(${sql.placeholder("hashes")}::text[])`, isActiveCredential(now)))
    .prepare("credentials_by_token");
});

type Found = Awaited<ReturnType<ReturnType<typeof selectByTokens>["execute"]>>[number];

/** The tokens to look up next, by database. */
const waiting = new WeakMap<Database, { hashes: Set<string>; found: Promise<Map<string, Found>> }>();

/** Looks up a token. Tokens that arrive in one turn of the event loop share a statement, which begins after them. */
async function findByToken({ db, clock }: Ctx, hash: string): Promise<Found | undefined> {
  let lookup = waiting.get(db);
  if (lookup === undefined) {
    const hashes = new Set<string>();
    const find = async () => {
      await setImmediate();
      waiting.delete(db);
      const rows = await selectByTokens(db).execute({ hashes: [...hashes], now: clock() });
      return new Map(rows.map((row) => [row.credential.tokenHash, row]));
    };
    lookup = { hashes, found: find() };
    waiting.set(db, lookup);
  }
  lookup.hashes.add(hash);
  return (await lookup.found).get(hash);
}

/**
 * Identifies the caller of an Authorization header; `anonymous` if the token is absent, unknown, expired or revoked.
 * Uses one statement, which also reads an agent's tier and status. A token with a wrong form needs no statement.
 * @throws any database error, because a token that cannot be checked is not a wrong one
 */
export async function authenticate(ctx: Ctx, authorization: string | null | undefined): Promise<Caller> {
  const token = bearerToken(authorization);
  if (token === null || !isPlausibleToken(token)) return { kind: "anonymous" };
  const found = await findByToken(ctx, hashToken(token));
  if (!found) return { kind: "anonymous" };
  const { credential, ...standing } = found;
  if (ctx.clock().getTime() - (credential.lastUsedAt?.getTime() ?? 0) > SEEN_MILLISECONDS) {
    await touch(ctx, credential.id, credential.did);
  }
  return callerOf(credential, standing);
}
