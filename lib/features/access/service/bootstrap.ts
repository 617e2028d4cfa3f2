import { randomUUID } from "node:crypto";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { hashToken, isPlausibleToken, makeToken } from "@/lib/authority/tokens";
import { lock } from "@/lib/database/locks";
import type { Transaction } from "@/lib/database/open";
import { type CredentialRow, credentials, operators } from "@/lib/database/schema/access";
import { actorName } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { hasOwner, insertOperator } from "./operators";

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

/** Returns the operator of a credential, as an owner who may sign in. */
async function ownerOf(ctx: Context, tx: Transaction, id: string, name: string): Promise<string> {
  const [known] = await tx.select({ operator: credentials.operator }).from(credentials).where(eq(credentials.id, id));
  if (!known?.operator) return insertOperator(ctx, tx, { name, role: "owner" });
  await tx.update(operators).set({ role: "owner", endedAt: null }).where(eq(operators.pseudonym, known.operator));
  return known.operator;
}

async function insertOwner(ctx: Context, tx: Transaction, id: string, token: string, name: string): Promise<void> {
  const createdAt = ctx.clock();
  const operator = await ownerOf(ctx, tx, id, name);
  const row = {
    id,
    kind: "operator" as const,
    operator,
    label: name,
    tokenHash: hashToken(token),
    createdAt,
    createdBy: "system",
  };
  await tx
    .insert(credentials)
    .values(row)
    .onConflictDoUpdate({
      target: credentials.id,
      set: { tokenHash: row.tokenHash, role: null, revokedAt: null, expiresAt: null, replacedBy: null },
    });
  const details = { credential_kind: "operator" };
  await appendWithin(
    tx,
    COUNCIL_LOG,
    { kind: "credential.issued", actor: actorName(ctx.caller), subject: id, details },
    createdAt,
  );
}

/** Makes the configured token work, unless it was issued to another owner or has ended. */
async function ensureConfigured(ctx: Context, tx: Transaction, token: string): Promise<void> {
  const known = await findByToken(tx, token);
  if (known && works(known, ctx.clock())) return;
  if (known && known.id !== ENVIRONMENT_ID) {
    ctx.log.warn(
      { credential: known.id },
      "OPERATOR_TOKEN: it was issued to another owner or has ended. Choose another",
    );
    return;
  }
  await insertOwner(ctx, tx, ENVIRONMENT_ID, token, "Operator from the settings");
}

/**
 * Makes sure that an owner exists: the configured token works, or, if there is no owner, creates one and stores the
 * token in `operator-token` (mode 0600). Instances that start at the same time create only one.
 * @returns the token to show, only if this start created it
 */
export async function ensureOperator(
  ctx: Context,
  configured: string | undefined,
  dataDir: string,
): Promise<string | null> {
  return ctx.db.transaction(async (tx) => {
    await lock(tx, "startup");
    if (configured !== undefined) await ensureConfigured(ctx, tx, configured);
    if (await hasOwner(tx, ctx.clock())) return null;
    const token = await fileToken(tx, dataDir);
    await insertOwner(ctx, tx, randomUUID(), token, "First operator");
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(tokenFile(dataDir), `${token}\n`, { mode: 0o600 });
    await chmod(tokenFile(dataDir), 0o600);
    return token;
  });
}
