import { sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { OVERLAP_SECONDS, previousKey, UNUSED_SECONDS } from "@/lib/authority/key-change";
import { keyFile } from "@/lib/authority/key-file";
import { isKeyInClear, signingKey } from "@/lib/authority/keys";
import { settings } from "@/lib/foundation/env";
import { type Finding, failed, ok, warning } from "./finding";

const ABOUT = "signing key";
const CLEAR = "clear the old ones: UPDATE signing_keys SET private_key = ''; VACUUM FULL signing_keys;";

interface KeyState extends Record<string, unknown> {
  kid: string;
  retired: boolean;
  /** Whether it was added after the present key. */
  newer: boolean;
  /** How long ago an instance last had it as its present key; null if none has recorded it. */
  unused_seconds: number | null;
}

/** Reads the keys of the logs, and those that encrypt. It records no use, because the doctor signs nothing. */
const readKeys = ({ db }: Context, present: string) =>
  db.execute<KeyState>(sql`
    select k.kid, k.last_size is not null as retired, k.created_at > p.created_at as newer,
      extract(epoch from now() - u.seen_at)::float8 as unused_seconds
    from signing_keys k left join key_uses u using (kid) left join signing_keys p on p.kid = ${present}
    where 'log' = any(k.purposes) or 'secrets' = any(k.purposes)`);

/**
 * Counts the webhooks whose secret needs the previous key, or was encrypted by an earlier build, and those whose key is not
 * here, by that key.
 */
async function countSecrets({ db }: Context, present: string, previous: string) {
  const rows = await db.execute<{ kid: string | null; count: number }>(sql`
    select sealed_with as kid, count(*)::int as count from webhooks
    where state <> 'disabled' and sealed_with is distinct from ${present} group by sealed_with order by count desc`);
  return {
    ofPrevious: rows.reduce((sum, { kid, count }) => sum + (kid === null || kid === previous ? count : 0), 0),
    foreign: rows.find(({ kid }) => kid !== null && kid !== previous),
  };
}

const webhooks = (count: number) => `${count} ${count === 1 ? "webhook" : "webhooks"}`;

/** Reports the keys in the database in clear. @param until when the old ones are no longer needed */
function inClear(kid: string, until: string | undefined): Finding {
  const { SIGNING_KEY, DATABASE_URL } = settings();
  if (DATABASE_URL === undefined) {
    const says = `${kid}; private keys are in the database in clear.`;
    return warning(ABOUT, says, "Restart the service: it moves them to a file.");
  }
  const says = `${kid}; private keys are in the database in clear. Anyone who reads it or a dump of it can sign as this service.`;
  if (SIGNING_KEY === undefined) {
    return warning(ABOUT, says, `Run npm run keys -- new, set SIGNING_KEY and restart. A day later, ${CLEAR}`);
  }
  if (until === undefined) return warning(ABOUT, says, `Now that SIGNING_KEY is set, ${CLEAR}`);
  return warning(ABOUT, `${says} The change to SIGNING_KEY needs the old ones until ${until}.`, `Then ${CLEAR}`);
}

/** Reports the key that signs, and the state of a change of keys. */
export async function examineSigningKey(ctx: Context): Promise<Finding> {
  const { db, clock } = ctx;
  const { SIGNING_KEY, SIGNING_KEY_PREVIOUS } = settings();
  const [log, secrets] = [await signingKey(db, SIGNING_KEY, "log"), await signingKey(db, SIGNING_KEY, "secrets")];
  const [oldLog, oldSecrets] = [await previousKey(db, "log"), await previousKey(db, "secrets")];
  const keys = await readKeys(ctx, log.kid);
  const stateOf = (kid = "") => keys.find((key) => key.kid === kid);
  const isSeen = (key: KeyState | undefined, seconds: number) =>
    (key?.unused_seconds ?? Number.POSITIVE_INFINITY) < seconds;
  const previous = oldLog?.kid ?? oldSecrets?.kid;

  if (SIGNING_KEY_PREVIOUS !== undefined && !stateOf(previous))
    return failed(ABOUT, "SIGNING_KEY_PREVIOUS never signed here.", "Set the key that was SIGNING_KEY before.");
  const others = keys.filter(
    ({ kid, retired }) => !retired && ![log.kid, secrets.kid, oldLog?.kid, oldSecrets?.kid].includes(kid),
  );
  const isNew = !stateOf(log.kid);
  if (isNew && previous === undefined && others.some((key) => isSeen(key, OVERLAP_SECONDS))) {
    const remedy = "First set SIGNING_KEY_PREVIOUS to the key that signs now.";
    return warning(ABOUT, `${log.kid} never signed here, and the previous key is not set.`, remedy);
  }
  if (stateOf(log.kid)?.retired)
    return failed(
      ABOUT,
      `${log.kid} is retired, so its checkpoints would be refused.`,
      "Set the key that the other instances have, or a new one.",
    );
  if (others.some((key) => key.newer && isSeen(key, UNUSED_SECONDS)))
    return warning(
      ABOUT,
      `${log.kid}; another instance has a newer key.`,
      "Set SIGNING_KEY to the newer key and SIGNING_KEY_PREVIOUS to this one, and restart.",
    );

  const { ofPrevious, foreign } = await countSecrets(ctx, secrets.kid, oldSecrets?.kid ?? "");
  if (foreign && !isSeen(stateOf(foreign.kid ?? undefined), UNUSED_SECONDS)) {
    const remedy =
      "Set SIGNING_KEY_PREVIOUS to the previous key and restart. If that key is lost, the owners must rotate the secrets of their webhooks.";
    return warning(
      ABOUT,
      `${log.kid}; ${webhooks(foreign.count)} cannot be delivered, because their secrets need an older key.`,
      remedy,
    );
  }
  const of = SIGNING_KEY === undefined ? keyFile() : "SIGNING_KEY";
  const old = stateOf(oldSecrets?.kid);
  const unused = old?.unused_seconds ?? Number.POSITIVE_INFINITY;
  const until =
    unused < OVERLAP_SECONDS
      ? new Date(clock().getTime() + (OVERLAP_SECONDS - unused) * 1_000).toISOString()
      : undefined;
  if (await isKeyInClear({ db })) return inClear(log.kid, until);
  if (isNew && previous !== undefined)
    return ok(ABOUT, `${log.kid}, of ${of}. The next start begins the change from ${previous}.`);
  if (SIGNING_KEY_PREVIOUS === undefined) return ok(ABOUT, `${log.kid}, of ${of}.`);

  const change = `${log.kid}, in a change from ${previous}`;
  if (unused < UNUSED_SECONDS)
    return warning(
      ABOUT,
      `${change}. An instance that may have only the old key was seen ${Math.round(unused)} seconds ago.`,
      "Restart every instance with both keys. The change continues three minutes after the last such instance has stopped.",
    );
  if (ofPrevious > 0)
    return ok(
      ABOUT,
      `${change}. No instance has only the old key. The secrets of ${webhooks(ofPrevious)} are encrypted again within a minute.`,
    );
  if (until !== undefined)
    return ok(ABOUT, `${change}. Both sign until ${until}. Then remove SIGNING_KEY_PREVIOUS and restart.`);
  return warning(
    ABOUT,
    `${log.kid}; the change from ${previous} is complete.`,
    "Remove SIGNING_KEY_PREVIOUS and restart each instance.",
  );
}
