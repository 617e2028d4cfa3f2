import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { instant } from "./columns";

/** The federation's rules: each text as it came in with a build, and the status that operators decided since. */
export const rfcs = pgTable(
  "rfcs",
  {
    number: integer().primaryKey(),
    title: text().notNull(),
    /** ISO 8601 day. */
    created: date({ mode: "string" }).notNull(),
    authors: jsonb().$type<string[]>().notNull(),
    /** The whole file, whose SHA-256 stands beside it in lower-case hex. */
    text: text().notNull(),
    sha256: text().notNull(),
    status: text({ enum: ["DRAFT", "ACTIVE", "FROZEN", "SUPERSEDED"] }).notNull(),
    supersededBy: integer("superseded_by").references((): AnyPgColumn => rfcs.number),
    since: instant("since").notNull(),
  },
  (t) => [
    check("rfcs_number", sql`${t.number} between 1 and 9999`),
    check("rfcs_status", sql`${t.status} in ('DRAFT', 'ACTIVE', 'FROZEN', 'SUPERSEDED')`),
    check("rfcs_superseded", sql`(${t.status} = 'SUPERSEDED') = (${t.supersededBy} is not null)`),
    check("rfcs_not_by_itself", sql`${t.supersededBy} <> ${t.number}`),
  ],
);
export type RfcRow = typeof rfcs.$inferSelect;

/** Reviews, never changed: a reviewer's newest of an RFC counts, as long as the text is the one that was reviewed. */
export const rfcReviews = pgTable(
  "rfc_reviews",
  {
    id: uuid().primaryKey(),
    /** The place of its record in the council's log; null only inside the transaction that writes both. */
    seq: bigint({ mode: "number" }).unique(),
    rfc: integer().notNull(),
    /** As `actorName` says: a DID or `operator:…`. */
    reviewer: text().notNull(),
    verdict: text({ enum: ["approve", "object", "comment"] }).notNull(),
    text: text().notNull(),
    /** Of the RFC's text that was reviewed. */
    sha256: text().notNull(),
    idempotencyKey: text("idempotency_key"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    foreignKey({ name: "rfc_reviews_rfc", columns: [t.rfc], foreignColumns: [rfcs.number] }),
    check("rfc_reviews_verdict", sql`${t.verdict} in ('approve', 'object', 'comment')`),
    unique("rfc_reviews_idempotency").on(t.reviewer, t.idempotencyKey),
    index("rfc_reviews_newest").on(t.rfc, t.reviewer, t.seq.desc().nullsFirst()),
  ],
);
export type RfcReviewRow = typeof rfcReviews.$inferSelect;
