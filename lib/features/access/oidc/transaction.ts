import { z } from "zod";
import type { Context } from "@/lib/authority/context";
import { openSecret, sealingKey, sealSecret, secretKeys } from "@/lib/authority/sealed-secrets";

/** How long a person has at the provider. */
export const TRANSACTION_SECONDS = 600;

/** The purpose that the encryption is bound to. */
const PURPOSE = "oidc";

/**
 * A sign-in that has begun. The browser keeps it in a cookie, encrypted, so the service stores nothing for strangers.
 */
const Transaction = z.object({
  state: z.string(),
  nonce: z.string(),
  /** The secret of PKCE (RFC 7636). */
  verifier: z.string(),
  /** The page to open afterwards. */
  to: z.string(),
  /** The console session of the browser at the start, which ends. */
  session: z.string().nullable(),
  /** The operator who adds an account at the provider; null for a usual sign-in. */
  operator: z.string().nullable(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});
export type Transaction = z.infer<typeof Transaction>;

export async function sealTransaction({ db }: Pick<Context, "db">, transaction: Transaction): Promise<string> {
  return Buffer.from(sealSecret(await sealingKey(db), PURPOSE, JSON.stringify(transaction))).toString("base64url");
}

/** Decrypts a transaction. @returns null if it was not sealed here, or has expired */
export async function openTransaction(
  { db, clock }: Pick<Context, "db" | "clock">,
  sealed: string | undefined,
): Promise<Transaction | null> {
  if (sealed === undefined) return null;
  const opened = openSecret(await secretKeys(db), PURPOSE, Buffer.from(sealed, "base64url"));
  if (opened === null) return null;
  const transaction = Transaction.parse(JSON.parse(opened));
  return transaction.expiresAt > clock().getTime() ? transaction : null;
}
