import { and, eq, inArray, lt, ne, sql } from "drizzle-orm";
import { secondsFromNow } from "@/lib/database/leases";
import type { Reader, Transaction } from "@/lib/database/open";
import { logCosignatures } from "@/lib/database/schema/witness";
import { type Settings, settings } from "@/lib/foundation/env";
import { type Cosignature, newestWithQuorum, type Received, type Witnessed, withCosignatures } from "../rules";

export type WitnessSettings = Pick<Settings, "WITNESSES" | "WITNESS_QUORUM">;

/** How long all cosignatures are kept, because a slow witness may still make a quorum of them. Longer than an exchange takes. */
const KEEP_SECONDS = 30;

/** Returns how many witnesses must cosign a checkpoint; 0 if there are no witnesses. */
export const quorumOf = ({ WITNESSES, WITNESS_QUORUM }: WitnessSettings): number => WITNESS_QUORUM ?? WITNESSES.length;

/** Reads the cosignatures of a log, of the witnesses in the settings. Without witnesses, reads nothing. */
export async function listCosignatures(
  db: Reader,
  log: string,
  { WITNESSES }: Pick<WitnessSettings, "WITNESSES"> = settings(),
): Promise<Received[]> {
  if (WITNESSES.length === 0) return [];
  const keys = WITNESSES.map(({ key }) => key.text);
  return db
    .select()
    .from(logCosignatures)
    .where(and(eq(logCosignatures.log, log), inArray(logCosignatures.witness, keys)))
    .orderBy(logCosignatures.witness);
}

/** Reads the newest checkpoint of a log with a quorum; undefined if there is none. */
export async function readWitnessedCheckpoint(
  db: Reader,
  log: string,
  config: WitnessSettings = settings(),
): Promise<Witnessed | undefined> {
  return newestWithQuorum(await listCosignatures(db, log, config), quorumOf(config));
}

/** Adds to a log's checkpoint the lines of the witnesses that cosigned exactly this one. */
export async function addCosignatures(db: Reader, log: string, note: string): Promise<string> {
  return withCosignatures(note, await listCosignatures(db, log));
}

/** Stores a cosignature. Deletes those that are neither their witness's newest, nor of the newest quorum, nor recent. */
export async function storeCosignature(
  tx: Transaction,
  log: string,
  cosignature: Cosignature,
  config: WitnessSettings = settings(),
): Promise<void> {
  const { witness, size, ...rest } = cosignature;
  const { log: ofLog, witness: ofWitness, size: ofSize, receivedAt } = logCosignatures;
  await tx
    .insert(logCosignatures)
    .values({ log, ...cosignature })
    .onConflictDoUpdate({ target: [ofLog, ofWitness, ofSize], set: { ...rest, receivedAt: sql`now()` } });
  const witnessed = await readWitnessedCheckpoint(tx, log, config);
  await tx.delete(logCosignatures).where(
    and(
      eq(ofLog, log),
      lt(receivedAt, secondsFromNow(-KEEP_SECONDS)),
      witnessed && ne(ofSize, witnessed.size),
      sql`${ofSize} < (select max(newer.size) from ${logCosignatures} as newer
        where newer.log = ${ofLog} and newer.witness = ${ofWitness})`,
    ),
  );
}
