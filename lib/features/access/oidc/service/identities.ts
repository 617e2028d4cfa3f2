import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { hashToken } from "@/lib/authority/tokens";
import type { Transaction } from "@/lib/database/open";
import { operatorIdentities, operators, sessions } from "@/lib/database/schema/access";
import { ServiceError } from "@/lib/foundation/errors";
import { actorName } from "@/lib/identity/permissions";
import type { Role } from "@/lib/identity/roles";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { insertOperator, keepingAnOwner } from "../../service/operators";
import { callerOfOpenSession, insertSession } from "../../service/sessions";
import { SignInFailure } from "../failure";
import type { Transaction as Begun } from "../transaction";

/** What the provider says of a person, and how the sign-in began. */
interface Person extends Pick<Begun, "state" | "session" | "operator"> {
  issuer: string;
  subject: string;
  role: Role | null;
  name: string;
}

/**
 * Opens a console session for a person of the provider. The first sign-in makes an operator, or adds the identity
 * to the operator who asked for it. A role that the provider has changed since the last sign-in replaces the operator's.
 * @returns the secret for the session's cookie
 * @throws SignInFailure
 */
export async function openIdentitySession(ctx: Context, { issuer, subject, ...person }: Person): Promise<string> {
  const system: Context = { ...ctx, caller: { kind: "system" } };
  const identityHash = hashToken(JSON.stringify([issuer, subject]));
  const { role } = person;
  if (role === null) {
    await dropRole(system, identityHash);
    throw new SignInFailure("noRole");
  }
  try {
    return await system.db.transaction((tx) =>
      keepingAnOwner(system, tx, async () => {
        await admit(system, tx, { ...person, role, identityHash });
        if (person.session !== null) await endSessions(system, tx, eq(sessions.id, person.session));
        const secret = await insertSession(tx, ctx.clock(), { identityHash, stateHash: hashToken(person.state) });
        if (secret === null) throw new SignInFailure("expired");
        return secret;
      }),
    );
  } catch (error) {
    throw error instanceof ServiceError && error.kind === "conflict" ? new SignInFailure("lastOwner") : error;
  }
}

/** Records that the provider gives no role any more, and ends the sessions of the identity. */
async function dropRole(ctx: Context, identityHash: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await tx.update(operatorIdentities).set({ role: null }).where(eq(operatorIdentities.identityHash, identityHash));
    await endSessions(ctx, tx, eq(sessions.identityHash, identityHash));
  });
}

async function endSessions({ clock }: Context, tx: Transaction, which: SQL): Promise<void> {
  await tx
    .update(sessions)
    .set({ endedAt: clock() })
    .where(and(which, isNull(sessions.endedAt)));
}

interface Admitted extends Omit<Person, "issuer" | "subject" | "state"> {
  role: Role;
  identityHash: string;
}

/** Brings operator and identity to what the provider says. The caller must hold the lock of the operators. */
async function admit(ctx: Context, tx: Transaction, person: Admitted): Promise<void> {
  const { identityHash, role, operator } = person;
  const now = ctx.clock();
  const isIts = eq(operatorIdentities.identityHash, identityHash);
  const [known] = await tx.select().from(operatorIdentities).where(isIts);
  if (known === undefined) {
    const added = operator ?? (await insertOperator(ctx, tx, person));
    const own = await assertPresent(tx, added);
    if (operator !== null) await assertMayAdd({ ...ctx, db: tx }, person.session, { operator, role: own });
    const row = { identityHash, operator: added, role, createdAt: now, lastUsedAt: now };
    await tx.insert(operatorIdentities).values(row);
    await record(ctx, tx, added, operator === null ? "operator.joined" : "operator.linked", { role });
    return;
  }
  if (operator !== null && operator !== known.operator) throw new SignInFailure("linked");
  const from = await assertPresent(tx, known.operator);
  await tx.update(operatorIdentities).set({ role, lastUsedAt: now }).where(isIts);
  if (role === known.role || role === from) return;
  await tx.update(operators).set({ role }).where(eq(operators.pseudonym, known.operator));
  await record(ctx, tx, known.operator, "operator.role_changed", { from, to: role });
}

/**
 * Asserts that the session in which an account is added is still open and has the operator's whole role. The account would
 * otherwise outlive a revoked token, or have more than a limited one.
 */
async function assertMayAdd(
  ctx: Parameters<typeof callerOfOpenSession>[0],
  session: string | null,
  own: { operator: string; role: Role },
): Promise<void> {
  const caller = session === null ? null : await callerOfOpenSession(ctx, session);
  if (caller?.kind !== "operator" || caller.operator !== own.operator) throw new SignInFailure("expired");
  if (caller.role !== own.role) throw new SignInFailure("limited");
}

/** @returns the operator's role @throws SignInFailure if an owner has removed the operator */
async function assertPresent(tx: Transaction, pseudonym: string): Promise<Role> {
  const [account] = await tx.select().from(operators).where(eq(operators.pseudonym, pseudonym));
  if (account === undefined || account.endedAt !== null) throw new SignInFailure("removed");
  return account.role;
}

async function record(ctx: Context, tx: Transaction, operator: string, kind: string, details: object): Promise<void> {
  const act = { kind, actor: actorName(ctx.caller), subject: `operator:${operator}`, details: { ...details } };
  await appendWithin(tx, COUNCIL_LOG, act, ctx.clock());
}
