import path from "node:path";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import type { DatabaseAddress } from "./address";
import { openDriver } from "./driver";
import type { Database } from "./open";
import { STARTUP_LOCK } from "./startup-lock";

const migrationsFolder = path.resolve("drizzle");

/**
 * Brings the schema up to date. Instances that start at once take turns: the lock is held by the connection that
 * migrates, and falls with it.
 * @throws whatever the database answers; nothing of a failed migration stays.
 */
export async function migrateDatabase(address: DatabaseAddress): Promise<void> {
  const connection = openDriver(address, { max: 1, connect_timeout: 3, onnotice: () => {}, prepare: false });
  try {
    await connection`select pg_advisory_lock(${STARTUP_LOCK})`;
    await migrate(drizzle(connection), { migrationsFolder });
  } finally {
    await connection.end({ timeout: 1 });
  }
}

/** How many migrations of this build the database still lacks; those of a newer build do not count. */
export async function countMissingMigrations(db: Database): Promise<number> {
  const [row] = await db.execute<{ last: string | null }>(
    sql`select max(created_at) as last from drizzle.__drizzle_migrations`,
  );
  const last = Number(row?.last ?? 0);
  return readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis > last).length;
}
