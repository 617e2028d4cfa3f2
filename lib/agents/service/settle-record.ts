import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/open";
import { invalid } from "@/lib/errors";
import type { AssessedAgent } from "@/lib/trust/rules";
import { recordTierChanges, refreshTrust } from "@/lib/trust/service/standing";
import { indexSkills, prepareSkills } from "@/lib/vectors/service/index-skills";
import { servingEmbedder } from "@/lib/vectors/service/present-embedder";
import { checkCard, MAX_SIGNATURES } from "../card-signature";
import { routableSkills } from "../routable";
import type { completeRecord } from "../rules";
import { listServer } from "./list-server";
import { endProof } from "./prove-key";

const FOREIGN_CARD = `capability_manifest: none of the card's first ${MAX_SIGNATURES} signatures verifies with the key that the agent enrolled and proved. Sign the card with it, or leave \`signatures\` out.`;

/** Prepares what a record is routed by. It is work, so it comes before the transaction. */
export function skillsOf({ db }: Context, record: ReturnType<typeof completeRecord>) {
  const embedder = servingEmbedder(db);
  const skills = routableSkills({ ...record, capability_manifest: record.capabilityManifest });
  return { embedder, skills: prepareSkills(embedder, skills) };
}

/** What was done to a record. */
interface Written {
  kind: "registered" | "updated";
  reason: string;
  at: Date;
}

/**
 * Brings everything that follows from a record up to date with it: its skills in the index, the proof of its key, and its
 * standing. The caller has written the record and holds the row's lock.
 * @returns the row as it stands now
 * @throws ServiceError `invalid` where a signed card is not by the proven key
 */
export async function settleRecord(
  ctx: Context,
  tx: Transaction,
  row: AssessedAgent,
  skills: ReturnType<typeof skillsOf>,
  { kind, reason, at }: Written,
): Promise<AssessedAgent> {
  await indexSkills(ctx.db, tx, { did: row.did, ...skills });
  await listServer(tx, row.did, row.capabilityManifest, "record");
  if ((await checkCard(row)) === "invalid") throw invalid(FOREIGN_CARD, { field: "capability_manifest" });
  const lostItsKey = row.provenKey !== "" && row.provenKey !== row.publicKey;
  const { row: refreshed, change } = lostItsKey
    ? await refreshTrust(tx, await endProof(ctx, tx, row, at), { at, because: { kind: "key_changed" } })
    : await refreshTrust(tx, row, { at, because: { kind } });
  if (change) await recordTierChanges(tx, [{ did: row.did, ...change }], { reason, at });
  return refreshed;
}
