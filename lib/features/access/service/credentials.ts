import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { isActiveCredential } from "@/lib/authority/active-credential";
import type { Context } from "@/lib/authority/context";
import { hashRequest, hashToken, LIFETIME_DAYS, makeToken, ROTATION_GRACE_SECONDS } from "@/lib/authority/tokens";
import type { Transaction } from "@/lib/database/open";
import { storedNames } from "@/lib/database/public-actor";
import { type CredentialRow, credentials, operators } from "@/lib/database/schema/access";
import { lockDid, resolveOwnership } from "@/lib/features/agents/service/ownership";
import { transferOwnership } from "@/lib/features/agents/service/transfer-ownership";
import { conflict, notFound } from "@/lib/foundation/errors";
import { isUuid } from "@/lib/foundation/text/uuid";
import { actorName, authorize, credentialOf } from "@/lib/identity/permissions";
import type { Role } from "@/lib/identity/roles";
import { appendAllWithin, appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import type { Credential, IssueCredential, IssuedCredential, RotateCredential } from "../schema";
import { viewCredential } from "../view";
import { authorizeManage, forgetUnused, holderOf, keepingAnOwner } from "./operators";
import { resolveOrganisationName } from "./organisations";
import { endSuccessors } from "./successors";

const DAY_MILLISECONDS = 86_400_000;
type NewCredential = Pick<CredentialRow, "id" | "kind" | "did" | "organisation" | "label"> & {
  days: number | null;
  /** Of an operator's credential. */
  operator?: string | null;
  role?: Role | null;
};
/** A request that may be repeated: its idempotency key, if any, and its content. */
interface Request {
  key: string | undefined;
  asked: readonly unknown[];
}

/**
 * Inserts the credential. @returns it with its token, or nothing if one was issued for the same idempotency key before
 */
async function tryInsert(
  ctx: Context,
  tx: Transaction,
  { days, ...identity }: NewCredential,
  { key, asked }: Request,
): Promise<IssuedCredential | undefined> {
  // The same operator may have used the key under an older name.
  if (key !== undefined && (await isRepeatOf(ctx, tx, key))) return undefined;
  const now = ctx.clock();
  const token = makeToken(identity.kind);
  const [row] = await tx
    .insert(credentials)
    .values({
      ...identity,
      tokenHash: hashToken(token),
      createdAt: now,
      createdBy: actorName(ctx.caller),
      createdWith: credentialOf(ctx.caller),
      expiresAt: days === null ? null : new Date(now.getTime() + days * DAY_MILLISECONDS),
      ...(key === undefined ? {} : { idempotencyKey: key, requestHash: hashRequest(asked) }),
    })
    .onConflictDoNothing({ target: [credentials.createdBy, credentials.idempotencyKey] })
    .returning();
  return row && { ...viewCredential(row), token };
}

/**
 * Inserts a credential with a new token, which is only in the result. The caller must have checked that it may be
 * issued, and logs it with `credentialRecord`.
 */
export async function insertCredential(
  ctx: Context,
  tx: Transaction,
  wanted: NewCredential,
): Promise<IssuedCredential> {
  const issued = await tryInsert(ctx, tx, wanted, { key: undefined, asked: [] });
  if (!issued) throw new Error("the insert returned no row");
  return issued;
}

/** Gives the credential of a repeated request a new token, because the first one is not stored. The first one ends. */
async function reissue(ctx: Context, tx: Transaction, { key = "", asked }: Request): Promise<IssuedCredential> {
  const now = ctx.clock();
  const sameRequest = and(
    inArray(credentials.createdBy, await storedNames(tx, actorName(ctx.caller))),
    eq(credentials.idempotencyKey, key),
    eq(credentials.requestHash, hashRequest(asked)),
  );
  const [found] = await tx.select({ kind: credentials.kind }).from(credentials).where(sameRequest);
  if (!found) throw conflict("`idempotency_key` was already used for another request. Use a new key.");
  const token = makeToken(found.kind);
  const [row] = await tx
    .update(credentials)
    .set({ tokenHash: hashToken(token) })
    .where(and(sameRequest, isActiveCredential(now), isNull(credentials.replacedBy)))
    .returning();
  if (!row) throw conflict("The credential of this `idempotency_key` has ended or was rotated. Use a new key.");
  const issued = viewCredential(row);
  await appendWithin(tx, COUNCIL_LOG, credentialRecord(ctx, "credential.reissued", issued), now);
  return { ...issued, token };
}

export function credentialRecord(
  ctx: Context,
  kind: string,
  { id, ...rest }: Credential,
  extra: Record<string, unknown> = {},
) {
  const { did, organisation, expires_at } = rest;
  const ofOperator = rest.operator === null ? {} : { operator: rest.operator, role: rest.role };
  const details = { credential_kind: rest.kind, did, organisation, ...ofOperator, expires_at, ...extra };
  return { kind, actor: actorName(ctx.caller), subject: id, details };
}

/**
 * Issues a credential to an agent, an organisation or an operator, and logs it. A repeat with the same idempotency key
 * gives the same credential a new token. A DID of the operators is transferred to its agent. An operator's token without
 * `operator` is that of a new one.
 * @throws ServiceError `didTaken` if the DID belongs to an organisation that is not named; `reservedMethod`; `conflict`
 * if the idempotency key was used for another request, or its credential has ended
 */
export async function issueCredential(ctx: Context, input: IssueCredential): Promise<IssuedCredential> {
  authorize(ctx.caller, input.kind === "operator" ? "operator.manage" : "credential.manage");
  const { kind, did = null, organisation = null, label, operator, role, idempotency_key: key } = input;
  const days = input.expires_in_days ?? LIFETIME_DAYS[kind];
  const ofOperator = kind === "operator" ? [operator ?? null, role ?? null] : [];
  const request = { key, asked: ["issue", kind, did, organisation, label, days, ...ofOperator] };
  return ctx.db.transaction(async (tx) => {
    const ownership = did === null ? null : await resolveOwnership(ctx, tx, did, { for: "credential", organisation });
    const wanted = {
      id: randomUUID(),
      kind,
      did,
      organisation:
        kind === "provider" && organisation !== null ? await resolveOrganisationName(tx, organisation) : null,
      label,
      days,
      ...(kind === "operator" ? await holderOf(ctx, tx, input) : {}),
    };
    const inserted = await tryInsert(ctx, tx, wanted, request);
    if (!inserted) {
      if (wanted.operator) await forgetUnused(tx, wanted.operator);
      return reissue(ctx, tx, request);
    }
    const { token, ...issued } = inserted;
    if (did !== null && ownership?.takesOverDid) await transferOwnership(ctx, tx, did, { by: "credential" });
    await appendWithin(tx, COUNCIL_LOG, credentialRecord(ctx, "credential.issued", issued), ctx.clock());
    return { ...issued, token };
  });
}

async function isRepeatOf(ctx: Context, tx: Transaction, key: string): Promise<boolean> {
  const names = await storedNames(tx, actorName(ctx.caller));
  const same = and(inArray(credentials.createdBy, names), eq(credentials.idempotencyKey, key));
  return (await tx.$count(credentials, same)) > 0;
}

async function assertOwnerExists(tx: Transaction, id: string, why: string): Promise<never> {
  const [row] = await tx.select({ id: credentials.id }).from(credentials).where(eq(credentials.id, id));
  throw row ? conflict(why) : notFound();
}

/**
 * Locks the owner of a credential: the DID, so that rotation, revocation and transfer of the DID are done one at a time, or
 * the operator, as `endOperator` does before it ends the tokens.
 */
async function lockOwnerOf(tx: Transaction, id: string): Promise<void> {
  const { did, operator } = credentials;
  const [row] = await tx.select({ did, operator }).from(credentials).where(eq(credentials.id, id));
  if (row?.did) await lockDid(tx, row.did);
  if (row?.operator) {
    await tx
      .select({ operator: operators.pseudonym })
      .from(operators)
      .where(eq(operators.pseudonym, row.operator))
      .for("key share");
  }
}

interface Rotation extends RotateCredential {
  id: string;
  /** The lifetime of the successor; undefined for the default of its kind. */
  days?: number | null;
}

/**
 * Replaces a token by a new one. The old one works for the grace period, so its holder has time to change it. A repeat
 * with the same idempotency key gives the successor a new token. The caller must have checked the permission.
 * @throws ServiceError `notFound`; `conflict` if it has ended or was already rotated
 */
export async function rotateWithin(
  ctx: Context,
  tx: Transaction,
  { id, grace_seconds = ROTATION_GRACE_SECONDS, idempotency_key: key, days }: Rotation,
): Promise<IssuedCredential> {
  const request = { key, asked: ["rotate", id, grace_seconds] };
  await lockOwnerOf(tx, id);
  const now = ctx.clock();
  const graceEnd = new Date(now.getTime() + grace_seconds * 1_000).toISOString();
  const successor = randomUUID();
  const [old] = await tx
    .update(credentials)
    .set({ replacedBy: successor, expiresAt: sql`least(${credentials.expiresAt}, ${graceEnd}::timestamptz)` })
    .where(and(eq(credentials.id, id), isActiveCredential(now), isNull(credentials.replacedBy)))
    .returning();
  if (!old && key !== undefined && (await isRepeatOf(ctx, tx, key))) return reissue(ctx, tx, request);
  if (!old) return assertOwnerExists(tx, id, "This credential has ended or was already rotated.");
  const { kind, did, organisation, label, operator, role } = old;
  const wanted = {
    id: successor,
    operator,
    role,
    kind,
    did,
    organisation,
    label,
    days: days === undefined ? LIFETIME_DAYS[kind] : days,
  };
  const inserted = await tryInsert(ctx, tx, wanted, request);
  // The key belongs to another request, so this throws and nothing is rotated.
  if (!inserted) return reissue(ctx, tx, request);
  const { token, ...issued } = inserted;
  const details = { replaces: id, grace_ends_at: graceEnd };
  await appendWithin(tx, COUNCIL_LOG, credentialRecord(ctx, "credential.rotated", issued, details), now);
  return { ...issued, token };
}

export async function rotateCredential(
  ctx: Context,
  { id, grace_seconds, idempotency_key }: RotateCredential & { id: string },
): Promise<IssuedCredential> {
  authorize(ctx.caller, "credential.manage");
  if (!isUuid(id)) throw notFound();
  return ctx.db.transaction(async (tx) => {
    await authorizeManage(ctx, tx, id);
    return rotateWithin(ctx, tx, { id, grace_seconds, idempotency_key });
  });
}

/**
 * Revokes a credential at once, with the successors that its holder made by rotating it: the next request with one of
 * their tokens is rejected. Successors that an operator made, and the caller's own credential, continue to work.
 * @throws ServiceError `notFound`; `conflict` if it is already revoked or is the last owner's
 */
export async function revokeCredential(ctx: Context, { id }: { id: string }): Promise<Credential> {
  authorize(ctx.caller, "credential.manage");
  if (!isUuid(id)) throw notFound();
  return ctx.db.transaction(async (tx) => {
    const isOperators = await authorizeManage(ctx, tx, id);
    await lockOwnerOf(tx, id);
    const revoke = () => revokeWithin(ctx, tx, id);
    return isOperators ? keepingAnOwner(ctx, tx, revoke) : revoke();
  });
}

async function revokeWithin(ctx: Context, tx: Transaction, id: string): Promise<Credential> {
  const now = ctx.clock();
  const [row] = await tx
    .update(credentials)
    .set({ revokedAt: now })
    .where(and(eq(credentials.id, id), isNull(credentials.revokedAt)))
    .returning();
  if (!row) return assertOwnerExists(tx, id, "This credential is already revoked.");
  const besides = credentialOf(ctx.caller);
  const successors = await endSuccessors(tx, { id, besides, now });
  const revoked = viewCredential(row);
  const acts = [
    credentialRecord(ctx, "credential.revoked", revoked),
    ...successors.map((one) => credentialRecord(ctx, "credential.revoked", viewCredential(one), { ended_with: id })),
  ];
  await appendAllWithin(tx, COUNCIL_LOG, acts, now);
  return revoked;
}
