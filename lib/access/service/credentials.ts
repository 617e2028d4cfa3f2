import { randomUUID } from "node:crypto";
import { and, count, desc, eq, ilike, inArray, isNotNull, isNull, lt, lte, or, sql } from "drizzle-orm";
import { containsPattern } from "@/lib/agents/rules";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/open";
import { type CredentialRow, credentials } from "@/lib/db/schema/access";
import { conflict, notFound } from "@/lib/errors";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { actorName, permit } from "@/lib/permissions";
import { isUuid } from "@/lib/text/uuid";
import { EXPIRING_DAYS, hashToken, LIFETIME_DAYS, makeToken, ROTATION_GRACE_SECONDS } from "../rules";
import type {
  Credential,
  CredentialFilters,
  CredentialList,
  CredentialQuery,
  InviteOperator,
  IssueCredential,
  IssuedCredential,
  RotateCredential,
} from "../schema";
import { viewCredential } from "../view";
import { isWorking } from "./authenticate";

const DAY_MILLISECONDS = 86_400_000;
type NewCredential = Pick<CredentialRow, "id" | "kind" | "did" | "organisation" | "label"> & { days: number | null };

/**
 * Inserts a credential with a fresh token; the token is in the result and nowhere else. Whoever calls it has made sure
 * that it may be issued, and puts it on record with `credentialRecord`.
 */
export async function insertCredential(
  ctx: Context,
  tx: Transaction,
  wanted: NewCredential,
): Promise<IssuedCredential> {
  const { days, ...identity } = wanted;
  const now = ctx.clock();
  const token = makeToken(identity.kind);
  const [row] = await tx
    .insert(credentials)
    .values({
      ...identity,
      tokenHash: hashToken(token),
      createdAt: now,
      createdBy: actorName(ctx.caller),
      expiresAt: days === null ? null : new Date(now.getTime() + days * DAY_MILLISECONDS),
    })
    .returning();
  if (!row) throw new Error("the insert returned no row");
  return { ...viewCredential(row), token };
}

export function credentialRecord(
  ctx: Context,
  kind: string,
  { id, ...rest }: Credential,
  extra: Record<string, unknown> = {},
) {
  const { did, organisation, label, expires_at } = rest;
  const details = { credential_kind: rest.kind, did, organisation, label, expires_at, ...extra };
  return { kind, actor: actorName(ctx.caller), subject: id, details };
}

/** Issues a credential to an agent, an organisation or an operator, and puts that on record. */
export async function issueCredential(ctx: Context, input: IssueCredential): Promise<IssuedCredential> {
  permit(ctx.caller, "credential.manage");
  const { kind, did = null, organisation = null, label } = input;
  const days = input.expires_in_days ?? LIFETIME_DAYS[kind];
  return ctx.db.transaction(async (tx) => {
    const { token, ...issued } = await insertCredential(ctx, tx, {
      id: randomUUID(),
      kind,
      did,
      organisation,
      label,
      days,
    });
    await appendWithin(tx, COUNCIL_LOG, credentialRecord(ctx, "credential.issued", issued), ctx.clock());
    return { ...issued, token };
  });
}

/** Makes somebody an operator: they sign in, and call, with the token that is shown this once. */
export async function inviteOperator(ctx: Context, input: InviteOperator): Promise<IssuedCredential> {
  return issueCredential(ctx, { kind: "operator", ...input });
}

function matching({ kind, state, q = "" }: CredentialFilters, now: Date) {
  if (q.includes("\0") || !q.isWellFormed()) return sql`false`;
  const soon = new Date(now.getTime() + EXPIRING_DAYS * DAY_MILLISECONDS);
  const states = {
    working: isWorking(now),
    expiring: and(isWorking(now), lt(credentials.expiresAt, soon), isNull(credentials.replacedBy)),
    ended: or(isNotNull(credentials.revokedAt), lte(credentials.expiresAt, now)),
  };
  const part = containsPattern(q);
  return and(
    kind && eq(credentials.kind, kind),
    state && states[state],
    q === ""
      ? undefined
      : or(ilike(credentials.label, part), ilike(credentials.did, part), ilike(credentials.organisation, part)),
  );
}

