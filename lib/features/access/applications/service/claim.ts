import { randomUUID } from "node:crypto";
import { and, eq, gt, isNull, ne, sql } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { LIFETIME_DAYS } from "@/lib/authority/tokens";
import type { Transaction } from "@/lib/database/open";
import { publicActorOf } from "@/lib/database/public-actor";
import { credentials } from "@/lib/database/schema/access";
import { agents } from "@/lib/database/schema/agents";
import { type ApplicationRow, applications } from "@/lib/database/schema/applications";
import { webhooks } from "@/lib/database/schema/webhooks";
import { credentialRecord, insertCredential } from "@/lib/features/access/service/credentials";
import { resolveOrganisationName } from "@/lib/features/access/service/organisations";
import { storeChoice } from "@/lib/features/agents/liveness/service/choose";
import { RESERVATION_MILLISECONDS } from "@/lib/features/agents/rules";
import { grantWithin } from "@/lib/features/agents/service/grant-tier";
import { insertMember, joining } from "@/lib/features/agents/service/join";
import { lockDid, type Ownership, resolveOwnership } from "@/lib/features/agents/service/ownership";
import { endKeyProof } from "@/lib/features/agents/service/prove-key";
import { transferOwnership } from "@/lib/features/agents/service/transfer-ownership";
import { removeWebhooks } from "@/lib/features/events/webhooks/service/remove-webhooks";
import type { AssessedAgent } from "@/lib/features/trust/rules";
import { lockAssessed, readAssessed } from "@/lib/features/trust/service/events";
import { recordTierChanges, refreshTrust } from "@/lib/features/trust/service/standing";
import { conflict, foundRow } from "@/lib/foundation/errors";
import type { Caller } from "@/lib/identity/permissions";
import { appendAllWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { fetchExternal } from "@/lib/outgoing/request";
import { needsName } from "../rules";
import type { ApplicationBySecret, ClaimedToken } from "../schema";
import { applicantOf, subjectOf } from "../view/application";
import { bySecret, findRowBySecret } from "./by-secret";
import { assertClaimable, proveAgain } from "./check-claim";
import { assertProofIsEnough } from "./decide";
import { hadHoldings, readHoldings } from "./holdings";

/** The operator who approved, and who therefore gives the token and its tier. Up to version 0.3.0, it had another name. */
async function approverOf(tx: Transaction, { decidedBy }: ApplicationRow): Promise<Caller> {
  if (!decidedBy?.startsWith("operator:")) return { kind: "system" };
  const rows = await tx.execute<{ name: string }>(sql`select ${publicActorOf(sql`${decidedBy}`)} as name`);
  const operator = foundRow(rows).name.slice("operator:".length);
  return { kind: "operator", operator, role: "operator", approvedEarlier: true };
}

const OWNER_CHANGED = "Its owner changed.";

type Claim = Pick<ApplicationRow, "grantedTier"> & {
  did: string;
  credentialId: string;
  /** The address of the proof, or null. */
  claimProof: string | null;
};

/** Revokes the tokens that the former owner of a DID had. @returns their ids */
async function revokeFormerTokens(ctx: Context, tx: Transaction, { did, credentialId }: Claim): Promise<string[]> {
  const revoked = await tx
    .update(credentials)
    .set({ revokedAt: ctx.clock() })
    .where(and(eq(credentials.did, did), isNull(credentials.revokedAt), ne(credentials.id, credentialId)))
    .returning({ id: credentials.id });
  return revoked.map(({ id }) => id);
}

/**
 * Ends what else the former owner had: its webhooks, A2A guests, proven key and granted tier.
 * @param revoked how many tokens it had
 */
async function resetFormerTrust(
  ctx: Context,
  tx: Transaction,
  former: AssessedAgent,
  revoked: number,
): Promise<AssessedAgent> {
  const at = ctx.clock();
  const { did } = former;
  await removeWebhooks(ctx, tx, eq(webhooks.owner, did));
  await tx.update(agents).set({ a2aGuests: false, livenessChecks: false, claimProof: null }).where(eq(agents.did, did));
  await storeChoice(tx, did, false, at);
  await transferOwnership(ctx, tx, did, { by: "application", revoked });
  let row: AssessedAgent = (await readAssessed(tx, did)) ?? former;
  if (row.provenKey !== "") {
    row = await endKeyProof(ctx, tx, row, at);
    const { row: refreshed, change } = await refreshTrust(tx, row, { at, because: { kind: "key_changed" } });
    if (change) await recordTierChanges(tx, [{ did, ...change }], { reason: OWNER_CHANGED, at });
    row = refreshed;
  }
  if (row.grantedTier === null) return row;
  return grantWithin(ctx, tx, row, { tier: null, reason: OWNER_CHANGED });
}

/**
 * Transfers the DID if that is due, stores the proof of the claim, and grants the approved tier. The agent joins for
 * that, because only a record has them.
 * @returns the ids of the tokens that it revoked
 */
async function takeOver(ctx: Context, tx: Transaction, ownership: Ownership, claim: Claim): Promise<string[]> {
  const { did, grantedTier, claimProof } = claim;
  let row = await lockAssessed(tx, did);
  assertClaimable(row);
  assertProofIsEnough(ctx.caller, row);
  const revoked = row && ownership.takesOverDid ? await revokeFormerTokens(ctx, tx, claim) : [];
  if (row && ownership.takesOverDid) row = await resetFormerTrust(ctx, tx, row, revoked.length);
  if (grantedTier === null && claimProof === null) return revoked;
  row ??= await insertMember(tx, joining(ctx, { did }), ownership.owner);
  if (claimProof !== null) await tx.update(agents).set({ claimProof }).where(eq(agents.did, did));
  if (grantedTier === null) return revoked;
  await grantWithin(ctx, tx, row, {
    tier: grantedTier,
    reason: "An operator approved this tier with the agent's application.",
  });
  return revoked;
}

const UNCLAIMABLE: Record<ApplicationRow["status"], string> = {
  pending: "This application has not been decided yet.",
  approved: "The approval expired after 14 days. Ask an operator to approve the application again.",
  claimed: "The token was already claimed, and is shown only once. If it is lost, ask an operator for another.",
  rejected: "This application was rejected.",
  withdrawn: "This application was withdrawn.",
};

/** Marks an approved application as claimed, under its DID's lock. @throws ServiceError `notFound`, `conflict` */
async function markClaimed(
  tx: Transaction,
  secret: string,
  { now, credentialId }: { now: Date; credentialId: string },
): Promise<ApplicationRow> {
  const { did } = await findRowBySecret(tx, secret);
  if (did !== null) await lockDid(tx, did);
  const since = new Date(now.getTime() - RESERVATION_MILLISECONDS);
  const [row] = await tx
    .update(applications)
    .set({ status: "claimed", claimedAt: now, credentialId })
    .where(and(bySecret(secret), eq(applications.status, "approved"), gt(applications.decidedAt, since)))
    .returning();
  if (row) return row;
  const { status } = await findRowBySecret(tx, secret);
  throw conflict(UNCLAIMABLE[status]);
}

/**
 * Returns the organisation's known spelling, under its lock.
 * @throws ServiceError `conflict` if it had no agents and no working tokens at the approval, and has some now. Then the
 * approver did not have to type its name.
 */
async function organisationOfClaim(
  tx: Transaction,
  { organisation, decidedAt }: ApplicationRow,
  now: Date,
): Promise<string> {
  const name = await resolveOrganisationName(tx, organisation);
  if (needsName(await readHoldings(tx, name, now)) && !(await hadHoldings(tx, name, decidedAt ?? now))) {
    throw conflict("The organisation got agents or a token after the approval. Ask an operator to approve it again.");
  }
  return name;
}

/**
 * Creates the token of an approved application and returns it once. Of several concurrent claims, one gets it. If the
 * DID had another owner, it is transferred now. If the application's code was found before, it is looked for again.
 * @param ask sends the requests
 * @throws ServiceError `notFound`; `conflict` if there is no token to claim, or no longer, if the code is gone, if the
 * listed record is suspended, or if `organisationOfClaim` throws it; `didTaken` if the DID got another owner after the approval
 */
export async function claimToken(
  ctx: Context,
  { secret }: ApplicationBySecret,
  ask = fetchExternal,
): Promise<ClaimedToken> {
  const approved = await findRowBySecret(ctx.db, secret);
  const claimProof = approved.status === "approved" ? await proveAgain(ctx, approved, ask) : null;
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock();
    const credentialId = randomUUID();
    const row = await markClaimed(tx, secret, { now, credentialId });
    const { id, kind, did, organisation } = row;
    const asking = { for: "application", application: id, organisation, approvedAt: row.decidedAt } as const;
    const ownership = did === null ? null : await resolveOwnership(ctx, tx, did, asking);
    const byApprover = { ...ctx, caller: await approverOf(tx, row) };
    const { token, ...issued } = await insertCredential(byApprover, tx, {
      id: credentialId,
      kind,
      did,
      organisation: kind === "provider" ? await organisationOfClaim(tx, row, now) : null,
      label: organisation,
      days: LIFETIME_DAYS[kind],
    });
    const claim = did !== null && ownership && { ...row, did, credentialId, claimProof };
    const revoked = claim ? await takeOver(byApprover, tx, ownership, claim) : [];
    const details = { application: id, credential: credentialId, revoked };
    const claimed = { kind: "application.claimed", actor: applicantOf(row), subject: subjectOf(row), details };
    const issue = credentialRecord(byApprover, "credential.issued", issued, { application: id });
    await appendAllWithin(tx, COUNCIL_LOG, [issue, claimed], now);
    return { token, expires_at: issued.expires_at };
  });
}
