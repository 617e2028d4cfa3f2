import { randomUUID } from "node:crypto";
import { and, count, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/open";
import { type CredentialRow, credentials } from "@/lib/db/schema/access";
import { conflict, notFound } from "@/lib/errors";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { actorName, permit } from "@/lib/permissions";
import { hashToken, LIFETIME_DAYS, makeToken, ROTATION_GRACE_SECONDS } from "../rules";
import type { Credential, CredentialList, IssueCredential, IssuedCredential, RotateCredential } from "../schema";
import { viewCredential } from "../view";

const DAY_MILLISECONDS = 86_400_000;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type NewCredential = Pick<CredentialRow, "id" | "kind" | "did" | "organisation" | "label"> & { days: number | null };

/** Inserts a credential with a fresh token; the token is in the result and nowhere else. */
async function insertCredential(ctx: Context, tx: Transaction, wanted: NewCredential): Promise<IssuedCredential> {
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

function record(ctx: Context, kind: string, { id, ...rest }: Credential, extra: Record<string, unknown> = {}) {
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
    await appendWithin(tx, COUNCIL_LOG, record(ctx, "credential.issued", issued), ctx.clock());
    return { ...issued, token };
  });
}

/** Lists credentials, newest first, without secrets. */
export async function listCredentials(ctx: Context, page: { limit: number; offset: number }): Promise<CredentialList> {
  permit(ctx.caller, "credential.manage");
  const rows = await ctx.db
    .select()
    .from(credentials)
    .orderBy(desc(credentials.createdAt), credentials.id)
    .limit(page.limit)
    .offset(page.offset);
  const [{ total } = { total: 0 }] = await ctx.db.select({ total: count() }).from(credentials);
  return { credentials: rows.map(viewCredential), total, ...page };
}

/** Neither revoked nor expired. */
function working(now: Date) {
  return and(isNull(credentials.revokedAt), or(isNull(credentials.expiresAt), gt(credentials.expiresAt, now)));
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
  if (!UUID.test(id)) throw notFound();
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock();
    const graceEnd = new Date(now.getTime() + grace_seconds * 1_000).toISOString();
    const successor = randomUUID();
    const [old] = await tx
      .update(credentials)
      .set({ replacedBy: successor, expiresAt: sql`least(${credentials.expiresAt}, ${graceEnd}::timestamptz)` })
      .where(and(eq(credentials.id, id), working(now), isNull(credentials.replacedBy)))
      .returning();
    if (!old) return refuseAbsent(tx, id, "This credential has ended or was rotated already.");
    const { kind, did, organisation, label } = old;
    const wanted = { id: successor, kind, did, organisation, label, days: LIFETIME_DAYS[kind] };
    const { token, ...issued } = await insertCredential(ctx, tx, wanted);
    const details = { replaces: id, grace_ends_at: graceEnd };
    await appendWithin(tx, COUNCIL_LOG, record(ctx, "credential.rotated", issued, details), now);
    return { ...issued, token };
  });
}

/**
 * Ends a credential at once: the next request with its token is refused.
 * @throws ServiceError `notFound`; `conflict` where it is revoked already or the last operator's
 */
export async function revokeCredential(ctx: Context, { id }: { id: string }): Promise<Credential> {
  permit(ctx.caller, "credential.manage");
  if (!UUID.test(id)) throw notFound();
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock();
    // Revocations of operators take turns, or two at once could each leave the other as the last.
    const operators = await tx
      .select({ id: credentials.id })
      .from(credentials)
      .where(and(eq(credentials.kind, "operator"), working(now)))
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
    await appendWithin(tx, COUNCIL_LOG, record(ctx, "credential.revoked", revoked), now);
    return revoked;
  });
}