/** Lists credentials, newest first, filtered and paged, without secrets. */
export async function listCredentials(
  ctx: Context,
  { limit, offset, ...filters }: CredentialQuery,
): Promise<CredentialList> {
  permit(ctx.caller, "credential.manage");
  const where = matching(filters, ctx.clock());
  const rows = await ctx.db
    .select()
    .from(credentials)
    .where(where)
    .orderBy(desc(credentials.createdAt), credentials.id)
    .limit(limit)
    .offset(offset);
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(credentials).where(where);
  return { credentials: rows.map(viewCredential), total, limit, offset };
}

/** What the operators among some actors of the log are called, by the name that the log has for them. */
export async function nameOperators(ctx: Context, actors: readonly string[]): Promise<Record<string, string>> {
  permit(ctx.caller, "credential.manage");
  const ids = [...new Set(actors)].flatMap((actor) => {
    const id = actor.startsWith("operator:") ? actor.slice("operator:".length) : "";
    return isUuid(id) ? [id] : [];
  });
  if (ids.length === 0) return {};
  const rows = await ctx.db
    .select({ id: credentials.id, label: credentials.label })
    .from(credentials)
    .where(inArray(credentials.id, ids));
  return Object.fromEntries(rows.flatMap(({ id, label }) => (label === "" ? [] : [[`operator:${id}`, label]])));
}

/**
 * One credential, without its secret.
 * @throws ServiceError `notFound`
 */
export async function getCredential(ctx: Context, { id }: { id: string }): Promise<Credential> {
  permit(ctx.caller, "credential.manage");
  const [row] = isUuid(id) ? await ctx.db.select().from(credentials).where(eq(credentials.id, id)) : [];
  if (!row) throw notFound();
  return viewCredential(row);
}

async function refuseAbsent(tx: Transaction, id: string, why: string): Promise<never> {
  const [row] = await tx.select({ id: credentials.id }).from(credentials).where(eq(credentials.id, id));
  throw row ? conflict(why) : notFound();
}

/**
 * Puts a new token in an old one's place. The old one goes on working for the grace period, so that nobody is cut off
 * while it is swapped.
 * @throws ServiceError `notFound`; `conflict` where it has ended or was rotated already
 */
export async function rotateCredential(
  ctx: Context,
  { id, grace_seconds = ROTATION_GRACE_SECONDS }: RotateCredential & { id: string },
): Promise<IssuedCredential> {
  permit(ctx.caller, "credential.manage");
  if (!isUuid(id)) throw notFound();
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock();
    const graceEnd = new Date(now.getTime() + grace_seconds * 1_000).toISOString();
    const successor = randomUUID();
    const [old] = await tx
      .update(credentials)
      .set({ replacedBy: successor, expiresAt: sql`least(${credentials.expiresAt}, ${graceEnd}::timestamptz)` })
      .where(and(eq(credentials.id, id), isWorking(now), isNull(credentials.replacedBy)))
      .returning();
    if (!old) return refuseAbsent(tx, id, "This credential has ended or was rotated already.");
    const { kind, did, organisation, label } = old;
    const wanted = { id: successor, kind, did, organisation, label, days: LIFETIME_DAYS[kind] };
    const { token, ...issued } = await insertCredential(ctx, tx, wanted);
    const details = { replaces: id, grace_ends_at: graceEnd };
    await appendWithin(tx, COUNCIL_LOG, credentialRecord(ctx, "credential.rotated", issued, details), now);
    return { ...issued, token };
  });
}

/**
 * Ends a credential at once: the next request with its token is refused.
 * @throws ServiceError `notFound`; `conflict` where it is revoked already or the last operator's
 */
export async function revokeCredential(ctx: Context, { id }: { id: string }): Promise<Credential> {
  permit(ctx.caller, "credential.manage");
  if (!isUuid(id)) throw notFound();
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock();
    // Revocations of operators take turns, or two at once could each leave the other as the last.
    const operators = await tx
      .select({ id: credentials.id })
      .from(credentials)
      .where(and(eq(credentials.kind, "operator"), isWorking(now)))
      .orderBy(credentials.id)
      .for("update");
    if (operators.length === 1 && operators[0]?.id === id) throw conflict("The last operator's credential stays.");
    const [row] = await tx
      .update(credentials)
      .set({ revokedAt: now })
      .where(and(eq(credentials.id, id), isNull(credentials.revokedAt)))
      .returning();
    if (!row) return refuseAbsent(tx, id, "This credential is revoked already.");
    const revoked = viewCredential(row);
    await appendWithin(tx, COUNCIL_LOG, credentialRecord(ctx, "credential.revoked", revoked), now);
    return revoked;
  });
}
