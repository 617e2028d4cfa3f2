import { sql } from "drizzle-orm";
import type { Transaction } from "./open";

/** An arbitrary number, equal in every instance: the advisory lock with which starting instances take turns. */
const STARTUP_LOCK = 7_041_776;

/** Takes the start-up lock until the transaction ends. */
export async function lockStartup(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${STARTUP_LOCK})`);
}
