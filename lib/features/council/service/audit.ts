import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray } from "drizzle-orm";
import { authorizeActor } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { storedNames } from "@/lib/database/public-actor";
import { type AgentRow, agents } from "@/lib/database/schema/agents";
import { type AuditRow, audits } from "@/lib/database/schema/council";
import { recordChange } from "@/lib/features/events/record-change";
import { type AssessedAgent, utcDay } from "@/lib/features/trust/rules";
import { endListing } from "@/lib/features/trust/service/end-listing";
import { type LockedAgent, lockAgents, readAssessed } from "@/lib/features/trust/service/events";
import { lapseGrant } from "@/lib/features/trust/service/lapse-grant";
import { recordTierChanges, refreshTrust } from "@/lib/features/trust/service/standing";
import { conflict, forbidden, invalid } from "@/lib/foundation/errors";
import { actorName, authorize, authorizeLocked } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import type { RecordAudit, RecordedAudit } from "../schema";
import { findAudit } from "./read";

/** Updates the audited agent's standing. The caller must hold its row's lock. */
async function applyVerdict(
  tx: Transaction,
  before: AssessedAgent,
  { verdict, auditor, auditorOrganisation, createdAt: at, id, seq }: AuditRow,
): Promise<AgentRow> {
  if (verdict === "pending") return before;
  const reason = `Audit ${id} was ${verdict === "pass" ? "passed" : "failed"}.`;
  const kind = verdict === "pass" ? "audit_passed" : "audit_failed";
  const member = await endListing(tx, before, { actor: auditor, reason, because: { kind, reference: id }, at });
  const row = verdict === "fail" ? await lapseGrant(tx, member, { details: { audit: id }, reason, at }) : member;
  const by = { auditor, ...(auditorOrganisation === null ? {} : { organisation: auditorOrganisation }) };
  const audits = [...row.events.audits, { verdict, ...by, day: utcDay(at) }];
  const because = {
    kind,
    reference: id,
    ...(seq === null ? {} : { seq }),
  } as const;
  const refreshed = await refreshTrust(tx, { ...row, events: { ...row.events, audits } }, { at, because });
  if (refreshed.change) await recordTierChanges(tx, [{ did: row.did, ...refreshed.change }], { reason, at });
  return refreshed.row;
}

/** Returns the organisation of an agent, or null if it has none or is an operator. */
async function organisationOf(tx: Transaction, auditor: string): Promise<string | null> {
  if (!auditor.startsWith("did:")) return null;
  const [agent] = await tx.select({ organisation: agents.organisation }).from(agents).where(eq(agents.did, auditor));
  return agent?.organisation ?? null;
}

/**
 * Records an audit, also in the council's log, and updates the standing of the agent it names, in one transaction.
 * @throws ServiceError `invalid` if the DID has no record; `forbidden` if the auditor is not independent; `conflict` if
 * the idempotency key already belongs to another audit
 */
export async function recordAudit(ctx: Context, input: RecordAudit): Promise<RecordedAudit> {
  return (await recordAuditNaming(ctx, input)).audit;
}

/** Does the same. @returns also the audited agent, unless the request is repeated */
export async function recordAuditNaming(
  ctx: Context,
  input: RecordAudit,
): Promise<{ audit: RecordedAudit; named: LockedAgent[] }> {
  const { caller } = ctx;
  if (caller.kind === "provider" && input.auditor === undefined) {
    throw invalid("`auditor` is required with an organisation's token. Name the agent that audits.", {
      field: "auditor",
    });
  }
  const auditor = input.auditor ?? actorName(caller);
  if (input.auditor === undefined) authorize(caller, "council.audit");
  else await authorizeActor(ctx, "council.audit", input.auditor);
  if (auditor === input.did) throw forbidden("An agent cannot audit itself.");
  return ctx.db.transaction(async (tx) => {
    const locked = await lockAgents(tx, [input.did, auditor]);
    const own = locked.find(({ did }) => did === auditor);
    if (own) authorizeLocked(caller, "council.audit", own);
    const audited = await readAssessed(tx, input.did);
    if (!audited) throw invalid("`did` has no record. Name an agent that has joined.", { field: "did" });
    const auditorOrganisation = await organisationOf(tx, auditor);
    if (auditorOrganisation !== null && audited.organisation === auditorOrganisation) {
      throw forbidden("An organisation cannot audit its own agents.");
    }
    const before = await findRepeated(tx, auditor, input, audited);
    if (before) return { audit: before, named: [] };
    const { did, verdict, summary, findings, evidence } = input;
    const said = { did, verdict, summary, findings, evidence };
    const [row] = await tx
      .insert(audits)
      .values({
        id: randomUUID(),
        ...said,
        auditor,
        auditorOrganisation,
        idempotencyKey: input.idempotency_key ?? null,
        createdAt: ctx.clock(),
      })
      .onConflictDoNothing()
      .returning();
    if (!row) {
      // A concurrent request with the same key was first.
      const stored = await findRepeated(tx, auditor, input, audited);
      if (!stored) throw new Error("an audit vanished between insert and select");
      return { audit: stored, named: [] };
    }
    await recordChange(tx, {
      kind: "audit.recorded",
      subject: did,
      dids: auditor.startsWith("did:") ? [did, auditor] : [did],
      zone: audited.zone,
      data: { id: row.id, verdict, ...(auditor.startsWith("did:") ? { auditor } : {}) },
    });
    const details = { id: row.id, ...said };
    const entry = { kind: "audit.recorded", actor: auditor, subject: did, details };
    const { seq } = await appendWithin(tx, COUNCIL_LOG, entry, row.createdAt);
    await tx.update(audits).set({ seq }).where(eq(audits.id, row.id));
    const audit = await readRecorded(tx, row.id, await applyVerdict(tx, audited, { ...row, seq }));
    return { audit, named: locked.filter((agent) => agent.did === did) };
  });
}

/**
 * Returns the audit that is stored for an idempotency key. @throws ServiceError `conflict` if its content is different
 */
async function findRepeated(
  tx: Transaction,
  auditor: string,
  { idempotency_key: key, did, verdict, summary, findings, evidence }: RecordAudit,
  audited: AgentRow,
): Promise<RecordedAudit | undefined> {
  if (key === undefined) return undefined;
  const [row] = await tx
    .select()
    .from(audits)
    .where(and(inArray(audits.auditor, await storedNames(tx, auditor)), eq(audits.idempotencyKey, key)));
  if (!row) return undefined;
  const stored = [row.did, row.verdict, row.summary, row.findings, row.evidence];
  if (!isDeepStrictEqual(stored, [did, verdict, summary, findings, evidence])) {
    throw conflict("This idempotency key was already used for another audit.");
  }
  return readRecorded(tx, row.id, audited);
}

async function readRecorded(tx: Transaction, id: string, { trustTier, trustScore }: AgentRow): Promise<RecordedAudit> {
  const audit = await findAudit({ db: tx }, id);
  if (!audit) throw new Error("an audit vanished in its own transaction");
  return { ...audit, standing: { trust_tier: trustTier, trust_score: trustScore } };
}
