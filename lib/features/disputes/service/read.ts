import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Reader } from "@/lib/database/open";
import { type ReplyDecisionRow, type ReplyRow, replies, replyDecisions } from "@/lib/database/schema/replies";
import type { Dispute, DisputeState, Reply } from "../schema";

const viewReply = (row: ReplyRow, rows: readonly ReplyRow[]): Reply => ({
  id: row.id,
  seq: row.seq,
  version: row.version,
  author: row.author,
  text: row.text,
  superseded: rows.some(({ ownerSince, version }) => ownerSince === row.ownerSince && version > row.version),
  at: row.at.toISOString(),
});

function viewDispute(did: string, rows: readonly ReplyRow[], decided: ReplyDecisionRow | undefined): Dispute {
  return {
    did,
    disputed: rows.length > 0 && !decided,
    due_at: rows[0]?.dueAt.toISOString() ?? null,
    replies: rows.map((row) => viewReply(row, rows)),
    decision: decided
      ? {
          decision: decided.decision,
          by: decided.decidedBy,
          reason: decided.reason,
          at: decided.at.toISOString(),
          seq: decided.seq,
        }
      : null,
  };
}

/**
 * Reads the disputes about some records in one statement. @param records `incident:<id>` or `audit:<id>`
 * @returns the disputes by record, each list in the order of the agents' DIDs; undisputed records are absent
 */
export async function readDisputesOf(db: Reader, records: readonly string[]): Promise<Map<string, Dispute[]>> {
  // An audit can be set aside without a reply.
  const about = union(
    db
      .select({ record: replies.record, did: replies.did })
      .from(replies)
      .where(inArray(replies.record, [...records])),
    db
      .select({ record: replyDecisions.record, did: replyDecisions.did })
      .from(replyDecisions)
      .where(inArray(replyDecisions.record, [...records])),
  ).as("about");
  const rows = await db
    .select({ record: about.record, did: about.did, written: replies, decided: replyDecisions })
    .from(about)
    .leftJoin(replies, and(eq(replies.record, about.record), eq(replies.did, about.did)))
    .leftJoin(replyDecisions, and(eq(replyDecisions.record, about.record), eq(replyDecisions.did, about.did)))
    .orderBy(about.record, about.did, replies.version);
  const perAgent = new Map<string, typeof rows>();
  for (const row of rows) {
    const key = `${row.record} ${row.did}`;
    const own = perAgent.get(key) ?? [];
    perAgent.set(key, own);
    own.push(row);
  }
  const disputes = new Map<string, Dispute[]>();
  for (const own of perAgent.values()) {
    const [first] = own;
    if (!first) continue;
    const written = own.flatMap((row) => row.written ?? []);
    const dispute = viewDispute(first.did, written, first.decided ?? undefined);
    disputes.set(first.record, [...(disputes.get(first.record) ?? []), dispute]);
  }
  return disputes;
}

/** Reads the disputes about one record, in the order of the agents' DIDs. */
export const readDisputes = async (db: Reader, record: string): Promise<Dispute[]> =>
  (await readDisputesOf(db, [record])).get(record) ?? [];

/** Reads the dispute about one agent on a record. @returns null if nobody replied and no operator decided */
export async function findDispute(db: Reader, record: string, did: string): Promise<Dispute | null> {
  return (await readDisputes(db, record)).find((dispute) => dispute.did === did) ?? null;
}

/** The first versions that wait for an operator. */
export const undecided = and(eq(replies.version, 1), isNull(replyDecisions.seq));

export const decisionOfReply = and(eq(replyDecisions.record, replies.record), eq(replyDecisions.did, replies.did));

/** Returns a column with the state of a record. @param record SQL for its name, with tables before columns */
export const disputeStateOf = (record: SQL): SQL<DisputeState> => sql<DisputeState>`case
  when exists (select from ${replies} as r where r.record = ${record} and not exists (
    select from ${replyDecisions} as d where d.record = r.record and d.did = r.did)) then 'disputed'
  else (select d.decision from ${replyDecisions} as d where d.record = ${record} order by d.seq desc limit 1) end`;

/**
 * Returns the condition that an operator ended the weight of a record against an agent. A withdrawn incident counts against
 * nobody, whatever was decided about one agent before.
 */
export const endedByDecision = (record: SQL, did: SQL): SQL => sql`exists (select from ${replyDecisions} as d
  where d.record = ${record} and (d.decision = 'withdrawn' or d.did = ${did} and d.decision <> 'upheld'))`;
