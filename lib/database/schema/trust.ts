import { bigint, date, index, jsonb, numeric, pgTable, text } from "drizzle-orm/pg-core";
import type { JWK } from "jose";
import type { KeyPurpose } from "@/lib/identity/key-purpose";
import type { StandingReason } from "@/lib/identity/standing-reason";
import type { Tier } from "@/lib/identity/tiers";
import { agents } from "./agents";
import { instant } from "./columns";

/**
 * The service's Ed25519 keys. `kid` is the RFC 7638 thumbprint. One key signs for each purpose; the others verify old
 * signatures.
 */
export const signingKeys = pgTable("signing_keys", {
  kid: text().primaryKey(),
  publicKey: jsonb("public_key").$type<JWK>().notNull(),
  /** PKCS #8 as PEM; "" if it is SIGNING_KEY, derived from it, or in the file of the embedded database's keys. */
  privateKey: text("private_key").notNull(),
  /** The default has the purposes for which earlier builds used every key. */
  purposes: text().array().$type<KeyPurpose[]>().notNull().default(["log", "statement"]),
  createdAt: instant("created_at").notNull(),
  /** Of a retired key of the logs: by origin line, the size of each log beyond which its signature is refused. */
  lastSize: jsonb("last_size").$type<Record<string, number>>(),
});

/**
 * When an instance last showed that a key is its present one. Apart from `signing_keys`, because each change there drops
 * the cached key set.
 */
export const keyUses = pgTable("key_uses", {
  kid: text()
    .primaryKey()
    .references(() => signingKeys.kid, { onDelete: "cascade" }),
  seenAt: instant("seen_at").notNull().defaultNow(),
});

/**
 * Every change of an agent's tier or score, each suspension and its end, with its reason. The trust_history_* triggers
 * on `agents` write it (function trust_history_record), so no change is missing.
 */
export const trustHistory = pgTable(
  "trust_history",
  {
    id: bigint({ mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    did: text()
      .notNull()
      .references(() => agents.did, { onDelete: "cascade" }),
    at: instant("at").notNull(),
    /** The UTC day of the facts in the score. */
    asOf: date("as_of", { mode: "string" }).notNull(),
    score: numeric({ precision: 4, scale: 1, mode: "number" }).notNull(),
    tier: text().$type<Tier>().notNull(),
    reason: jsonb().$type<StandingReason>().notNull(),
  },
  (t) => [index("trust_history_newest").on(t.did, t.id.desc().nullsFirst())],
);
export type TrustChangeRow = typeof trustHistory.$inferSelect;

/** The one open challenge of each agent, replaced by a newer one. It is kept after its use, to detect a second use. */
export const keyChallenges = pgTable("key_challenges", {
  did: text()
    .primaryKey()
    .references(() => agents.did, { onDelete: "cascade" }),
  /** 32 random bytes, base64url. */
  challenge: text().notNull(),
  publicKey: text("public_key").notNull(),
  /** The exact bytes to sign. */
  message: text().notNull(),
  expiresAt: instant("expires_at").notNull(),
  usedAt: instant("used_at"),
});
export type KeyChallengeRow = typeof keyChallenges.$inferSelect;
