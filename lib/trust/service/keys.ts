import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { desc, ne } from "drizzle-orm";
import { calculateJwkThumbprint, type JWK } from "jose";
import type { Database } from "@/lib/db/open";
import { signingKeys } from "@/lib/db/schema/trust";
import { lockStartup } from "@/lib/db/startup-lock";

export interface SigningKey {
  kid: string;
  key: KeyObject;
}

/**
 * Reads an Ed25519 private key: PKCS #8, as PEM (line breaks may be written `\n`) or as base64 of its DER.
 * @throws Error that names the setting
 */
export function parseSigningKey(text: string): KeyObject {
  try {
    const pem = text.includes("-----BEGIN") ? text.replaceAll("\\n", "\n") : undefined;
    const key = pem
      ? createPrivateKey(pem)
      : createPrivateKey({ key: Buffer.from(text, "base64"), format: "der", type: "pkcs8" });
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Said below, without the text.
  }
  throw new Error("SIGNING_KEY: must be an Ed25519 private key, PKCS #8 as PEM or as base64 of its DER");
}

async function publicPart(key: KeyObject): Promise<{ kid: string; publicKey: JWK }> {
  const publicKey = createPublicKey(key).export({ format: "jwk" }) as JWK;
  return { kid: await calculateJwkThumbprint(publicKey), publicKey };
}

/** Puts the configured key on record, or makes one at the very first start. The setting's private part is not stored. */
export async function ensureSigningKey(db: Database, configured: string | undefined, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await lockStartup(tx);
    if (configured === undefined) {
      const [usable] = await tx.select().from(signingKeys).where(ne(signingKeys.privateKey, "")).limit(1);
      if (usable) return;
    }
    const key = configured === undefined ? generateKeyPairSync("ed25519").privateKey : parseSigningKey(configured);
    const privateKey = configured === undefined ? key.export({ format: "pem", type: "pkcs8" }).toString() : "";
    await tx
      .insert(signingKeys)
      .values({ ...(await publicPart(key)), privateKey, createdAt: now })
      .onConflictDoNothing();
  });
}

let current: SigningKey | undefined;

/** The key that signs: the configured one, else the newest kept in the database. Read once per process. */
export async function signingKey(db: Database, configured: string | undefined): Promise<SigningKey> {
  if (current) return current;
  if (configured !== undefined) {
    const key = parseSigningKey(configured);
    current = { key, kid: (await publicPart(key)).kid };
    return current;
  }
  const [row] = await db
    .select()
    .from(signingKeys)
    .where(ne(signingKeys.privateKey, ""))
    .orderBy(desc(signingKeys.createdAt))
    .limit(1);
  if (!row) throw new Error("no signing key: start-up has not finished");
  current = { kid: row.kid, key: createPrivateKey(row.privateKey) };
  return current;
}

/** Every public key that ever signed here, 32 bytes each. */
export async function rawKeys(db: Database): Promise<Uint8Array<ArrayBuffer>[]> {
  const rows = await db.select({ publicKey: signingKeys.publicKey }).from(signingKeys);
  return rows.map(({ publicKey: { x = "" } }) => new Uint8Array(Buffer.from(x, "base64url")));
}
