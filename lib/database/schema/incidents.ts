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
 * Incidents. Triggers: incidents_guard protects the report, except from redactions, and the confirmation, allows only valid
 * transitions, and seals an exported incident; see drizzle/0015_redactions.sql. incidents_no_delete rejects DELETE and
 * TRUNCATE; see drizzle/0002_functions_and_triggers.sql.
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
    /** In the form of `actorName`: a DID, `operator:…` or `system`. */
    reporter: text().notNull(),
    /**
     * The organisation whose limit the report counts for: the reporter's at that time. Null: the reporter's own limit.
     */
    reporterOrganisation: text("reporter_organisation"),
    idempotencyKey: text("idempotency_key"),
    /** Time and author of the confirmation, from which on it affects the agents that it names. Null: unconfirmed. */
    confirmedAt: instant("confirmed_at"),
    confirmedBy: text("confirmed_by"),
    /** Resolved as unfounded, so it affects no agent. */
    unfounded: boolean().notNull().default(false),
    createdAt: instant("created_at").notNull(),
    /** Time of its last step. */
    updatedAt: instant("updated_at").notNull(),
    resolvedAt: instant("resolved_at"),
    /** When its title or description was last redacted. */
    redactedAt: instant("redacted_at"),
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
    index("incidents_unconfirmed")
      .on(t.createdAt)
      .where(sql`confirmed_at is null and not unfounded and status <> 'EXPORTED'`),
    index("incidents_redacted").on(t.id).where(sql`${t.redactedAt} is not null`),
    index("incidents_unsettled_of").on(t.reporterOrganisation).where(sql`status in ('OPEN', 'FROZEN')`),
  ],
);
export type IncidentRow = typeof incidents.$inferSelect;

/**
 * The agents that an incident names, members or not. A removed agent keeps its row, with the operator and the reason.
 * Triggers: incident_agents_guard (removed once, never after the export), incident_agents_no_delete.
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
 * The steps of an incident. `seq` is the position of the act in the council's log. Triggers: incident_events_guard
 * (none after the export), incident_events_append_only, incident_events_redact_only (a note, after its act is erased);
 * see drizzle/0015_redactions.sql.
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
    /** The agent of an `agent_struck`. */
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
 * Sealed records, byte for byte as hashed, with the proof that the hash is anchored. Triggers:
 * incident_exports_append_only, incident_exports_redact_only.
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
    /**
     * The salt of the anchor's commitment, lower-case hex. It is stored here, because an erasure does not delete it
     * here.
     */
    salt: text().notNull(),
    anchoredBy: text("anchored_by").notNull(),
    /** When a text in the record was last redacted. The hash is of the record before. */
    redactedAt: instant("redacted_at"),
  },
  (t) => [
    foreignKey({ name: "incident_exports_incident", columns: [t.incidentId], foreignColumns: [incidents.id] }),
    check("incident_exports_hex", sql`${t.sha256} ~ '^[0-9a-f]{64}$' and ${t.salt} ~ '^[0-9a-f]{64}$'`),
  ],
);
export type IncidentExportRow = typeof incidentExports.$inferSelect;
