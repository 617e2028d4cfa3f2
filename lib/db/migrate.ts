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

/** The database was made with other migrations than this build has. No retry helps. */
export class IncompatibleDatabase extends Error {
  override readonly name = "IncompatibleDatabase";
  readonly cannot = "Another build made this database, and this build cannot upgrade it.";
  readonly remedy =
    "With the old build, save /checkpoint and /api/memory/log, both also with ?log=council, and /.well-known/jwks.json. " +
    "Then start on an empty database.";
  override readonly message = `${this.cannot} ${this.remedy}`;
}

/**
 * Brings the schema up to date. Instances that start at once take turns: the lock is held by the connection that
 * migrates, and falls with it.
 * @throws IncompatibleDatabase, or whatever the database answers; nothing of a failed migration stays.
 */
export async function migrateDatabase(address: DatabaseAddress): Promise<void> {
  const connection = openDriver(address, { max: 1, connect_timeout: 3, onnotice: () => {}, prepare: false });
  try {
    await connection`select pg_advisory_lock(${STARTUP_LOCK})`;
    const db = drizzle(connection);
    await countMissingMigrations(db);
    await migrate(db, { migrationsFolder });
  } finally {
    await connection.end({ timeout: 1 });
  }
}

/**
 * Counts the migrations of this build that the database lacks. More migrations, of a newer build, are allowed.
 * @throws IncompatibleDatabase where the database's migrations do not begin as this build's do
 */
export async function countMissingMigrations(db: Pick<Database, "execute">): Promise<number> {
  const own = readMigrationFiles({ migrationsFolder });
  const [found] = await db.execute<{ journal: string | null }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') as journal`,
  );
  if (!found?.journal) return own.length;
  const applied = await db.execute<{ hash: string; at: string }>(
    sql`select hash, created_at as at from drizzle.__drizzle_migrations order by created_at, id`,
  );
  const fits = own.every(({ hash, folderMillis }, index) => {
    const row = applied[index];
    return !row || (row.hash === hash && Number(row.at) === folderMillis);
  });
  if (!fits) throw new IncompatibleDatabase();
  return Math.max(own.length - applied.length, 0);
}
