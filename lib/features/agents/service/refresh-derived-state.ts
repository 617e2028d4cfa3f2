import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import type { AssessedAgent } from "@/lib/features/trust/rules";
import { recordTierChanges, refreshTrust } from "@/lib/features/trust/service/standing";
import { invalid } from "@/lib/foundation/errors";
import { getActiveEmbedder } from "@/lib/search/service/get-embedder";
import { indexSkills, prepareSkills } from "@/lib/search/service/index-skills";
import { checkCard, MAX_SIGNATURES } from "../card-signature";
import { didOfServerName } from "../manifests/mcp-server-json";
import { publishedServer } from "../manifests/published-server";
import { routableSkills } from "../routable";
import type { completeRecord } from "../rules";
import { listServer } from "./list-server";
import { endKeyProof } from "./prove-key";

const FOREIGN_CARD = `\`capability_manifest\`: none of the card's first ${MAX_SIGNATURES} signatures is valid for the agent's enrolled and proven key. Sign the card with that key, or leave \`signatures\` out.`;

/** Computes the routing data of a record. Call it before the transaction, because it takes time. */
export function prepareRecordSkills({ db }: Context, record: ReturnType<typeof completeRecord>) {
  const embedder = getActiveEmbedder(db);
  const skills = routableSkills({ ...record, capability_manifest: record.capabilityManifest });
  return { embedder, skills: prepareSkills(embedder, skills) };
}

/** Returns whether the owner proved to have the name in the DID, and the manifest is of the server with that name. */
function keepsName({ did, claimProof, capabilityManifest }: AssessedAgent): boolean {
  const name = claimProof === null ? undefined : publishedServer(capabilityManifest)?.name;
  return name !== undefined && didOfServerName(name) === did;
}

/** How a record was changed. */
interface Written {
  kind: "registered" | "updated";
  reason: string;
  at: Date;
}

/**
 * Updates everything that depends on a record: its skills in the index, the proof of its key, and its standing. The
 * caller must have written the record and hold the row's lock.
 * @returns the row after these updates
 * @throws ServiceError `invalid` if a signed card has no signature by the proven key
 */
export async function refreshDerivedState(
  ctx: Context,
  tx: Transaction,
  row: AssessedAgent,
  skills: ReturnType<typeof prepareRecordSkills>,
  { kind, reason, at }: Written,
): Promise<AssessedAgent> {
  await indexSkills(ctx.db, tx, [{ did: row.did, ...skills }]);
  await listServer(tx, row.did, row.capabilityManifest, keepsName(row) ? "import" : "record");
  if ((await checkCard(row)) === "invalid") throw invalid(FOREIGN_CARD, { field: "capability_manifest" });
  const lostItsKey = row.provenKey !== "" && row.provenKey !== row.publicKey;
  const { row: refreshed, change } = lostItsKey
    ? await refreshTrust(tx, await endKeyProof(ctx, tx, row, at), { at, because: { kind: "key_changed" } })
    : await refreshTrust(tx, row, { at, because: { kind } });
  if (change) await recordTierChanges(tx, [{ did: row.did, ...change }], { reason, at });
  return refreshed;
}
