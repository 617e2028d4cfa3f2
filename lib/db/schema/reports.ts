import { sql } from "drizzle-orm";
import { check, foreignKey, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";
import { incidents } from "./incidents";

/** What people without a token reported. Nothing of it is public. Its sender holds its secret; only the SHA-256 is here. */
export const reports = pgTable(
  "reports",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    secretHash: text("secret_hash").notNull().unique(),
    status: text({ enum: ["waiting", "opened", "duplicate", "dismissed"] }).notNull(),
    /** What happened, in the sender's words. */
    text: text().notNull(),
    /** The agents that it names, members or not. */
    dids: text().array().notNull().default([]),
    /** When it happened, as the sender put it. */
    happened: text().notNull().default(""),
    /** A link or a trace id. */
    evidence: text().notNull().default(""),
    /** The incident that it is about, as the sender put it. */
    about: integer(),
    /** For the decision; "" where none was given, or once it is erased. */
    email: text().notNull().default(""),
    createdAt: instant("created_at").notNull(),
    decidedAt: instant("decided_at"),
    decidedBy: text("decided_by"),
    /** Why it was dismissed; the sender reads it. */
    reason: text().notNull().default(""),
    /** The incident that it became, or that was there already. */
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
