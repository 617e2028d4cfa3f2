import { sql } from "drizzle-orm";
import { check, date, index, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { ROLES } from "@/lib/identity/roles";
import { instant } from "./columns";

/** The people who run this federation. In public, each is only a pseudonym of eight random letters, never used again. */
export const operators = pgTable("operators", {
  pseudonym: text().primaryKey().default(sql`fresh_pseudonym()`),
  name: text().notNull(),
  role: text({ enum: ROLES }).notNull(),
  createdAt: instant("created_at").notNull(),
  createdBy: text("created_by").notNull(),
  endedAt: instant("ended_at"),
});
export type OperatorRow = typeof operators.$inferSelect;

/** Which operator read the personal data of an application or a report: the first time on each day (UTC). */
export const readings = pgTable(
  "readings",
  {
    /** `application:` or `report:` with the id. */
    subject: text().notNull(),
    operator: text().notNull(),
    day: date().notNull(),
    readAt: instant("read_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.subject, t.operator, t.day] })],
);

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
    /** The operator's pseudonym. A trigger gives a token of version 0.3.0, which has none, a new operator. */
    operator: text().references(() => operators.pseudonym),
    /** Limits an operator's token to less than its operator may do; null for no limit. */
    role: text({ enum: ROLES }),
    createdAt: instant("created_at").notNull(),
    createdBy: text("created_by").notNull(),
    /** The credential that issued it; null for the service itself, and for rows of version 0.3.0. */
    createdWith: uuid("created_with"),
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
    lastUsedAt: instant("last_used_at"),
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
    check("credentials_operator", sql`(${t.kind} = 'operator') = (${t.operator} is not null)`),
    unique("credentials_idempotency").on(t.createdBy, t.idempotencyKey),
    index("credentials_created_at").on(t.createdAt.desc().nullsFirst(), t.id),
    index("credentials_operator_idx").on(t.operator).where(sql`${t.operator} is not null`),
    index("credentials_did").on(t.did).where(sql`${t.did} is not null`),
  ],
);
export type CredentialRow = typeof credentials.$inferSelect;

/**
 * The accounts at an OpenID Connect issuer with which operators sign in. Neither the issuer nor the subject is stored,
 * only the SHA-256 of both.
 */
export const operatorIdentities = pgTable("operator_identities", {
  identityHash: text("identity_hash").primaryKey(),
  operator: text()
    .notNull()
    .references(() => operators.pseudonym),
  /** The role that the issuer's claims gave at the last attempt to sign in; null if they gave none. */
  role: text({ enum: ROLES }),
  createdAt: instant("created_at").notNull(),
  lastUsedAt: instant("last_used_at").notNull(),
});

/**
 * Sessions of operators in the console and of owners, by the SHA-256 of their cookie. A session belongs to the token of
 * its sign-in, or to the identity. It ends if that token has ended, or another token has replaced it in the credential.
 */
export const sessions = pgTable(
  "sessions",
  {
    id: uuid().primaryKey(),
    secretHash: text("secret_hash").notNull().unique(),
    tokenHash: text("token_hash"),
    identityHash: text("identity_hash").references(() => operatorIdentities.identityHash),
    /** The SHA-256 of the `state` of the issuer's answer, so that no answer opens two sessions. */
    stateHash: text("state_hash").unique(),
    createdAt: instant("created_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (t) => [
    check("sessions_owner", sql`(${t.tokenHash} is null) = (${t.identityHash} is not null)`),
    index("sessions_token_hash").on(t.tokenHash),
  ],
);
export type SessionRow = typeof sessions.$inferSelect;
