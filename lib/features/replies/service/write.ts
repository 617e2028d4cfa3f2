import { randomUUID } from "node:crypto";
import { and, eq, ne, sql } from "drizzle-orm";
import { authorizeActor } from "@/lib/authority/authorize-actor";
import type { Context } from "@/lib/authority/context";
import type { Transaction } from "@/lib/database/open";
import { audits } from "@/lib/database/schema/council";
import { incidentAgents, incidents } from "@/lib/database/schema/incidents";
import { ledgerActs } from "@/lib/database/schema/ledger";
import { replies } from "@/lib/database/schema/replies";
import { resolveOwnership } from "@/lib/features/agents/service/ownership";
import type { AuditParams } from "@/lib/features/council/schema";
import { findAudit } from "@/lib/features/council/service/read";
import {
  auditRecord,
  didsIn,
  dueAfter,
  foreignDidIn,
  incidentRecord,
  MAX_VERSIONS,
  nextVersionAt,
  partsOfRecord,
} from "@/lib/features/disputes/rules";
import type { Dispute, ReplyForm, WriteIncidentReply, WriteReply } from "@/lib/features/disputes/schema";
import { findDispute } from "@/lib/features/disputes/service/read";
import { assertUndecided, disputeFields } from "@/lib/features/disputes/service/settle";
import { recordChange } from "@/lib/features/events/record-change";
import type { IncidentParams } from "@/lib/features/incidents/schema";
import { idOf } from "@/lib/features/incidents/service/read";
import { conflict, didMismatch, found, invalid, notFound } from "@/lib/foundation/errors";
import { utcMinute } from "@/lib/foundation/text/utc";
import { isUuid } from "@/lib/foundation/text/uuid";
import { partsOfDid } from "@/lib/identity/did";
import { actorName, actsAsOperator, authorize } from "@/lib/identity/permissions";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";

/**
 * Replies to an incident for the named agent, or for the caller's own. @throws ServiceError the errors of `writeReply`;
 * `invalid` if an organisation names no agent
 */
export function replyToIncident(
  ctx: Context,
  { id, did, text }: IncidentParams & WriteIncidentReply,
): Promise<Dispute> {
  authorize(ctx.caller, "reply.write");
  const own = did ?? (ctx.caller.kind === "agent" ? ctx.caller.did : undefined);
  if (own === undefined) throw invalid("`did` must be the named agent for which you reply.", { field: "did" });
  return writeReply(ctx, { record: incidentRecord(idOf({ id })), did: own, text });
}

/** Replies to an audit. @throws ServiceError the errors of `writeReply` */
export async function replyToAudit(ctx: Context, { id, text }: AuditParams & WriteReply): Promise<Dispute> {
  authorize(ctx.caller, "reply.write");
  const audit = found(await findAudit(ctx, id));
  return writeReply(ctx, { record: auditRecord(audit.id), did: audit.did, text });
}

/** Locks an incident that names an agent. @returns the DIDs in it */
async function lockIncident(tx: Transaction, id: number, did: string): Promise<string[]> {
  const [incident] = await tx.select().from(incidents).where(eq(incidents.id, id)).for("update");
  if (!incident) throw notFound();
  const named = await tx.select().from(incidentAgents).where(eq(incidentAgents.incidentId, id));
  const own = named.find((agent) => agent.did === did);
  if (!own) throw notFound("This incident does not name that agent.");
  if (own.struckAt)
    throw conflict("An operator removed this agent from the incident, so there is nothing to reply to.");
  if (incident.unfounded) throw conflict("This incident was found to be unfounded, so there is nothing to reply to.");
  const { title, description, reporter, confirmedBy } = incident;
  return [reporter, confirmedBy ?? "", ...named.map((agent) => agent.did), ...didsIn(`${title}\n${description}`)];
}

/** Locks an audit of an agent. @returns the DIDs in it */
async function lockAudit(tx: Transaction, id: string, did: string): Promise<string[]> {
  const [audit] = isUuid(id) ? await tx.select().from(audits).where(eq(audits.id, id)).for("update") : [];
  if (!audit || audit.did !== did) throw notFound();
  const { auditor, summary, findings, evidence } = audit;
  return [did, auditor, ...didsIn([summary, JSON.stringify([findings, evidence])].join("\n"))];
}

