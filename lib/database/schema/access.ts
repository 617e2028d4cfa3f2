import { sql } from "drizzle-orm";
import { check, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns";

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
    /** The credential that replaced this one in a rotation. */
    replacedBy: uuid("replaced_by"),
    /** The issuer's key for the request and the SHA-256 of the request. Both identify a repeat. */
    idempotencyKey: text("idempotency_key"),
    requestHash: text("request_hash"),
  },
  (t) => [
    check(
      "credentials_owner",
      sql`(${t.kind} = 'agent' and ${t.did} is not null and ${t.organisation} is null)
        or (${t.kind} = 'provider' and ${t.did} is null and ${t.organisation} is not null)
        or (${t.kind} = 'operator' and ${t.did} is null and ${t.organisation} is null)`,
    ),
    unique("credentials_idempotency").on(t.createdBy, t.idempotencyKey),
    index("credentials_created_at").on(t.createdAt.desc().nullsFirst(), t.id),
    index("credentials_did").on(t.did).where(sql`${t.did} is not null`),
  ],
);
export type CredentialRow = typeof credentials.$inferSelect;

/**
 * Sessions of operators in the console and of owners, by the SHA-256 of their cookie. A session belongs to the token of
 * its sign-in. It ends if that token has ended, or another token has replaced it in the credential.
 */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey(),
    secretHash: text("secret_hash").notNull().unique(),
    tokenHash: text("token_hash").notNull(),
    createdAt: instant("created_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (t) => [index("sessions_token_hash").on(t.tokenHash)],
);
