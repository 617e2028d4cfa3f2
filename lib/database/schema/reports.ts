import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { incidents } from "./incidents";

/**
 * Reports from people without a token. Nothing of them is public. The sender has the secret; only its SHA-256 is here.
 */
export const reports = pgTable(
  "reports",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    secretHash: text("secret_hash").notNull().unique(),
    status: text({ enum: ["waiting", "opened", "duplicate", "dismissed"] }).notNull(),
    /** The description in the sender's words. */
    text: text().notNull(),
    /** The named agents, members or not. */
    dids: text().array().notNull().default([]),
    /** The time of the event, as the sender wrote it. */
    happened: text().notNull().default(""),
    /** A link or a trace id. */
    evidence: text().notNull().default(""),
    about: integer(),
    /** Address for the decision; "" if none was given, or after its erasure. */
    email: text().notNull().default(""),
    /** A pseudonym of the sender's network while the same process runs; "" without an edge. */
    network: text().notNull().default(""),
    createdAt: instant("created_at").notNull(),
    decidedAt: instant("decided_at"),
    decidedBy: text("decided_by"),
    /** The reason of a dismissal, which the sender can read. */
    reason: text().notNull().default(""),
    /** The incident opened from it, or the existing one. */
    incidentId: integer("incident_id"),
  },
  (t) => [
    foreignKey({ name: "reports_incident", columns: [t.incidentId], foreignColumns: [incidents.id] }),
    check("reports_status", sql`${t.status} in ('waiting', 'opened', 'duplicate', 'dismissed')`),
    check(
      "reports_decided",
      sql`(${t.status} = 'waiting') = (${t.decidedAt} is null) and num_nulls(${t.decidedAt}, ${t.decidedBy}) in (0, 2)`,
    ),
    check("reports_led_to", sql`(${t.status} in ('opened', 'duplicate')) = (${t.incidentId} is not null)`),
    check("reports_dismissed", sql`(${t.status} = 'dismissed') = (${t.reason} <> '')`),
    index("reports_waiting").on(t.id).where(sql`status = 'waiting'`),
    index("reports_decided_at").on(t.decidedAt.desc().nullsFirst(), t.id),
    index("reports_with_email").on(t.decidedAt).where(sql`email <> ''`),
  ],
);
export type ReportRow = typeof reports.$inferSelect;
