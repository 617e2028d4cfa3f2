import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "./columns";

/**
 * What went wrong. Triggers: incidents_guard keeps what was reported and confirmed, allows only the transitions there are,
 * and seals an exported incident; incidents_stay refuses DELETE and TRUNCATE; see drizzle/0002_functions_and_triggers.sql
 * and drizzle/0004_confirmations_and_revisions.sql.
 */
export const incidents = pgTable(
  "incidents",
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    title: text().notNull(),
    severity: text({ enum: ["LOW", "MAJOR", "CRITICAL"] }).notNull(),
    status: text({ enum: ["OPEN", "FROZEN", "RESOLVED", "EXPORTED"] }).notNull(),
    incidentType: text("incident_type").notNull(),
    description: text().notNull(),
    traceId: text("trace_id"),
    /** As `actorName` says: a DID, `operator:…` or `system`. */
    reporter: text().notNull(),
    /** Whose limit the report counts for: the reporter's organisation at that time. Null: the reporter's own. */
    reporterOrganisation: text("reporter_organisation"),
    idempotencyKey: text("idempotency_key"),
    /** When it began to weigh on the agents that it names, and by whose word. Null: it does not. */
    confirmedAt: instant("confirmed_at"),
    confirmedBy: text("confirmed_by"),
    /** Resolved as a report that nothing was behind: it weighs on nobody. */
    unfounded: boolean().notNull().default(false),
    createdAt: instant("created_at").notNull(),
    /** Of its last step. */
    updatedAt: instant("updated_at").notNull(),
    resolvedAt: instant("resolved_at"),
  },
  (t) => [
    check("incidents_severity", sql`${t.severity} in ('LOW', 'MAJOR', 'CRITICAL')`),
    check("incidents_status", sql`${t.status} in ('OPEN', 'FROZEN', 'RESOLVED', 'EXPORTED')`),
    check("incidents_resolved", sql`(${t.status} in ('RESOLVED', 'EXPORTED')) = (${t.resolvedAt} is not null)`),
    check("incidents_unfounded", sql`not ${t.unfounded} or ${t.resolvedAt} is not null`),
    check("incidents_confirmed", sql`num_nulls(${t.confirmedAt}, ${t.confirmedBy}) in (0, 2)`),
    unique("incidents_idempotency").on(t.reporter, t.idempotencyKey),
    index("incidents_counts").on(t.severity, t.status),
    index("incidents_created_at").on(t.createdAt),
    index("incidents_title_trgm").using("gin", sql`${t.title} gin_trgm_ops`),
    index("incidents_words")
      .using("gin", sql`to_tsvector('english', ${t.title} || ' ' || ${t.description})`)
      .with({ fastupdate: false }),
    index("incidents_updated").on(t.updatedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index("incidents_unsettled").on(t.reporter, t.severity, t.id).where(sql`status in ('OPEN', 'FROZEN')`),
    index("incidents_unsettled_of").on(t.reporterOrganisation).where(sql`status in ('OPEN', 'FROZEN')`),
  ],
);
export type IncidentRow = typeof incidents.$inferSelect;

/**
 * The agents that an incident names, members or not. One that was struck stays, with who struck it and why.
 * Triggers: incident_agents_guard (struck once, none after the export), incident_agents_stay.
 */
export const incidentAgents = pgTable(
  "incident_agents",
  {
    incidentId: integer("incident_id").notNull(),
    did: text().notNull(),
    struckAt: instant("struck_at"),
    struckBy: text("struck_by"),
    struckFor: text("struck_for"),
  },
  (t) => [
    primaryKey({ columns: [t.incidentId, t.did] }),
    foreignKey({ name: "incident_agents_incident", columns: [t.incidentId], foreignColumns: [incidents.id] }),
    check("incident_agents_struck", sql`num_nulls(${t.struckAt}, ${t.struckBy}, ${t.struckFor}) in (0, 3)`),
    index("incident_agents_did").on(t.did, t.incidentId),
  ],
);
export type IncidentAgentRow = typeof incidentAgents.$inferSelect;

/**
 * What became of an incident, step by step. `seq` is the place of the act in the council's log.
 * Triggers: incident_events_guard (none after the export), incident_events_append_only.
 */
export const incidentEvents = pgTable(
  "incident_events",
  {
    seq: bigint({ mode: "number" }).primaryKey(),
    incidentId: integer("incident_id").notNull(),
    kind: text({
      enum: [
        "opened",
        "confirmed",
        "updated",
        "frozen",
        "reopened",
        "resolved",
        "agent_struck",
        "postmortem",
        "exported",
      ],
    }).notNull(),
    actor: text().notNull(),
    note: text().notNull(),
    /** Whom an `agent_struck` is about. */
    did: text(),
    at: instant("at").notNull(),
  },
  (t) => [
    foreignKey({ name: "incident_events_incident", columns: [t.incidentId], foreignColumns: [incidents.id] }),
    check("incident_events_did", sql`(${t.kind} = 'agent_struck') = (${t.did} is not null)`),
    index("incident_events_incident_seq").on(t.incidentId, t.seq),
    index("incident_events_at").on(t.at).where(sql`kind in ('frozen', 'reopened', 'resolved')`),
  ],
);
export type IncidentEventRow = typeof incidentEvents.$inferSelect;

/**
 * Sealed records, byte for byte as they were hashed, with what proves that the hash is anchored.
 * Trigger: incident_exports_append_only.
 */
export const incidentExports = pgTable(
  "incident_exports",
  {
    incidentId: integer("incident_id").primaryKey(),
    /** JSON in its canonical form (RFC 8785). */
    record: text().notNull(),
    /** SHA-256 of the record's UTF-8 bytes, lower-case hex. */
    sha256: text().notNull(),
    anchorId: uuid("anchor_id").notNull().unique(),
    anchorSeq: bigint("anchor_seq", { mode: "number" }).notNull(),
    /** Of the anchor's commitment, lower-case hex: kept here, where an erasure does not reach it. */
    salt: text().notNull(),
    anchoredBy: text("anchored_by").notNull(),
  },
  (t) => [
    foreignKey({ name: "incident_exports_incident", columns: [t.incidentId], foreignColumns: [incidents.id] }),
    check("incident_exports_hex", sql`${t.sha256} ~ '^[0-9a-f]{64}$' and ${t.salt} ~ '^[0-9a-f]{64}$'`),
  ],
);
export type IncidentExportRow = typeof incidentExports.$inferSelect;
