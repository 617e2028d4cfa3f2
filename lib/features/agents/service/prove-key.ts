import { randomBytes } from "node:crypto";
import { and, eq, gt, isNull } from "drizzle-orm";
import { authorizeActor } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { agents } from "@/lib/database/schema/agents";
import { keyChallenges } from "@/lib/database/schema/trust";
import { removeDomains } from "@/lib/features/domains/service/store";
import { type AssessedAgent, keyIsProven } from "@/lib/features/trust/rules";
import { endListing } from "@/lib/features/trust/service/end-listing";
import { lockAssessed } from "@/lib/features/trust/service/events";
import { recordTierChanges, refreshTrust } from "@/lib/features/trust/service/standing";
import { conflict, found, foundRow, invalid, type ServiceError } from "@/lib/foundation/errors";
import { actorName, authorizeLocked } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { readHead } from "@/lib/ledger/head";
import { isSignedBy, proofMessage } from "../key-proof";
import type { KeyChallenge, ProveKey } from "../key-schema";
import type { AgentProfile } from "../schema";
import { profileOf } from "./read";

const CHALLENGE_MILLISECONDS = 300_000;

/**
 * Creates the agent's only open challenge, and replaces any former one.
 * @throws ServiceError `notFound`; `conflict` if no key is enrolled
 */
export async function challengeKey(ctx: Context, { did }: { did: string }): Promise<KeyChallenge> {
  await authorizeActor(ctx, "agent.prove_key", did);
  const agent = foundRow(await ctx.db.select({ publicKey: agents.publicKey }).from(agents).where(eq(agents.did, did)));
  const { publicKey } = agent;
  if (publicKey === "") throw conflict("No key is enrolled. Register the agent with a `public_key` first.");
  const challenge = randomBytes(32).toString("base64url");
  const expiresAt = new Date(ctx.clock().getTime() + CHALLENGE_MILLISECONDS);
  const { origin } = await readHead(ctx.db, COUNCIL_LOG);
  const message = await proofMessage({ origin, did, publicKey, challenge, expiresAt });
  const row = { challenge, publicKey, message, expiresAt, usedAt: null };
  await ctx.db
    .insert(keyChallenges)
    .values({ did, ...row })
    .onConflictDoUpdate({ target: keyChallenges.did, set: row });
  return { challenge, message, expires_at: expiresAt.toISOString() };
}

/**
 * Records that the caller who acts for the agent controls its key. A challenge can be used once: of two concurrent
 * proofs, one fails.
 * @throws ServiceError `notFound`; `invalid` if the challenge is not the open one or the signature does not verify;
 * `conflict` if the challenge was used, has expired, or was for a key that is no longer enrolled
 */
export async function proveKey(ctx: Context, input: ProveKey & { did: string }): Promise<AgentProfile> {
  await authorizeActor(ctx, "agent.prove_key", input.did);
  const at = ctx.clock();
  return ctx.db.transaction(async (tx) => {
    const row = found(await lockAssessed(tx, input.did));
    authorizeLocked(ctx.caller, "agent.prove_key", row);
    const [taken] = await tx
      .update(keyChallenges)
      .set({ usedAt: at })
      .where(
        and(
          eq(keyChallenges.did, input.did),
          eq(keyChallenges.challenge, input.challenge),
          eq(keyChallenges.publicKey, row.publicKey),
          isNull(keyChallenges.usedAt),
          gt(keyChallenges.expiresAt, at),
        ),
      )
      .returning();
    if (!taken) throw await challengeError(tx, input, at);
    if (!(await isSignedBy(taken.publicKey, taken.message, input.signature))) {
      throw invalid("`signature` is not valid for the enrolled key. Sign exactly the bytes of `message`.", {
        field: "signature",
      });
    }
    // The key is already proven, so there is nothing to log.
    return profileOf(tx, keyIsProven(row) ? row : await recordProof(ctx, tx, row, at), at);
  });
}

async function recordProof(ctx: Context, tx: Transaction, before: AssessedAgent, at: Date): Promise<AssessedAgent> {
  const actor = actorName(ctx.caller);
  const reason = "It proved to control its key.";
  const row = await endListing(tx, before, { actor, reason, because: { kind: "key_proven" }, at });
  const proven = { provenKey: row.publicKey, keyProvenAt: at };
  const details = { public_key: row.publicKey };
  const record = { kind: "key.proven", actor, subject: row.did, details };
  const { seq } = await appendWithin(tx, COUNCIL_LOG, record, at);
  await tx.update(agents).set(proven).where(eq(agents.did, row.did));
  const because = { kind: "key_proven", seq } as const;
  const refreshed = await refreshTrust(tx, { ...row, ...proven }, { at, because });
  if (refreshed.change) {
    await recordTierChanges(tx, [{ did: row.did, ...refreshed.change }], { reason, at });
  }
  return refreshed.row;
}

/** Returns why no challenge could be used. */
async function challengeError(
  tx: Transaction,
  { did, challenge }: ProveKey & { did: string },
  at: Date,
): Promise<ServiceError> {
  const [open] = await tx.select().from(keyChallenges).where(eq(keyChallenges.did, did));
  if (open?.challenge !== challenge) {
    return invalid("`challenge` is not this agent's open challenge. A newer challenge replaces an older one.", {
      field: "challenge",
    });
  }
  if (open.usedAt) return conflict("This challenge was already used. Request another one.");
  if (open.expiresAt <= at) return conflict("This challenge has expired. Request another one.");
  return conflict("This challenge was for a key that is no longer enrolled. Request another one.");
}

/**
 * Ends the proof of a key that a registration has replaced or removed, together with the domains that name the key, and
 * logs it.
 */
export async function endKeyProof(ctx: Context, tx: Transaction, row: AssessedAgent, at: Date): Promise<AssessedAgent> {
  const ended = { provenKey: "", keyProvenAt: null };
  await tx.update(agents).set(ended).where(eq(agents.did, row.did));
  const details = { public_key: row.provenKey, enrolled: row.publicKey };
  const record = { kind: "key.proof_ended", actor: actorName(ctx.caller), subject: row.did, details };
  await appendWithin(tx, COUNCIL_LOG, record, at);
  return removeDomains(tx, { ...row, ...ended }, { actor: actorName(ctx.caller), at });
}
