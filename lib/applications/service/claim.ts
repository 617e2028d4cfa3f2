import { randomUUID } from "node:crypto";
import { and, eq, gt, isNull, ne } from "drizzle-orm";
import { LIFETIME_DAYS } from "@/lib/access/rules";
import { credentialRecord, insertCredential } from "@/lib/access/service/credentials";
import { settleOrganisation } from "@/lib/access/service/organisations";
import { RESERVATION_MILLISECONDS } from "@/lib/agents/rules";
import { grantWithin } from "@/lib/agents/service/grant-tier";
import { handOver } from "@/lib/agents/service/hand-over";
import { insertMember } from "@/lib/agents/service/join";
import { lockDids, type Ownership, settleOwnership } from "@/lib/agents/service/ownership";
import { endProof } from "@/lib/agents/service/prove-key";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/open";
import { credentials } from "@/lib/db/schema/access";
import { type ApplicationRow, applications } from "@/lib/db/schema/applications";
import { conflict } from "@/lib/errors";
import { appendAllWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import type { Caller } from "@/lib/permissions";
import type { AssessedAgent } from "@/lib/trust/rules";
import { lockAssessed } from "@/lib/trust/service/events";
import { recordTierChanges, refreshTrust } from "@/lib/trust/service/standing";
import type { ClaimedToken, HeldApplication } from "../schema";
import { applicantOf, subjectOf } from "../view/application";
import { heldBy, rowHeldBy } from "./held";

/** The operator who approved: the token, and a tier that goes with it, are theirs to give. */
function approverOf({ decidedBy }: ApplicationRow): Caller {
  const credentialId = /^operator:(.+)$/.exec(decidedBy ?? "")?.[1];
  return credentialId === undefined ? { kind: "system" } : { kind: "operator", credentialId };
}

type Claim = Pick<ApplicationRow, "id" | "grantedTier"> & { did: string; credentialId: string };

/** Ends what the former owner of a DID had: its tokens, its proven key, its granted tier. */
async function endFormerStanding(
  ctx: Context,
  tx: Transaction,
  former: AssessedAgent,
  { id, did, credentialId }: Claim,
): Promise<AssessedAgent> {
  const at = ctx.clock();
  const revoked = await tx
    .update(credentials)
    .set({ revokedAt: at })
    .where(and(eq(credentials.did, did), isNull(credentials.revokedAt), ne(credentials.id, credentialId)))
    .returning({ id: credentials.id });
  await handOver(ctx, tx, did, { application: id, revoked: revoked.map((one) => one.id) });
  let row: AssessedAgent = { ...former, ownerKind: "agent", organisation: null };
  if (row.provenKey !== "") {
    row = await endProof(ctx, tx, row, at);
    const { row: refreshed, change } = await refreshTrust(tx, row, { at, because: { kind: "key_changed" } });
    if (change) await recordTierChanges(tx, [{ did, ...change }], { reason: "It was handed over.", at });
    row = refreshed;
  }
  if (row.grantedTier === null) return row;
  return grantWithin(ctx, tx, row, { tier: null, reason: `Handed over by application ${id}.` });
}

/** Hands the DID over where that is due, and grants the approved tier: with it the agent joins, as only a member has one. */
async function takeOver(ctx: Context, tx: Transaction, ownership: Ownership, claim: Claim): Promise<void> {
  const { did, grantedTier } = claim;
  let row = await lockAssessed(tx, did);
  if (row && ownership.handsOver) row = await endFormerStanding(ctx, tx, row, claim);
  if (grantedTier === null) return;
  row ??= await insertMember(ctx, tx, { did }, ownership.owner);
  await grantWithin(ctx, tx, row, {
    tier: grantedTier,
    reason: `Granted with the approval of application ${claim.id}.`,
  });
}

const UNCLAIMABLE: Record<ApplicationRow["status"], string> = {
  pending: "It has not been answered yet.",
  approved: "The approval has lapsed after 14 days. Ask an operator to approve it again.",
  claimed: "The token was claimed already, and is shown only once. If it is lost, ask an operator for another.",
  rejected: "It was rejected.",
  withdrawn: "It was withdrawn.",
};

/** Marks an approved application as claimed, under its DID's lock. @throws ServiceError `notFound`, `conflict` */
async function markClaimed(
  tx: Transaction,
  secret: string,
  { now, credentialId }: { now: Date; credentialId: string },
): Promise<ApplicationRow> {
  const { did } = await rowHeldBy(tx, secret);
  if (did !== null) await lockDids(tx, [did]);
  const since = new Date(now.getTime() - RESERVATION_MILLISECONDS);
  const [row] = await tx
    .update(applications)
    .set({ status: "claimed", claimedAt: now, credentialId })
    .where(and(heldBy(secret), eq(applications.status, "approved"), gt(applications.decidedAt, since)))
    .returning();
  if (row) return row;
  const { status } = await rowHeldBy(tx, secret);
  throw conflict(UNCLAIMABLE[status]);
}

/**
 * Makes the token of an approved application and shows it, this once. Of several claims at once one gets it. Where the
 * DID had another owner, it is handed over now.
 * @throws ServiceError `notFound`; `conflict` where there is no token to claim, or no longer; `didTaken` where the DID has
 *   got another owner since the approval
 */
export async function claimToken(ctx: Context, { secret }: HeldApplication): Promise<ClaimedToken> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock();
    const credentialId = randomUUID();
    const row = await markClaimed(tx, secret, { now, credentialId });
    const { id, kind, did, organisation } = row;
    const asking = { for: "application", application: id, organisation, approvedAt: row.decidedAt } as const;
    const ownership = did === null ? null : await settleOwnership(ctx, tx, did, asking);
    const byApprover = { ...ctx, caller: approverOf(row) };
    const { token, ...issued } = await insertCredential(byApprover, tx, {
      id: credentialId,
      kind,
      did,
      organisation: kind === "provider" ? await settleOrganisation(tx, organisation) : null,
      label: organisation,
      days: LIFETIME_DAYS[kind],
    });
    if (did !== null && ownership) await takeOver(byApprover, tx, ownership, { ...row, did, credentialId });
    const details = { application: id, credential: credentialId };
    const claimed = { kind: "application.claimed", actor: applicantOf(row), subject: subjectOf(row), details };
    const issue = credentialRecord(byApprover, "credential.issued", issued, { application: id });
    await appendAllWithin(tx, COUNCIL_LOG, [issue, claimed], now);
    return { token, expires_at: issued.expires_at };
  });
}
