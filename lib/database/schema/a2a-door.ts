import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/**
 * A2A tasks. The messages and answers of a task are events of its trace. Lock the trace (`relay_traces`) before writing
 * a row.
 */
export const a2aTasks = pgTable(
  "a2a_tasks",
  {
    id: uuid().primaryKey(),
    traceId: text("trace_id").notNull().unique(),
    /** The DID of the agent that works on the task. */
    member: text().notNull(),
    /** The caller that may see it, named as in the ledger; for a guest, its DID. */
    owner: text().notNull(),
    callerDid: text("caller_did").notNull(),
    contextId: text("context_id").notNull(),
    isGuest: boolean("is_guest").notNull(),
    /** SHA-256 of the guest's address bucket, in hex, until its messages are erased. */
    bucketHash: text("bucket_hash"),
    state: text({ enum: ["submitted", "working", "input_required", "completed", "failed", "canceled"] }).notNull(),
    /** The event of the trace that set the state; 0: none yet. */
    stateSeq: bigint("state_seq", { mode: "number" }).notNull().default(0),
    /** The event that ended it. Later answers change nothing. */
    endedSeq: bigint("ended_seq", { mode: "number" }),
    createdAt: instant("created_at").notNull(),
    stateAt: instant("state_at").notNull(),
    /** When the oldest payload of a guest's task must be erased; null: there is none. */
    eraseAt: instant("erase_at"),
  },
  (t) => [
    index("a2a_tasks_owner").on(t.owner, t.stateAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("a2a_tasks_open_guests").on(t.bucketHash).where(sql`${t.bucketHash} is not null and ${t.endedSeq} is null`),
    index("a2a_tasks_erase").on(t.eraseAt).where(sql`${t.eraseAt} is not null`),
    check(
      "a2a_tasks_state",
      sql`${t.state} in ('submitted', 'working', 'input_required', 'completed', 'failed', 'canceled')`,
    ),
    check("a2a_tasks_ended", sql`(${t.endedSeq} is not null) = (${t.state} in ('completed', 'failed', 'canceled'))`),
    check("a2a_tasks_guest", sql`${t.isGuest} or (${t.bucketHash} is null and ${t.eraseAt} is null)`),
  ],
);
export type A2aTaskRow = typeof a2aTasks.$inferSelect;

/**
 * The messages that callers sent to A2A tasks, one row per event. The unique index ensures that a repeated message is
 * stored once.
 */
export const a2aMessages = pgTable(
  "a2a_messages",
  {
    taskId: uuid("task_id")
      .notNull()
      .references(() => a2aTasks.id),
    /** The event's number in the task's trace. */
    seq: bigint({ mode: "number" }).notNull(),
    owner: text().notNull(),
    /** The member that the caller named; "" if the message was routed. */
    addressee: text().notNull(),
    /** The task or context that the message named; "" for neither. */
    scope: text().notNull(),
    messageId: text("message_id").notNull(),
    /** SHA-256 of the message, in hex. */
    contentHash: text("content_hash").notNull(),
    member: text().notNull(),
    isGuest: boolean("is_guest").notNull(),
    inboxSeq: bigint("inbox_seq", { mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.taskId, t.seq] }),
    uniqueIndex("a2a_messages_once").on(t.owner, t.addressee, t.scope, t.messageId),
    index("a2a_messages_guests").on(t.member, t.inboxSeq).where(sql`${t.isGuest}`),
  ],
);
