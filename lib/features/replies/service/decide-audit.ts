import { eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { type AuditRow, audits } from "@/lib/database/schema/council";
import type { AuditParams, AuditWithReplies } from "@/lib/features/council/schema";
import { findAudit, getAudit } from "@/lib/features/council/service/read";
import { auditRecord } from "@/lib/features/disputes/rules";
import { assertDisputed, assertUndecided, listDisputing, settleDispute } from "@/lib/features/disputes/service/settle";
import { lockAgents, readAssessed } from "@/lib/features/trust/service/events";
import { restoreGrant } from "@/lib/features/trust/service/restore-grant";
import { recordTierChanges, refreshTrust } from "@/lib/features/trust/service/standing";
import { found, notFound } from "@/lib/foundation/errors";
import { isUuid } from "@/lib/foundation/text/uuid";
import { actorName, authorize } from "@/lib/identity/permissions";
import type { DecideAudit } from "../schema";

/**
 * Decides about an audit, and logs the decision. An audit that is set aside no longer counts: the agent's standing is
 * recomputed, and a grant that the audit ended is restored. A dispute about a failed audit needs the role of `reply.decide`.
 * Anything else that is set aside needs the role of `council.audit`. The rows of the agent and the audit are locked, so one of
 * several operators decides.
 * @throws ServiceError `notFound`; `conflict` if there is a decision, or nothing to uphold
 */
export async function decideAudit(
  ctx: Context,
  { id, decision, reason }: AuditParams & DecideAudit,
): Promise<AuditWithReplies> {
  authorize(ctx.caller, "reply.decide");
  const named = found(await findAudit(ctx, id));
  return ctx.db.transaction(async (tx) => {
    await lockAgents(tx, [named.did]);
    const [audit] = isUuid(id) ? await tx.select().from(audits).where(eq(audits.id, id)).for("update") : [];
    if (!audit) throw notFound();
    const record = auditRecord(audit.id);
    const assertPossible = decision === "upheld" ? assertDisputed : assertUndecided;
    await assertPossible({ ...ctx, db: tx }, record, audit.did);
    if (decision === "set_aside" && !(await isDisputedFailure(tx, audit))) authorize(ctx.caller, "council.audit");
    const at = ctx.clock();
    const actor = actorName(ctx.caller);
    const seq = await settleDispute(tx, { record, did: audit.did, decision, reason, actor, at });
    if (decision === "set_aside") await removeWeight(tx, audit, { seq, at });
    return getAudit({ db: tx }, { id });
  });
}

/** Returns whether an audit failed and a reply to it waits for an operator. */
const isDisputedFailure = async (tx: Transaction, { id, did, verdict }: AuditRow): Promise<boolean> =>
  verdict === "fail" && (await listDisputing(tx, auditRecord(id))).includes(did);

/** Recomputes the standing of an agent without an audit. The caller must hold its row's lock. */
async function removeWeight(tx: Transaction, { id, did }: AuditRow, { seq, at }: { seq: number; at: Date }) {
  const before = await readAssessed(tx, did);
  if (!before) return;
  const reason = `Audit ${id} was set aside.`;
  const row = await restoreGrant(tx, before, { reason, details: { audit: id }, at });
  const because = { kind: "audit_set_aside", reference: id, seq } as const;
  const { change } = await refreshTrust(tx, row, { at, because });
  if (change) await recordTierChanges(tx, [{ did, ...change }], { reason, at });
}
