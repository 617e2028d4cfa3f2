import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** Bearer tokens by their SHA-256. Each belongs to one agent, one organisation or an operator. */
export const credentials = pgTable(
  "credentials",
  {
    id: uuid().primaryKey(),
    kind: text({ enum: ["agent", "provider", "operator"] }).notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    did: text(),
    organisation: text(),
    label: text().notNull().default(""),
    createdAt: instant("created_at").notNull(),
    createdBy: text("created_by").notNull(),
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
    lastUsedAt: instant("last_used_at"),
    /** The credential that a rotation put in this one's place. */
    replacedBy: uuid("replaced_by"),
  },
  (t) => [
    check(
      "credentials_owner",
      sql`(${t.kind} = 'agent' and ${t.did} is not null and ${t.organisation} is null)
        or (${t.kind} = 'provider' and ${t.did} is null and ${t.organisation} is not null)
        or (${t.kind} = 'operator' and ${t.did} is null and ${t.organisation} is null)`,
    ),
    index("credentials_created_at").on(t.createdAt.desc().nullsFirst(), t.id),
  ],
);
export type CredentialRow = typeof credentials.$inferSelect;
