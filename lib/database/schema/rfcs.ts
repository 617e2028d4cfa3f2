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

/** The federation's rules: each text as it was entered by a build, and the status decided by operators. */
export const rfcs = pgTable(
  "rfcs",
  {
    number: integer().primaryKey(),
    title: text().notNull(),
    /** ISO 8601 day. */
    created: date({ mode: "string" }).notNull(),
    authors: jsonb().$type<string[]>().notNull(),
    /** The whole file. The next column has its SHA-256 in lower-case hex. */
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

/** Reviews, which never change. A reviewer's newest review of an RFC counts, if it is about the present text. */
export const rfcReviews = pgTable(
  "rfc_reviews",
  {
    id: uuid().primaryKey(),
    /** The position of its record in the council's log; null only inside the transaction that writes both. */
    seq: bigint({ mode: "number" }).unique(),
    rfc: integer().notNull(),
    /** In the form of `actorName`: a DID or `operator:…`. */
    reviewer: text().notNull(),
    verdict: text({ enum: ["approve", "object", "comment"] }).notNull(),
    text: text().notNull(),
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