/** Returns the act by which an agent got its present owner: its place in the council's log, or 0. */
async function readOwnerSince(tx: Transaction, did: string): Promise<number> {
  const handedOver = and(eq(ledgerActs.subject, did), eq(ledgerActs.kind, "agent.handed_over"));
  const [last] = await tx
    .select({ seq: sql<number>`max(${ledgerActs.seq})`.mapWith(Number) })
    .from(ledgerActs)
    .where(handedOver);
  return last?.seq ?? 0;
}

/**
 * Writes a version of the public reply of an agent's owner, and logs it. The DID is locked first, which keeps the owner,
 * and then the record, because versions and decisions take turns.
 * @throws ServiceError `didMismatch` if the caller is not the owner; `notFound` if the record does not name the agent;
 * `invalid` if the text has a DID that the record does not name; `conflict` if there is nothing to reply to, an operator
 * owns the agent or has decided, or there are too many versions
 */
export async function writeReply(ctx: Context, { record, did, text }: ReplyForm): Promise<Dispute> {
  await authorizeActor(ctx, "reply.write", did);
  if (actsAsOperator(ctx.caller, "reply.write")) {
    throw didMismatch("Only the owner of the agent may reply.");
  }
  return ctx.db.transaction(async (tx) => {
    const { owner } = await resolveOwnership(ctx, tx, did, { for: "record" });
    if (owner.ownerKind === "operator") {
      throw conflict("The operators own this record. Claim it at /join, and then reply.");
    }
    const { kind, id } = partsOfRecord(record);
    const named = kind === "incident" ? await lockIncident(tx, Number(id), did) : await lockAudit(tx, id, did);
    const foreign = foreignDidIn(text, named);
    if (foreign !== undefined) {
      throw invalid(`\`text\` must not contain ${foreign}, which the record does not name.`, { field: "text" });
    }
    await assertUndecided({ ...ctx, db: tx }, record, did);
    const at = ctx.clock();
    const { version, dueAt } = await nextVersion(tx, { record, did, at });
    const author = actorName(ctx.caller);
    const ownerSince = await readOwnerSince(tx, did);
    if (kind === "incident") {
      const unsealed = and(eq(incidents.id, Number(id)), ne(incidents.status, "EXPORTED"));
      await tx.update(incidents).set({ updatedAt: at }).where(unsealed);
    }
    const zone = partsOfDid(did).zone;
    const data = disputeFields(record, did, true);
    await recordChange(tx, { kind: `${kind}.disputed`, subject: record, dids: [did], zone, data });
    const row = { id: randomUUID(), did, version, text };
    const act = { kind: "reply.written", actor: author, subject: record, details: row };
    const { seq } = await appendWithin(tx, COUNCIL_LOG, act, at);
    await tx.insert(replies).values({ ...row, seq, record, author, ownerSince, at, dueAt });
    const dispute = await findDispute(tx, record, did);
    if (!dispute) throw new Error("a reply vanished in its own transaction");
    return dispute;
  });
}

/** Returns the next version, and when it will be decided. @throws ServiceError `conflict` if it is not possible, or not yet */
async function nextVersion(tx: Transaction, { record, did, at }: { record: string; did: string; at: Date }) {
  const before = await tx
    .select()
    .from(replies)
    .where(and(eq(replies.record, record), eq(replies.did, did)))
    .orderBy(replies.version);
  const last = before.at(-1);
  if (before.length >= MAX_VERSIONS) {
    throw conflict(`There are ${MAX_VERSIONS} versions of the replies about this agent, which is the maximum.`);
  }
  if (last && nextVersionAt(last.at) > at) {
    const next = utcMinute(nextVersionAt(last.at).toISOString());
    throw conflict(`One version a day is possible. Write the next after ${next} UTC.`);
  }
  return { version: before.length + 1, dueAt: before[0]?.dueAt ?? dueAfter(at) };
}
