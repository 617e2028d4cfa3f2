import { sql } from "drizzle-orm";
import { bigint, check, index, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** Audits, for queries. Each is also in the council's log at `seq`, where it cannot be changed. */
export const audits = pgTable(
  "audits",
  {
    id: uuid().primaryKey(),
    /** The position of its record in the council's log; null only inside the transaction that writes both. */
    seq: bigint({ mode: "number" }).unique(),
    did: text().notNull(),
    /** In the form of `actorName`: a DID or `operator:…`. */
    auditor: text().notNull(),
    /** The auditor's organisation at that time. Its agents count as one auditor. */
    auditorOrganisation: text("auditor_organisation"),
    verdict: text({ enum: ["pass", "fail", "pending"] }).notNull(),
    summary: text().notNull(),
    findings: jsonb().$type<unknown[]>().notNull(),
    evidence: jsonb().$type<unknown[]>().notNull(),
    idempotencyKey: text("idempotency_key"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    check("audits_verdict", sql`${t.verdict} in ('pass', 'fail', 'pending')`),
    unique("audits_idempotency").on(t.auditor, t.idempotencyKey),
    index("audits_newest").on(t.createdAt.desc().nullsFirst(), t.id),
    index("audits_did_newest").on(t.did, t.createdAt.desc().nullsFirst(), t.id),
  ],
);
export type AuditRow = typeof audits.$inferSelect;
