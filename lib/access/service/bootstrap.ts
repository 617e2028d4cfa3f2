import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { and, eq, isNull } from "drizzle-orm";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/open";
import { credentials } from "@/lib/db/schema/access";
import { lockStartup } from "@/lib/db/startup-lock";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { actorName } from "@/lib/permissions";
import { hashToken, isPlausibleToken, makeToken } from "../rules";

/** The credential that stands for OPERATOR_TOKEN: one row, whatever the setting says from start to start. */
const ENVIRONMENT_ID = "00000000-0000-4000-8000-000000000001";

/** Where the first start leaves the operator's token. */
export const tokenFile = (dataDir: string) => path.join(dataDir, "operator-token");

async function fileToken(dataDir: string): Promise<string> {
  const kept = await readFile(tokenFile(dataDir), "utf8").catch(() => "");
  return isPlausibleToken(kept.trim()) ? kept.trim() : makeToken("operator");
}

async function insertOperator(ctx: Context, tx: Transaction, id: string, token: string, label: string): Promise<void> {
  const createdAt = ctx.clock();
  const row = { id, kind: "operator" as const, tokenHash: hashToken(token), label, createdAt, createdBy: "system" };
  await tx
    .insert(credentials)
    .values(row)
    .onConflictDoUpdate({ target: credentials.id, set: { tokenHash: row.tokenHash, revokedAt: null } });
  const details = { credential_kind: "operator", label };
  await appendWithin(
    tx,
    COUNCIL_LOG,
    { kind: "credential.issued", actor: actorName(ctx.caller), subject: id, details },
    createdAt,
  );
}

/**
 * Sees to it that somebody can operate the service: the configured token works, or the very first start makes one and
 * leaves it in `operator-token` (mode 0600). Instances that start at once agree on one.
 * @returns the token to show, only where this start made it
 */
export async function ensureOperator(
  ctx: Context,
  configured: string | undefined,
  dataDir: string,
): Promise<string | null> {
  return ctx.db.transaction(async (tx) => {
    await lockStartup(tx);
    const working = and(eq(credentials.kind, "operator"), isNull(credentials.revokedAt));
    const operators = await tx.select({ hash: credentials.tokenHash }).from(credentials).where(working);
    if (configured !== undefined) {
      const known = operators.some(({ hash }) => hash === hashToken(configured));
      if (!known) await insertOperator(ctx, tx, ENVIRONMENT_ID, configured, "OPERATOR_TOKEN");
      return null;
    }
    if (operators.length > 0) return null;
    const token = await fileToken(dataDir);
    await insertOperator(ctx, tx, randomUUID(), token, "first start");
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await writeFile(tokenFile(dataDir), `${token}\n`, { mode: 0o600 });
    return token;
  });
}
