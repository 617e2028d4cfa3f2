import { LRUCache } from "lru-cache";
import type { Context } from "@/lib/context";
import { signedIssuer } from "@/lib/edge/hosts";
import { settings } from "@/lib/env";
import type { AssessedAgent } from "../rules";
import { readAllAssessed } from "./events";
import { signStatement } from "./statements";

/** A statement is dated by this, so that its bytes are the same for everyone who reads within it. */
const STEP_SECONDS = 60;
const MAX_KEPT = 1_000;

/** Statements by all that they are made from, since a signature costs more than reading an agent. */
const kept = new LRUCache<string, Promise<string>>({ max: MAX_KEPT });

/** All that a statement is made from. Of the record itself, `revision` says which it was. */
function madeFrom(row: AssessedAgent): unknown[] {
  const { did, status, revision, trustTier, trustScore, trustAsOf, publicKey, provenKey, events } = row;
  return [did, status, revision, trustTier, trustScore, trustAsOf, publicKey, provenKey, events];
}

/**
 * States agents' standing, signed, in documents that everyone may read. All that the statements say is public.
 * @returns compact JWS by DID; none where PUBLIC_URL is unset, since nobody could look up who signed
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
