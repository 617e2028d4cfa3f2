import { randomUUID } from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { hashToken, isPlausibleToken, makeToken } from "@/lib/authority/tokens";
import { lock } from "@/lib/database/locks";
import type { Transaction } from "@/lib/database/open";
import { type CredentialRow, credentials } from "@/lib/database/schema/access";
import { actorName } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";

/** The credential of OPERATOR_TOKEN: always one row, even if the setting changes between starts. */
const ENVIRONMENT_ID = "00000000-0000-4000-8000-000000000001";

/** The path at which the first start stores the operator's token. */
export const tokenFile = (dataDir: string) => path.join(dataDir, "operator-token");

const works = ({ kind, revokedAt, expiresAt }: CredentialRow, now: Date) =>
  kind === "operator" && revokedAt === null && (expiresAt === null || expiresAt > now);

async function findByToken(tx: Transaction, token: string): Promise<CredentialRow | undefined> {
  const [row] = await tx
    .select()
    .from(credentials)
    .where(eq(credentials.tokenHash, hashToken(token)));
  return row;
}

/** Returns the token in the file if it still works, else a new one. */
async function fileToken(tx: Transaction, dataDir: string): Promise<string> {
  const kept = (await readFile(tokenFile(dataDir), "utf8").catch(() => "")).trim();
  const usable = isPlausibleToken(kept) && (await findByToken(tx, kept)) === undefined;
  return usable ? kept : makeToken("operator");
}

async function insertOperator(ctx: Context, tx: Transaction, id: string, token: string, label: string): Promise<void> {
  const createdAt = ctx.clock();
  const row = { id, kind: "operator" as const, tokenHash: hashToken(token), label, createdAt, createdBy: "system" };
  await tx
    .insert(credentials)
    .values(row)
    .onConflictDoUpdate({
      target: credentials.id,
      set: { tokenHash: row.tokenHash, label, revokedAt: null, expiresAt: null, replacedBy: null },
    });
  const details = { credential_kind: "operator", label };
  await appendWithin(
    tx,
    COUNCIL_LOG,
    { kind: "credential.issued", actor: actorName(ctx.caller), subject: id, details },
    createdAt,
  );
}

/**
 * Makes the configured token work. @returns whether it works; it does not if it was issued to another owner or has
 * ended
 */
async function ensureConfigured(ctx: Context, tx: Transaction, token: string): Promise<boolean> {
  const known = await findByToken(tx, token);
  if (known && works(known, ctx.clock())) return true;
  if (known && known.id !== ENVIRONMENT_ID) {
    ctx.log.warn(
      { credential: known.id },
      "OPERATOR_TOKEN: it was issued to another owner or has ended. Choose another",
    );
    return false;
  }
  await insertOperator(ctx, tx, ENVIRONMENT_ID, token, "Operator from the settings");
  return true;
}

/**
 * Makes sure that an operator exists: the configured token works, or, if there is no operator, creates one and stores
 * its token in `operator-token` (mode 0600). Instances that start at the same time create only one.
 * @returns the token to show, only if this start created it
 */
export async function ensureOperator(
  ctx: Context,
  configured: string | undefined,
  dataDir: string,
): Promise<string | null> {
  return ctx.db.transaction(async (tx) => {
    await lock(tx, "startup");
    if (configured !== undefined && (await ensureConfigured(ctx, tx, configured))) return null;
    const operators = await tx.select().from(credentials).where(eq(credentials.kind, "operator"));
    if (operators.some((row) => works(row, ctx.clock()))) return null;
    const token = await fileToken(tx, dataDir);
    await insertOperator(ctx, tx, randomUUID(), token, "First operator");
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(tokenFile(dataDir), `${token}\n`, { mode: 0o600 });
    await chmod(tokenFile(dataDir), 0o600);
    return token;
  });
}
