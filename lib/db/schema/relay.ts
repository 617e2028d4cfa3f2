import { sql } from "drizzle-orm";
import {
  bigint,
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

/** One row a trace: how many events it has. Its lock orders the appends to it. */
export const relayTraces = pgTable("relay_traces", {
  traceId: text("trace_id").primaryKey(),
  size: bigint({ mode: "number" }).notNull(),
  createdAt: instant("created_at").notNull(),
  lastAt: instant("last_at").notNull(),
});

/** One row a recipient, registered or not: how many events were addressed to it, and up to which it has acknowledged. */
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
 * What was sent, and how intents were routed. `seq` is gapless in a trace and `inbox_seq` in a recipient's inbox, each
 * from 1. A routing decision has `decision` and what follows it, and lies in no inbox.
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
    /** SHA-256 of what was sent under the key, so that the same key with another content is told apart. */
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
 * How often each thing happened in an hour, and, in the row of the hour 1970-01-01, ever: counted in the transaction
 * that appends it, so that no total reads the events. `slot` keeps processes from waiting for each other; sum over it.
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
 * How often the relay routed an intent to an agent, and how many events it received, by the UTC day; counted in the
 * transaction that appends them. `slot` as above. Its trigger announces changes; see drizzle/0011_relay_usage.sql.
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
