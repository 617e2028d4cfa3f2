import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** One row per trace, with its number of events. Its lock orders the appends to it. */
export const relayTraces = pgTable("relay_traces", {
  traceId: text("trace_id").primaryKey(),
  size: bigint({ mode: "number" }).notNull(),
  createdAt: instant("created_at").notNull(),
  lastAt: instant("last_at").notNull(),
  /** Whether what its events say is for sender and recipient alone: the trace of an A2A task. */
  isPrivate: boolean("is_private").notNull().default(false),
});

/** One row per recipient, registered or not: the number of events addressed to it, and its last acknowledgement. */
export const relayInboxes = pgTable(
  "relay_inboxes",
  {
    did: text().primaryKey(),
    size: bigint({ mode: "number" }).notNull(),
    acknowledged: bigint({ mode: "number" }).notNull().default(0),
  },
  (t) => [check("relay_inboxes_acknowledged", sql`${t.acknowledged} between 0 and ${t.size}`)],
);

/**
 * Events and routing decisions. `seq` is gapless in a trace and `inbox_seq` in a recipient's inbox, each from 1. A
 * routing decision has `decision` and the columns after it, and is in no inbox.
 */
export const relayEvents = pgTable(
  "relay_events",
  {
    traceId: text("trace_id").notNull(),
    seq: bigint({ mode: "number" }).notNull(),
    id: uuid().notNull().unique(),
    record: text({ enum: ["event", "routing"] }).notNull(),
    srcDid: text("src_did").notNull(),
    dstDid: text("dst_did"),
    kind: text().notNull(),
    intent: text().notNull(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    extensions: jsonb().$type<Record<string, unknown>>().notNull(),
    occurredAt: instant("occurred_at"),
    receivedAt: instant("received_at").notNull(),
    idempotencyKey: text("idempotency_key"),
    /** SHA-256 of the content sent with the key. It detects another content with the same key. */
    contentHash: text("content_hash"),
    inboxSeq: bigint("inbox_seq", { mode: "number" }),
    decision: jsonb().$type<Record<string, unknown>>(),
    match: text({ enum: ["semantic", "syntactic", "none"] }),
    semanticScore: real("semantic_score"),
    durationMs: real("duration_ms"),
  },
  (t) => [
    primaryKey({ columns: [t.traceId, t.seq] }),
    uniqueIndex("relay_events_idempotency").on(t.srcDid, t.idempotencyKey).where(sql`${t.idempotencyKey} is not null`),
    uniqueIndex("relay_events_inbox").on(t.dstDid, t.inboxSeq).where(sql`${t.inboxSeq} is not null`),
    index("relay_events_routings").on(t.receivedAt.desc().nullsFirst()).where(sql`${t.record} = 'routing'`),
    check(
      "relay_events_routing",
      sql`(${t.record} = 'routing') = (${t.decision} is not null) and (${t.record} = 'routing') = (${t.match} is not null)`,
    ),
  ],
);
export type RelayEventRow = typeof relayEvents.$inferSelect;

/**
 * Counts of events per hour and, in the row of the hour 1970-01-01, in total. They are counted in the transaction of
 * the append, so no total reads the events. `slot` keeps processes from waiting for each other; sum over it.
 */
export const relayCounts = pgTable(
  "relay_counts",
  {
    hour: instant("hour").notNull(),
    measure: text().notNull(),
    slot: smallint().notNull(),
    amount: bigint({ mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.hour, t.measure, t.slot] })],
);

/**
 * How often the relay routed an intent to an agent, and how many events it received, per UTC day, counted in the
 * transaction of the append. `slot` as above. Its trigger announces changes; see drizzle/0002_functions_and_triggers.sql.
 */
export const relayUsage = pgTable(
  "relay_usage",
  {
    did: text().notNull(),
    day: date({ mode: "string" }).notNull(),
    slot: smallint().notNull(),
    routed: integer().notNull(),
    received: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.did, t.day, t.slot] }), index("relay_usage_day").on(t.day)],
);
