import { and, eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { EXPIRING_DAYS, hashToken } from "@/lib/authority/tokens";
import type { Reader } from "@/lib/database/open";
import { type CredentialRow, credentials, sessions } from "@/lib/database/schema/access";
import { conflict, unauthenticated } from "@/lib/foundation/errors";
import { authorize, type Caller, credentialOf } from "@/lib/identity/permissions";
import type { IssuedCredential, OwnCredential, RotateOwn } from "../schema";
import { viewCredential } from "../view";
import { rotateWithin } from "./credentials";

const DAY_MILLISECONDS = 86_400_000;

/** Returns the id of the caller's credential. @throws ServiceError `unauthenticated` if there is none */
async function readOwn(db: Reader, caller: Caller): Promise<CredentialRow> {
  const id = credentialOf(caller);
  const [row] = id === null ? [] : await db.select().from(credentials).where(eq(credentials.id, id));
  if (!row) throw unauthenticated("This call requires a credential.");
  return row;
}

/** Returns the caller's credential, without the operators' notes about it. */
export async function getOwnCredential({ db, caller, clock }: Context): Promise<OwnCredential> {
  authorize(caller, "owner.read");
  const row = await readOwn(db, caller);
  const { label: _, created_by: __, ...own } = viewCredential(row);
  const left = row.expiresAt && row.expiresAt.getTime() - clock().getTime();
  return { ...own, expiring: row.replacedBy === null && left !== null && left < EXPIRING_DAYS * DAY_MILLISECONDS };
}

/**
 * Rotates the caller's credential. The successor has the same lifetime, from its issue on. The caller's session
 * continues with the new token; other sessions end with the old one.
 * @throws ServiceError `conflict` if it was already rotated, or `credential_id` names another
 */
export async function rotateOwnCredential(
  ctx: Context,
  { credential_id: expectedId, ...asked }: RotateOwn,
): Promise<IssuedCredential> {
  const { caller } = ctx;
  authorize(caller, "credential.rotate_own");
  return ctx.db.transaction(async (tx) => {
    const { id, createdAt, expiresAt, tokenHash } = await readOwn(tx, caller);
    if (expectedId !== undefined && expectedId !== id) throw conflict("This credential was already rotated.");
    const days = expiresAt && (expiresAt.getTime() - createdAt.getTime()) / DAY_MILLISECONDS;
    const issued = await rotateWithin(ctx, tx, { ...asked, id, days });
    const sessionId = "sessionId" in caller ? caller.sessionId : undefined;
    if (sessionId !== undefined) {
      await tx
        .update(sessions)
        .set({ tokenHash: hashToken(issued.token) })
        .where(and(eq(sessions.id, sessionId), eq(sessions.tokenHash, tokenHash)));
    }
    return issued;
  });
}
