import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from "node:crypto";
import type { Database } from "@/lib/database/open";
import { settings } from "@/lib/foundation/env";
import { isInUse, previousKey } from "./key-change";
import { type SigningKey, signingKey } from "./keys";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The keys with which this instance decrypts stored secrets. */
export interface SecretKeys {
  present: SigningKey;
  previous: SigningKey | undefined;
}

/** Returns the keys with the purpose `secrets`, which sign nothing. */
export async function secretKeys(db: Database): Promise<SecretKeys> {
  const present = await signingKey(db, settings().SIGNING_KEY, "secrets");
  return { present, previous: await previousKey(db, "secrets") };
}

/**
 * Returns the key that encrypts now: one that every instance has. During a change of keys, that is the previous key while an
 * instance may have only that one.
 */
export async function sealingKey(db: Database): Promise<SigningKey> {
  const { present, previous } = await secretKeys(db);
  return previous && (await isInUse(db, previous.kid)) ? previous : present;
}

/** Returns the AES-256 key: the private seed of the Ed25519 key. */
const encryptionKey = (key: KeyObject) => Buffer.from(key.export({ format: "jwk" }).d ?? "", "base64url");

/** Encrypts a secret with AES-256-GCM: nonce, tag, ciphertext. @param id of the record it belongs to; needed to decrypt it */
export function sealSecret({ key }: Pick<SigningKey, "key">, id: string, secret: string): Uint8Array {
  const nonce = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", encryptionKey(key), nonce).setAAD(Buffer.from(id));
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

function openWith({ key }: SigningKey, id: string, bytes: Buffer): string | null {
  try {
    const nonce = bytes.subarray(0, IV_BYTES);
    const decipher = createDecipheriv("aes-256-gcm", encryptionKey(key), nonce).setAAD(Buffer.from(id));
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** Decrypts a secret. @returns null if a key encrypted it that this instance does not have, or if the bytes were changed */
export function openSecret({ present, previous }: SecretKeys, id: string, sealed: Uint8Array): string | null {
  const bytes = Buffer.from(sealed);
  return openWith(present, id, bytes) ?? (previous ? openWith(previous, id, bytes) : null);
}
