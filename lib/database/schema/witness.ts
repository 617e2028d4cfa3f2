import { sql } from "drizzle-orm";
import { bigint, check, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instant } from "./columns";

const size = () => bigint("size", { mode: "number" }).notNull();

/**
 * Logs of others, each with its newest state that this service cosigned as their witness, or was about to. A state is replaced only in place
 * of the one that was read.
 */
export const witnessedLogs = pgTable(
  "witnessed_logs",
  {
    origin: text().primaryKey(),
    size: size(),
    root: bytes().notNull(),
    /** The newest cosigned checkpoint, with the log's signatures and ours. It may be older than the state. */
    note: text(),
  },
  (t) => [check("witnessed_logs_root", sql`octet_length(${t.root}) = 32`)],
);

/** Why a witness did not cosign a log, and when it is asked again. */
export interface WitnessTrouble {
  says: string;
  /** How often in a row. */
  failures: number;
  /** In milliseconds since 1970. */
  againAt: number;
}

/** Witnesses of our logs. One instance at a time asks one. Trigger: announce_change, for new troubles. */
export const witnesses = pgTable("witnesses", {
  /** Its verifier key. */
  witness: text().primaryKey(),
  nextAt: instant("next_at").notNull().defaultNow(),
  /** By log. */
  troubles: jsonb().$type<Record<string, WitnessTrouble>>().notNull().default({}),
  lease: uuid(),
  leasedUntil: instant("leased_until"),
});
export type WitnessRow = typeof witnesses.$inferSelect;

/** The checkpoint of each log that all witnesses are asked to cosign now. If each got its own one, none would have a quorum. */
export const offeredCheckpoints = pgTable("offered_checkpoints", {
  log: text().primaryKey(),
  size: size(),
  /** Signed by us. */
  note: text().notNull(),
  offeredAt: instant("offered_at").notNull().defaultNow(),
});
export type OfferedCheckpoint = typeof offeredCheckpoints.$inferSelect;

/** Cosignatures on our checkpoints. Old ones are deleted. Trigger: announce_change. */
export const logCosignatures = pgTable(
  "log_cosignatures",
  {
    log: text().notNull(),
    witness: text().notNull(),
    size: size(),
    /** The checkpoint, signed by us. */
    note: text().notNull(),
    /** The witness's signature line. */
    line: text().notNull(),
    /** By the witness's clock. */
    cosignedAt: instant("cosigned_at").notNull(),
    receivedAt: instant("received_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.log, t.witness, t.size] })],
);
export type LogCosignature = typeof logCosignatures.$inferSelect;
