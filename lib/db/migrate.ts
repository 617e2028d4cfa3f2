import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import type { DatabaseAddress } from "./address";
import { STARTUP_LOCK } from "./startup-lock";

/**
 * Brings the schema up to date. Instances that start at once take turns: the lock is held by the connection that
 * migrates, and falls with it.
 * @throws whatever the database answers; nothing of a failed migration stays.
 */
export async function migrateDatabase(address: DatabaseAddress): Promise<void> {
  const options = { max: 1, connect_timeout: 3, onnotice: () => {}, prepare: false };
  const sql =
    "url" in address
      ? postgres(address.url, options)
      : postgres({ ...options, path: address.socket, user: "postgres", database: "postgres" });
  try {
    await sql`select pg_advisory_lock(${STARTUP_LOCK})`;
    await migrate(drizzle(sql), { migrationsFolder: path.resolve("drizzle") });
  } finally {
    await sql.end({ timeout: 1 });
  }
}
