import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import type { Tier } from "@/lib/identity/tiers";
import { instant } from "./columns";

/** What a look for an application's code found. */
export interface ClaimCheck {
  /** ISO 8601. */
  at: string;
  /** Each place; `proves` as in `ClaimPlace`; `problem` is null if the code is there. */
  places: { address: string; proves: boolean; problem: string | null }[];
}

/** Applications for a token. The applicant has its secret; only the SHA-256 is stored. */
export const applications = pgTable(
  "applications",
  {
    id: uuid().primaryKey(),
    secretHash: text("secret_hash").notNull().unique(),
    kind: text({ enum: ["agent", "provider"] }).notNull(),
    status: text({ enum: ["pending", "approved", "claimed", "rejected", "withdrawn"] }).notNull(),
    did: text(),
    organisation: text().notNull(),
    email: text().notNull(),
    purpose: text().notNull(),
    capabilities: text().array().notNull().default([]),
    requestedTier: text("requested_tier").$type<Tier>().notNull(),
    publicKey: text("public_key").notNull().default(""),
    /** The tier that the operator grants with the approval; null: it must be earned. */
    grantedTier: text("granted_tier").$type<Tier>(),
    /** The deciding operator's message to the applicant. */
    note: text().notNull().default(""),
    /** The last look for its code; null if nobody has asked for one. */
    claimCheck: jsonb("claim_check").$type<ClaimCheck>(),
    createdAt: instant("created_at").notNull(),
    decidedAt: instant("decided_at"),
    decidedBy: text("decided_by"),
    claimedAt: instant("claimed_at"),
    credentialId: uuid("credential_id"),
  },
  (t) => [
    check("applications_subject", sql`(${t.kind} = 'agent') = (${t.did} is not null)`),
    check("applications_status", sql`${t.status} in ('pending', 'approved', 'claimed', 'rejected', 'withdrawn')`),
    check("applications_granted_tier", sql`${t.grantedTier} in ('T0', 'T1', 'T2', 'T3', 'T4')`),
    check("applications_claimed", sql`(${t.status} = 'claimed') = (${t.credentialId} is not null)`),
    index("applications_did").on(t.did).where(sql`${t.did} is not null`),
    index("applications_waiting").on(t.createdAt).where(sql`status = 'pending'`),
    index("applications_newest").on(t.createdAt.desc().nullsFirst(), t.id),
  ],
);
export type ApplicationRow = typeof applications.$inferSelect;
