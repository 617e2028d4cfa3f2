import { createPrivateKey, createPublicKey, generateKeyPairSync, hkdfSync, type KeyObject } from "node:crypto";
import { and, arrayContains, desc, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { calculateJwkThumbprint, type JWK } from "jose";
import type { Context } from "@/lib/authority/context";
import type { KeySet, PublishedKey } from "@/lib/authority/key-set";
import { lock } from "@/lib/database/locks";
import type { Database, Reader, Transaction } from "@/lib/database/open";
import { signingKeys } from "@/lib/database/schema/trust";
import { log } from "@/lib/foundation/log";
import type { KeyPurpose } from "@/lib/identity/key-purpose";
import { addToKeyFile, keyFile, readKeyFile } from "./key-file";

/** The purposes for which this build signs or encrypts. Every start makes sure that each has a key. */
export const USED_PURPOSES: readonly KeyPurpose[] = ["log", "statement", "webhook", "witness", "secrets"];
/** The bytes before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410, 7). */
const PKCS8 = Buffer.from("302e020100300506032b657004220420", "hex");

export interface SigningKey {
  kid: string;
  key: KeyObject;
  published: PublishedKey;
}

const UNUSABLE = {
  misused:
    "SIGNING_KEY: this key was made here for another purpose, so its checkpoints would not be accepted. Set another key.",
  retired:
    "SIGNING_KEY: this key is retired, so its checkpoints would not be accepted. Set the key that the other instances have, or a new one.",
  foreign:
    "SIGNING_KEY_PREVIOUS: this key never signed here. Set the key that was SIGNING_KEY before, or remove the setting.",
} as const;

/** Thrown if nobody would accept the signatures of a configured key. A retry does not help. */
export class UnusableSigningKey extends Error {
  override readonly name = "UnusableSigningKey";

  constructor(why: keyof typeof UNUSABLE) {
    super(UNUSABLE[why]);
  }
}

/**
 * Reads an Ed25519 private key: PKCS #8, as PEM (line breaks may be written as `\n`) or as base64 of its DER.
 * @throws Error that names the setting
 */
export function parseSigningKey(text: string, setting = "SIGNING_KEY"): KeyObject {
  try {
    const pem = text.includes("-----BEGIN") ? text.replaceAll("\\n", "\n") : undefined;
    const key = pem
      ? createPrivateKey(pem)
      : createPrivateKey({ key: Buffer.from(text, "base64"), format: "der", type: "pkcs8" });
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch {
    // Reported below, without the key's text.
  }
  throw new Error(`${setting}: must be an Ed25519 private key, PKCS #8 as PEM or as base64 of its DER`);
}

/**
 * Derives the key of a purpose from the configured key (HKDF-SHA256, RFC 5869). For the logs, returns the configured
 * key itself.
 */
export function deriveKey(configured: KeyObject, purpose: KeyPurpose): KeyObject {
  if (purpose === "log") return configured;
  const seed = Buffer.from(configured.export({ format: "jwk" }).d ?? "", "base64url");
  const derived = hkdfSync("sha256", seed, "", `fgs/key/v1/${purpose}`, 32);
  return createPrivateKey({ key: Buffer.concat([PKCS8, Buffer.from(derived)]), format: "der", type: "pkcs8" });
}

async function publicPart(key: KeyObject): Promise<{ kid: string; publicKey: JWK }> {
  const publicKey = createPublicKey(key).export({ format: "jwk" }) as JWK;
  return { kid: await calculateJwkThumbprint(publicKey), publicKey };
}

/**
 * Selects the keys that sign for a purpose. Keys from before purposes existed are now only for the logs, although they
 * also signed statements.
 */
function isFor(purpose: KeyPurpose): SQL {
  return purpose === "log" ? arrayContains(signingKeys.purposes, [purpose]) : eq(signingKeys.purposes, [purpose]);
}

type KeptKey = typeof signingKeys.$inferSelect;

/** Reads the newest key of a purpose that is not retired, and whose private part is in its row or in the file. */
export async function keptKey(db: Reader, purpose: KeyPurpose, file: string | undefined): Promise<KeptKey | undefined> {
  const rows = await db
    .select()
    .from(signingKeys)
    .where(and(isFor(purpose), isNull(signingKeys.lastSize)))
    .orderBy(desc(signingKeys.createdAt));
  // Without a key in the database, there is none in the file.
  const privateKeys = file === undefined || rows.length === 0 ? undefined : await readKeyFile(file);
  for (const row of rows) {
    const privateKey = row.privateKey || privateKeys?.get(row.kid);
    if (privateKey) return { ...row, privateKey };
  }
  return undefined;
}

/** Makes a key of a purpose, if none is kept. @returns its kid, or undefined if one is kept */
async function keepNewKey(tx: Transaction, purpose: KeyPurpose, now: Date, file: string | undefined) {
  if (await keptKey(tx, purpose, file)) return undefined;
  if ((await tx.$count(signingKeys, isFor(purpose))) > 0) {
    log().warn(
      { event: "new_signing_key", purpose },
      "the earlier key is retired, or its private part is not here; a new key is made",
    );
  }
  const key = generateKeyPairSync("ed25519").privateKey;
  const privateKey = key.export({ format: "pem", type: "pkcs8" }).toString();
  const published = await publicPart(key);
  // Before its row, so no row lacks its private part.
  if (file !== undefined) await addToKeyFile(file, new Map([[published.kid, privateKey]]));
  // A build from before purposes signs checkpoints with the newest stored key, so that key must remain a key of the
  // logs.
  const logKey = purpose === "log" ? undefined : await keptKey(tx, "log", file);
  const createdAt = logKey ? new Date(logKey.createdAt.getTime() - 1) : now;
  const inRow = file === undefined ? privateKey : "";
  await tx.insert(signingKeys).values({ ...published, privateKey: inRow, purposes: [purpose], createdAt });
  return published.kid;
}

/**
 * Moves private keys of the embedded database to the file. They are on the disk before they leave the database, so after a
 * crash in between they are in both, and the next start removes them here.
 * @returns whether there were any
 */
async function moveToFile(tx: Transaction, file: string): Promise<boolean> {
  const rows = await tx.select().from(signingKeys).where(ne(signingKeys.privateKey, ""));
  if (rows.length === 0) return false;
  await addToKeyFile(file, new Map(rows.map(({ kid, privateKey }) => [kid, privateKey])));
  await tx.update(signingKeys).set({ privateKey: "" }).where(ne(signingKeys.privateKey, ""));
  return true;
}

/** Records the key of a purpose. @returns its kid, or undefined if it was recorded before */
async function recordConfiguredKey(tx: Transaction, configured: KeyObject, purpose: KeyPurpose, now: Date) {
  const { kid, publicKey } = await publicPart(deriveKey(configured, purpose));
  const row = { kid, publicKey, privateKey: "", purposes: [purpose], createdAt: now };
  const [added] = await tx.insert(signingKeys).values(row).onConflictDoNothing().returning({ kid: signingKeys.kid });
  const [found] = await tx
    .select()
    .from(signingKeys)
    .where(and(eq(signingKeys.kid, kid), isFor(purpose)));
  if (!found) throw new UnusableSigningKey("misused");
  if (found.lastSize !== null) throw new UnusableSigningKey("retired");
  return added?.kid;
}

async function assertSignedHere(tx: Transaction, previous: KeyObject): Promise<void> {
  const { kid } = await publicPart(previous);
  if ((await tx.$count(signingKeys, and(eq(signingKeys.kid, kid), isFor("log")))) === 0)
    throw new UnusableSigningKey("foreign");
}

/** The comment of the table while its file may contain private keys that were moved. */
const REWRITE = "must be rewritten";

export interface AddedKey {
  kid: string;
  purpose: KeyPurpose;
}

interface EnsureOptions {
  /** For the private parts, with the embedded database; undefined: they are in their rows. */
  file?: string | undefined;
  /** SIGNING_KEY_PREVIOUS. */
  previous?: string | undefined;
  /** Called in the transaction for each published key that follows an earlier one of its purpose. */
  onAdded?: (tx: Transaction, added: AddedKey) => Promise<void>;
}

/**
 * Stores a key of each purpose: those derived from SIGNING_KEY, without their private part, or else generated ones if
 * there are none. A lock lets only one starting instance do this at a time.
 * @throws UnusableSigningKey
 */
export async function ensureSigningKey(
  db: Database,
  configured: string | undefined,
  now: Date,
  { file, previous, onAdded }: EnsureOptions = {},
): Promise<void> {
  const mustRewrite = await db.transaction(async (tx) => {
    await lock(tx, "startup");
    // The mark is committed with the move, so a crash before the rewrite forgets nothing.
    if (file !== undefined && (await moveToFile(tx, file)))
      await tx.execute(sql`comment on table signing_keys is ${sql.raw(`'${REWRITE}'`)}`);
    const key = configured === undefined ? undefined : parseSigningKey(configured);
    if (previous !== undefined) await assertSignedHere(tx, parseSigningKey(previous, "SIGNING_KEY_PREVIOUS"));
    for (const purpose of USED_PURPOSES) {
      const isChange = (await tx.$count(signingKeys, isFor(purpose))) > 0;
      const kid = key ? await recordConfiguredKey(tx, key, purpose, now) : await keepNewKey(tx, purpose, now, file);
      if (kid !== undefined && isChange && purpose !== "secrets") await onAdded?.(tx, { kid, purpose });
    }
    const [row] = await tx.execute<{ mark: string | null }>(
      sql`select obj_description('signing_keys'::regclass, 'pg_class') as mark`,
    );
    return row?.mark === REWRITE;
  });
  if (!mustRewrite) return;
  // The table's file has the old rows until then.
  await db.execute(sql`vacuum full signing_keys`);
  await db.execute(sql`comment on table signing_keys is null`);
}

/** Returns whether private keys are in the database in clear. Then anybody who reads it or a dump of it can sign. */
export const isKeyInClear = async ({ db }: Pick<Context, "db">): Promise<boolean> =>
  (await db.$count(signingKeys, ne(signingKeys.privateKey, ""))) > 0;

const present = new Map<KeyPurpose, SigningKey>();

/** Returns a private key of a purpose with its public part. */
export async function signingKeyOf(key: KeyObject, purpose: KeyPurpose): Promise<SigningKey> {
  const { kid, publicKey } = await publicPart(key);
  return { kid, key, published: publishedKey({ kid, publicKey, purposes: [purpose], lastSize: null }) };
}

/**
 * Returns the key that signs for a purpose: the one of SIGNING_KEY, else the newest kept one. Read once per process.
 */
export async function signingKey(
  db: Database,
  configured: string | undefined,
  purpose: KeyPurpose,
): Promise<SigningKey> {
  const known = present.get(purpose);
  if (known) return known;
  const kept = configured === undefined ? await keptKey(db, purpose, keyFile()) : undefined;
  if (configured === undefined && !kept) throw new Error(`no key for ${purpose}: start-up has not finished`);
  const key = kept ? createPrivateKey(kept.privateKey) : deriveKey(parseSigningKey(configured ?? ""), purpose);
  const signer = await signingKeyOf(key, purpose);
  present.set(purpose, signer);
  return signer;
}

type PublicRow = Pick<typeof signingKeys.$inferSelect, "kid" | "publicKey" | "purposes" | "lastSize">;

function publishedKey({ kid, publicKey: { x = "" }, purposes, lastSize }: PublicRow): PublishedKey {
  const retired = lastSize === null ? {} : { last_size: lastSize };
  return { kty: "OKP", crv: "Ed25519", x, kid, alg: "EdDSA", use: "sig", purposes, ...retired };
}

/** Returns every public key that this service ever signed with, newest first, as a JSON Web Key Set (RFC 7517). */
export async function listKeys({ db }: Pick<Context, "db">): Promise<KeySet> {
  const rows = await db.select().from(signingKeys).orderBy(desc(signingKeys.createdAt), signingKeys.kid);
  // A key for secrets signs nothing.
  return { keys: rows.map(publishedKey).filter(({ purposes }) => !purposes.includes("secrets")) };
}

/**
 * How long a statement key is still valid after a newer one exists: longer than anything that it signed, and longer
 * than any roll-out.
 */
const OVERLAP_MILLISECONDS = 86_400_000;

/**
 * Returns the public keys that are valid for statements and credentials now, newest first: the present signing key, and
 * each older key until a day after a newer one was added. So a stolen key becomes invalid for verifiers that read the
 * DID document.
 */
export async function assertingKeys(db: Database, configured: string | undefined, now: Date): Promise<PublishedKey[]> {
  const present = await signingKey(db, configured, "statement");
  const rows = await db.select().from(signingKeys).where(isFor("statement")).orderBy(desc(signingKeys.createdAt));
  const since = new Date(now.getTime() - OVERLAP_MILLISECONDS);
  const asserts = ({ kid }: PublicRow, newer?: { createdAt: Date }) =>
    kid === present.kid || newer === undefined || newer.createdAt > since;
  return rows.filter((row, index) => asserts(row, rows[index - 1])).map(publishedKey);
}
