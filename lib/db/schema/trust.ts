import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { JWK } from "jose";

/** Ed25519 keys that sign statements of standing. `kid` is the RFC 7638 thumbprint. One is active; the rest verify. */
export const signingKeys = pgTable("signing_keys", {
  kid: text().primaryKey(),
  publicKey: jsonb("public_key").$type<JWK>().notNull(),
  privateKey: text("private_key").notNull(),
  createdAt: timestamp("created_at", { withTimezone: true, precision: 3, mode: "date" }).notNull(),
});
