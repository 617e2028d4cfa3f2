import { createHash, randomInt } from "node:crypto";
import { and, eq, gt, isNotNull, lt, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { digests, operatorEmails } from "@/lib/database/schema/work";
import { conflict, invalid, operatorOnly, ServiceError } from "@/lib/foundation/errors";
import { authorize, isOperator } from "@/lib/identity/permissions";
import { sendEmail, sendsMail } from "@/lib/outgoing/mail";
import { codeLetter } from "../letter";
import type { ChooseDigest, OwnDigest, ProveEmail } from "../schema";

const CODE_MILLISECONDS = 3_600_000;
const MAX_TRIES = 5;

/** Returns the caller's pseudonym. @throws ServiceError `operatorOnly` */
function ownName({ caller }: Pick<Context, "caller">): string {
  authorize(caller, "work.read");
  if (!isOperator(caller)) throw operatorOnly();
  return caller.operator;
}

const hashOf = (operator: string, code: string) => createHash("sha256").update(`${operator} ${code}`).digest("hex");

/** Returns how the caller is told what waits. */
export async function readOwnDigest(ctx: Context): Promise<OwnDigest> {
  const operator = ownName(ctx);
  const [row] = await ctx.db
    .select({ email: operatorEmails, failedAt: digests.failedAt })
    .from(operatorEmails)
    .leftJoin(digests, eq(digests.recipient, operatorEmails.operator))
    .where(eq(operatorEmails.operator, operator));
  const { address = "", every = "hour", provenAt = null } = row?.email ?? {};
  return {
    ...{ sends: sendsMail(), email: address, every, proven: provenAt !== null },
    failed_at: row?.failedAt?.toISOString() ?? null,
  };
}

/**
 * Stores how often the caller is told, and at which address. A new address gets a code first.
 * @throws ServiceError `unavailable` if no mail server is set
 */
export async function chooseDigest(ctx: Context, { email: address, every }: ChooseDigest): Promise<OwnDigest> {
  const operator = ownName(ctx);
  if (!sendsMail()) throw new ServiceError("unavailable", "No e-mail can be sent: SMTP_URL is not set.");
  const same = await ctx.db
    .update(operatorEmails)
    .set({ every })
    .where(
      and(
        eq(operatorEmails.operator, operator),
        eq(operatorEmails.address, address),
        isNotNull(operatorEmails.provenAt),
      ),
    )
    .returning();
  if (same.length > 0) return readOwnDigest(ctx);
  const code = String(randomInt(10 ** 8)).padStart(8, "0");
  const asked = {
    ...{ address, every, provenAt: null, codeHash: hashOf(operator, code), codeTries: 0 },
    codeExpiresAt: new Date(ctx.clock().getTime() + CODE_MILLISECONDS),
  };
  await ctx.db
    .insert(operatorEmails)
    .values({ operator, ...asked })
    .onConflictDoUpdate({ target: operatorEmails.operator, set: asked });
  sendEmail(ctx, codeLetter(address, code, every));
  return readOwnDigest(ctx);
}

/**
 * Proves the caller's address with the code that was sent there. Five wrong codes end it.
 * @throws ServiceError `invalid` if the code is wrong; `conflict` if it has ended
 */
export async function proveEmail(ctx: Context, { code }: ProveEmail): Promise<OwnDigest> {
  const operator = ownName(ctx);
  const now = ctx.clock();
  // One statement counts the attempt, so concurrent ones cannot share it.
  const [tried] = await ctx.db
    .update(operatorEmails)
    .set({ codeTries: sql`${operatorEmails.codeTries} + 1` })
    .where(
      and(
        eq(operatorEmails.operator, operator),
        lt(operatorEmails.codeTries, MAX_TRIES),
        gt(operatorEmails.codeExpiresAt, now),
      ),
    )
    .returning();
  if (!tried?.codeHash) throw conflict("The code has expired, or was tried too often. Request a new one.");
  if (tried.codeHash !== hashOf(operator, code))
    throw invalid("This is not the code of the e-mail.", { field: "code" });
  await ctx.db.transaction(async (tx) => {
    const proven = { provenAt: now, codeHash: null, codeExpiresAt: null };
    await tx
      .update(operatorEmails)
      .set(proven)
      .where(and(eq(operatorEmails.operator, operator), eq(operatorEmails.codeHash, tried.codeHash ?? "")));
    const from = { toldAt: now, critical: [], criticalAt: null, failedAt: null };
    await tx
      .insert(digests)
      .values({ recipient: operator, ...from })
      .onConflictDoUpdate({ target: digests.recipient, set: from });
  });
  return readOwnDigest(ctx);
}

/** Ends the caller's digests, and forgets the address. */
export async function endDigest(ctx: Context): Promise<OwnDigest> {
  const operator = ownName(ctx);
  await ctx.db.delete(operatorEmails).where(eq(operatorEmails.operator, operator));
  await ctx.db.delete(digests).where(eq(digests.recipient, operator));
  return readOwnDigest(ctx);
}
