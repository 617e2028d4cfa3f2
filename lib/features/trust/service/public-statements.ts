import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/authority/context";
import { settings } from "@/lib/foundation/env";
import { signedIssuer } from "@/lib/foundation/hosts";
import type { AssessedAgent } from "../rules";
import { readAllAssessed } from "./events";
import { signStatement } from "./statements";

/** Statements are dated to a multiple of this, so all readers within that time get the same bytes. */
const STEP_SECONDS = 60;
const MAX_KEPT = 1_000;

/** A cache of statements by all their inputs, because a signature costs more than reading an agent. */
const kept = new LRUCache<string, Promise<string>>({ max: MAX_KEPT });

/** All inputs of a statement. `revision` identifies the version of the record. */
function madeFrom(row: AssessedAgent): unknown[] {
  const { did, status, revision, trustTier, trustScore, trustAsOf, publicKey, provenKey, events } = row;
  return [did, status, revision, trustTier, trustScore, trustAsOf, publicKey, provenKey, events];
}

/**
 * Signs statements of agents' standing for documents that everyone may read. They contain only public data.
 * @returns compact JWS by DID; none if PUBLIC_URL is not set, because nobody could look up the signer
 */
export async function statePublicly(ctx: Context, dids: readonly string[]): Promise<Map<string, string>> {
  if (settings().PUBLIC_URL === undefined) return new Map();
  const issuer = signedIssuer(settings(), "");
  const fromSeconds = Math.floor(ctx.clock().getTime() / 1_000 / STEP_SECONDS) * STEP_SECONDS;
  const sign = (row: AssessedAgent): Promise<string> => {
    const key = JSON.stringify([issuer, fromSeconds, ...madeFrom(row)]);
    const known = kept.get(key);
    if (known) return known;
    const signing = signStatement(ctx, row, { issuer, fromSeconds }).then(({ jws }) => jws);
    signing.catch(() => kept.delete(key));
    kept.set(key, signing);
    return signing;
  };
  const rows = await readAllAssessed(ctx.db, dids);
  return new Map(await Promise.all(rows.map(async (row) => [row.did, await sign(row)] as const)));
}
