import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { signingKey } from "@/lib/authority/keys";
import type { Database } from "@/lib/database/open";
import { settings } from "@/lib/foundation/env";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Returns a new secret in the form of Standard Webhooks. */
export const makeSecret = () => PREFIX + randomBytes(SECRET_BYTES).toString("base64");

/** Decodes a secret to its bytes. */
export const secretBytes = (secret: string) => Buffer.from(secret.slice(PREFIX.length), "base64");

/**
 * Returns the AES-256 key for stored secrets: the private seed of the Ed25519 key with the purpose `secrets`, which
 * signs nothing.
 */
async function encryptionKey(db: Database): Promise<Buffer> {
  const { key } = await signingKey(db, settings().SIGNING_KEY, "secrets");
  return Buffer.from(key.export({ format: "jwk" }).d ?? "", "base64url");
}

/** Encrypts a secret with AES-256-GCM: nonce, tag, ciphertext. @param id of its subscription; needed to decrypt it */
export async function sealSecret(db: Database, id: string, secret: string): Promise<Uint8Array> {
  const nonce = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", await encryptionKey(db), nonce).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts a secret. @returns null if another key encrypted it, or if the bytes were changed */
export async function openSecret(db: Database, id: string, sealed: Uint8Array): Promise<string | null> {
  const key = await encryptionKey(db);
  const bytes = Buffer.from(sealed);
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES)).setAAD(Buffer.from(id));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}
