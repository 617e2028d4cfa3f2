import { and, eq } from "drizzle-orm";
import type { Context } from "@/lib/authority/context";
import { tellEarlier } from "@/lib/authority/earlier";
import type { Reader, Transaction } from "@/lib/database/open";
import { replies, replyDecisions } from "@/lib/database/schema/replies";
import { recordChange } from "@/lib/features/events/record-change";
import { conflict } from "@/lib/foundation/errors";
import { partsOfDid } from "@/lib/identity/did";
import { appendWithin, COUNCIL_LOG } from "@/lib/ledger/append";
import { type Decision, partsOfRecord, recordHref } from "../rules";
import { decisionOfReply, undecided } from "./read";

/** A decision on a record and one agent that it names. The transaction must have locked the record's row. */
interface Settlement {
  record: string;
  did: string;
  decision: Decision;
  reason: string;
  /** As `actorName` says it. */
  actor: string;
  at: Date;
}

/** Returns the fields of a change that say whether a record is disputed, and where its replies are. */
export function disputeFields(record: string, did: string, disputed: boolean) {
  const { kind, id } = partsOfRecord(record);
  return { id: kind === "incident" ? Number(id) : id, did, disputed, address: recordHref(record) };
}

/** Returns the agents on a record whose owners replied and wait for an operator. */
export async function listDisputing(db: Reader, record: string): Promise<string[]> {
  const rows = await db
    .select({ did: replies.did })
    .from(replies)
    .leftJoin(replyDecisions, decisionOfReply)
    .where(and(eq(replies.record, record), undecided))
    .orderBy(replies.did);
  return rows.map(({ did }) => did);
}

/** The caller, who reads the names of operators only as an operator, and the transaction. */
type Asker = Pick<Context, "caller"> & { db: Reader };

/** Throws if an operator has decided about an agent on a record. @throws ServiceError `conflict` */
export async function assertUndecided(asker: Asker, record: string, did: string): Promise<void> {
  const [decided] = await asker.db
    .select()
    .from(replyDecisions)
    .where(and(eq(replyDecisions.record, record), eq(replyDecisions.did, did)));
  if (!decided) return;
  const { decision, decidedBy: actor, at } = decided;
  const earlier = await tellEarlier(asker, { actor, did: `decided “${decision.replace("_", " ")}”`, at });
  throw conflict(`${earlier} A decision is final.`);
}

/** Does the same, and throws if the owner has not replied. @throws ServiceError `conflict` */
export async function assertDisputed(asker: Asker, record: string, did: string): Promise<void> {
  await assertUndecided(asker, record, did);
  if (!(await listDisputing(asker.db, record)).includes(did)) {
    throw conflict("The owner of this agent has not replied, so there is no reply to decide on.");
  }
}

/** Records a decision, in the council's log and in the change feed. @returns its place in the log */
export async function settleDispute(tx: Transaction, settlement: Settlement): Promise<number> {
  const { record, did, decision, reason, actor, at } = settlement;
  const kind = `${partsOfRecord(record).kind}.decided` as const;
  const zone = partsOfDid(did).zone;
  const data = { ...disputeFields(record, did, false), decision };
  await recordChange(tx, { kind, subject: record, dids: [did], zone, data });
  const act = { kind, actor, subject: record, details: { did, decision, reason } };
  const { seq } = await appendWithin(tx, COUNCIL_LOG, act, at);
  await tx.insert(replyDecisions).values({ record, did, seq, decision, decidedBy: actor, reason, at });
  return seq;
}

/** Records one decision for each agent whose owner waits for it. */
export async function settleDisputes(
  tx: Transaction,
  dids: readonly string[],
  settlement: Omit<Settlement, "did">,
): Promise<void> {
  const disputing = await listDisputing(tx, settlement.record);
  for (const did of disputing.filter((one) => dids.includes(one))) await settleDispute(tx, { ...settlement, did });
}
