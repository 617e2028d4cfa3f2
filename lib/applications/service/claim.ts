import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { LIFETIME_DAYS } from "@/lib/access/rules";
import { credentialRecord, insertCredential } from "@/lib/access/service/credentials";
import { grantWithin } from "@/lib/agents/service/grant-tier";
import { joinAgent } from "@/lib/agents/service/join";
import type { Context } from "@/lib/context";
import type { Transaction } from "@/lib/db/open";
import { type ApplicationRow, applications } from "@/lib/db/schema/applications";
import { conflict } from "@/lib/errors";
import { appendAllWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import type { Caller } from "@/lib/permissions";
import { lockAssessed } from "@/lib/trust/service/events";
import type { ClaimedToken, HeldApplication } from "../schema";
import { applicantOf, subjectOf } from "../view/application";
import { heldBy, rowHeldBy } from "./held";

/** Who approved: the token, and a tier that goes with it, are theirs to give. */
function approverOf({ decidedBy }: ApplicationRow): Caller {
  const credentialId = /^operator:(.+)$/.exec(decidedBy ?? "")?.[1];
  return credentialId === undefined ? { kind: "system" } : { kind: "operator", credentialId };
}

/** An agent that was granted a tier joins with the claim, since only a member can hold one. */
async function grantTier(ctx: Context, tx: Transaction, { did, grantedTier, id }: ApplicationRow): Promise<void> {
  if (did === null || grantedTier === null) return;
  await joinAgent({ ...ctx, db: tx }, { did });
  const row = await lockAssessed(tx, did);
  if (!row) throw new Error("an agent vanished between joining and its grant");
  await grantWithin(ctx, tx, row, { tier: grantedTier, reason: `Granted with the approval of application ${id}.` });
}

const UNCLAIMABLE: Record<Exclude<ApplicationRow["status"], "approved">, string> = {
  pending: "It has not been answered yet.",
  claimed: "The token was claimed already, and is shown only once. If it is lost, ask an operator for another.",
  rejected: "It was rejected.",
  withdrawn: "It was withdrawn.",
};

/**
 * Makes the token of an approved application and shows it, this once. Of several claims at once one gets it.
 * @throws ServiceError `notFound`; `conflict` where there is no token to claim, or no longer
 */
export async function claimToken(ctx: Context, { secret }: HeldApplication): Promise<ClaimedToken> {
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock();
    const credentialId = randomUUID();
    const [row] = await tx
      .update(applications)
      .set({ status: "claimed", claimedAt: now, credentialId })
      .where(and(heldBy(secret), eq(applications.status, "approved")))
      .returning();
    if (!row) {
      const { status } = await rowHeldBy(tx, secret);
      throw conflict(status === "approved" ? "Try once more." : UNCLAIMABLE[status]);
    }
    const { id, kind, did, organisation } = row;
    const byApprover = { ...ctx, caller: approverOf(row) };
    const { token, ...issued } = await insertCredential(byApprover, tx, {
      id: credentialId,
      kind,
      did,
      organisation: kind === "provider" ? organisation : null,
      label: organisation,
      days: LIFETIME_DAYS[kind],
    });
    await grantTier(byApprover, tx, row);
    const details = { application: id, credential: credentialId };
    const claimed = { kind: "application.claimed", actor: applicantOf(row), subject: subjectOf(row), details };
    const issue = credentialRecord(byApprover, "credential.issued", issued, { application: id });
    await appendAllWithin(tx, COUNCIL_LOG, [issue, claimed], now);
    return { token, expires_at: issued.expires_at };
  });
}
