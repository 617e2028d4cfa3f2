import { createPrivateKey } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database } from "@/lib/database/open";
import { settings } from "@/lib/foundation/env";
import { ServiceError } from "@/lib/foundation/errors";
import type { KeyPurpose } from "@/lib/identity/key-purpose";
import { keyFile } from "./key-file";
import { deriveKey, keptKey, parseSigningKey, type SigningKey, signingKey, signingKeyOf, USED_PURPOSES } from "./keys";

/** After this time without a use of it, no instance has a key as its present one. */
export const UNUSED_SECONDS = 180;
/** How long after the last such use the previous key signs beside the current one, and is waited for. */
export const OVERLAP_SECONDS = 86_400;
/** No instance signs for longer than this without recording the use. Far less than `UNUSED_SECONDS`. */
const RECORD_MILLISECONDS = 60_000;

const previous = new Map<KeyPurpose, SigningKey | undefined>();

async function readPreviousKey(db: Database, purpose: KeyPurpose): Promise<SigningKey | undefined> {
  const { SIGNING_KEY, SIGNING_KEY_PREVIOUS } = settings();
  if (SIGNING_KEY === undefined) return undefined;
  if (SIGNING_KEY_PREVIOUS !== undefined)
    return signingKeyOf(deriveKey(parseSigningKey(SIGNING_KEY_PREVIOUS), purpose), purpose);
  const kept = await keptKey(db, purpose, keyFile());
  return kept && signingKeyOf(createPrivateKey(kept.privateKey), purpose);
}

/**
 * Returns the key of a purpose that this instance has besides its present one: that of SIGNING_KEY_PREVIOUS, else the
 * newest kept one if SIGNING_KEY is set. Read once per process.
 */
export async function previousKey(db: Database, purpose: KeyPurpose): Promise<SigningKey | undefined> {
  if (!previous.has(purpose)) {
    const found = await readPreviousKey(db, purpose);
    const present = await signingKey(db, settings().SIGNING_KEY, purpose);
    previous.set(purpose, found?.kid === present.kid ? undefined : found);
  }
  return previous.get(purpose);
}

/** The state of one of this instance's keys. */
interface Use extends Record<string, unknown> {
  kid: string;
  retired: boolean;
  /** How long ago an instance last had it as its present key. */
  unused_seconds: number;
}

const textArray = (texts: readonly string[]) =>
  sql`array[${sql.join(
    texts.map((text) => sql`${text}`),
    sql`, `,
  )}]::text[]`;

/** Records that an instance uses keys. Keys that no instance has recorded, as before an upgrade, count as used now. */
const recordUses = (db: Database, kids: readonly string[]) =>
  db.execute(sql`
    insert into key_uses (kid, seen_at) select kid, now() from signing_keys order by kid
    on conflict (kid) do update set seen_at = excluded.seen_at where key_uses.kid = any(${textArray(kids)})`);

const readUses = (db: Database, kids: readonly string[]) =>
  db.execute<Use>(sql`
    select k.kid, k.last_size is not null as retired,
      extract(epoch from now() - coalesce(u.seen_at, now()))::float8 as unused_seconds
    from signing_keys k left join key_uses u using (kid) where k.kid = any(${textArray(kids)})`);

type Uses = ReadonlyMap<string, Use>;

const known = new WeakMap<Database, { atMilliseconds: number; uses: Promise<Uses> }>();

async function askUses(db: Database, otherwise: () => void): Promise<Uses> {
  const present: string[] = [];
  const others: string[] = [];
  for (const purpose of USED_PURPOSES) {
    present.push((await signingKey(db, settings().SIGNING_KEY, purpose)).kid);
    others.push((await previousKey(db, purpose))?.kid ?? "");
  }
  // First recorded, then read: a key that is not retired then is not retired as long as this instance may sign.
  await recordUses(db, present).catch(otherwise);
  const rows = await readUses(db, [...present, ...others]);
  return new Map(rows.map((row) => [row.kid, row]));
}

/**
 * Records that this instance uses its present keys, and reads which other keys are in use. If the database accepts no
 * writes, only reads, and remembers nothing: then another instance may retire its key.
 */
export function recordUse(db: Database): Promise<Uses> {
  const entry = { atMilliseconds: Date.now(), uses: askUses(db, () => known.delete(db)) };
  known.set(db, entry);
  entry.uses.catch(() => known.delete(db));
  return entry.uses;
}

/** Returns what was read at most a minute ago. */
function recentUses(db: Database): Promise<Uses> {
  const last = known.get(db);
  // The wall clock, because others do not count the time in which a machine was suspended.
  return last && Math.abs(Date.now() - last.atMilliseconds) < RECORD_MILLISECONDS ? last.uses : recordUse(db);
}

const assertUsable = (use: Use | undefined) => {
  if (use?.retired)
    throw new ServiceError("unavailable", "The signing key of this instance is retired. See npm run doctor.");
};

/**
 * Returns the present key, for a signature that is not published, as of a check. Records no use.
 * @throws ServiceError `unavailable` if another instance has retired it
 */
export async function trialSigner(db: Database, purpose: KeyPurpose): Promise<SigningKey> {
  const present = await signingKey(db, settings().SIGNING_KEY, purpose);
  assertUsable((await readUses(db, [present.kid]))[0]);
  return present;
}

/**
 * Returns the keys that sign for a purpose, the present one first. During a change of keys, and for a day after the last
 * instance that had only the previous key, that one signs too. May use the database, so do not call it in a transaction.
 * @throws ServiceError `unavailable` if another instance has retired the key of this one
 */
export async function signersFor(db: Database, purpose: KeyPurpose): Promise<[SigningKey, ...SigningKey[]]> {
  const present = await signingKey(db, settings().SIGNING_KEY, purpose);
  const uses = await recentUses(db);
  assertUsable(uses.get(present.kid));
  const before = await previousKey(db, purpose);
  const use = before && uses.get(before.kid);
  return before && use && !use.retired && use.unused_seconds < OVERLAP_SECONDS ? [present, before] : [present];
}

/** Returns whether some instance may have a key as its present one. */
export async function isInUse(db: Pick<Database, "execute">, kid: string): Promise<boolean> {
  const [row] = await db.execute<{ used: boolean }>(sql`
    select seen_at > now() - make_interval(secs => ${UNUSED_SECONDS}) as used from key_uses where kid = ${kid}`);
  return row?.used === true;
}
