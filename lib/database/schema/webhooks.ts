import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instant } from "./columns";

/**
 * Subscriptions to the change feed that are delivered by HTTP. One instance at a time has the lease of a subscription.
 * It reads the feed up to `scanned`, and stores a delivery for each change that matches the filters.
 */
export const webhooks = pgTable(
  "webhooks",
  {
    id: uuid().primaryKey(),
    /** In the order of creation, for pages. */
    number: integer().notNull().unique().generatedAlwaysAsIdentity(),
    /** The owner, as `actorName` writes a caller. */
    owner: text().notNull(),
    url: text().notNull(),
    /** The host of `url`, with its port if it has one. */
    host: text().notNull(),
    /** Null: all kinds, agents or zones. */
    kinds: text().array(),
    dids: text().array(),
    zones: text().array(),
    format: text({ enum: ["standard", "cloudevents"] }).notNull(),
    /** `unconfirmed` until the receiver has echoed a challenge; `disabled` by the service, with a `reason`. */
    state: text({ enum: ["unconfirmed", "active", "paused", "disabled"] }).notNull(),
    reason: text().notNull().default(""),
    /** The secret as `sealSecret` encrypts it. Until `previousUntil`, the one before it also signs. */
    secret: bytes("secret").notNull(),
    previousSecret: bytes("previous_secret"),
    previousUntil: instant("previous_until"),
    /** The `kid` of the key that encrypts both secrets; null if an earlier build wrote them. */
    sealedWith: text("sealed_with"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** The epoch in which `scanned` counts. `scanned` is the last number that has been read. */
    epoch: text().notNull(),
    scanned: bigint({ mode: "number" }).notNull(),
    /** When the earliest waiting delivery is due; null if none waits. */
    dueAt: instant("due_at"),
    /** No instance leases it before this time, because the owner may not receive now, or too many deliveries wait. */
    lookAt: instant("look_at").notNull().defaultNow(),
    lease: uuid(),
    leasedUntil: instant("leased_until"),
  },
  (t) => [
    check("webhooks_format", sql`${t.format} in ('standard', 'cloudevents')`),
    check("webhooks_state", sql`${t.state} in ('unconfirmed', 'active', 'paused', 'disabled')`),
    check("webhooks_reason", sql`(${t.state} = 'disabled') = (${t.reason} <> '')`),
    check("webhooks_lease", sql`(${t.lease} is null) = (${t.leasedUntil} is null)`),
    check("webhooks_previous", sql`(${t.previousSecret} is null) = (${t.previousUntil} is null)`),
    index("webhooks_owner").on(t.owner),
    index("webhooks_host").on(t.host),
    index("webhooks_active").on(t.lookAt).where(sql`${t.state} = 'active'`),
  ],
);
export type WebhookRow = typeof webhooks.$inferSelect;

/** One change for one subscription. It waits until `deliveredAt` is set, and is then kept as the log of deliveries. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    webhookId: uuid("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    /** The change's number in the feed. */
    seq: bigint({ mode: "number" }).notNull(),
    kind: text().notNull(),
    subject: text().notNull(),
    attempts: integer().notNull().default(0),
    dueAt: instant("due_at").notNull().defaultNow(),
    lastAt: instant("last_at"),
    /** The result of the last attempt: the status of the response, or null and `error`. */
    status: integer(),
    error: text().notNull().default(""),
    milliseconds: integer(),
    deliveredAt: instant("delivered_at"),
  },
  (t) => [
    primaryKey({ columns: [t.webhookId, t.seq] }),
    // The oldest waiting change of each subject.
    index("webhook_deliveries_waiting").on(t.webhookId, t.subject, t.seq).where(sql`${t.deliveredAt} is null`),
    index("webhook_deliveries_delivered_at").on(t.deliveredAt).where(sql`${t.deliveredAt} is not null`),
  ],
);
export type WebhookDeliveryRow = typeof webhookDeliveries.$inferSelect;
