import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/postgres-js";
import { settings } from "@/lib/foundation/env";
import { rootPath } from "@/lib/foundation/root-path";
import type { DatabaseAddress } from "./address";
import { openDriver } from "./driver";
import { sqlState } from "./errors";
import { lock } from "./locks";
import type { Database, Transaction } from "./open";
import { type Obstacle, obstaclesToMigrations, obstaclesToUse, readFacts, UnusableDatabase } from "./requirements";
import { applySettings } from "./session";

const migrationsFolder = rootPath("drizzle");

/** Thrown if the database was created with other migrations than this build's. */
export class IncompatibleDatabase extends UnusableDatabase {
  override readonly name = "IncompatibleDatabase";

  constructor() {
    super({
      cannot: "Another build made this database, and this build cannot upgrade it.",
      remedy:
        "With the old build, save /checkpoint and /api/memory/log, both also with ?log=council, and /.well-known/jwks.json. " +
        "Then start on an empty database.",
    });
  }
}

const NOT_FOUNDED = {
  cannot: "The database is empty, but LOG_ORIGIN names a log that it should have.",
  remedy: "Check DATABASE_URL or DATA_DIR. To begin new logs because those are lost, start once with INIT=1.",
};

const DEADLOCK = "40P01";
const MAX_ATTEMPTS = 20;

/** @throws UnusableDatabase that names the first obstacle */
function assertNone([obstacle]: readonly Obstacle[]): void {
  if (obstacle) throw new UnusableDatabase(obstacle);
}

/** Applies missing migrations. Drizzle's own migrator does not accept a transaction; this one writes the same journal. */
async function applyMissing(tx: Transaction): Promise<void> {
  const facts = await readFacts(tx);
  assertNone(obstaclesToUse(facts));
  const missing = await countMissingMigrations(tx);
  if (missing === 0) return;
  assertNone(obstaclesToMigrations(facts));
  const own = readMigrationFiles({ migrationsFolder });
  if (missing === own.length) {
    const { LOG_ORIGIN, INIT } = settings();
    if (LOG_ORIGIN !== undefined && !INIT) throw new UnusableDatabase(NOT_FOUNDED);
    // With IF NOT EXISTS, PostgreSQL demands the right to create schemas even if this one exists.
    if (facts.createsInJournal === null) await tx.execute(sql`create schema drizzle`);
    await tx.execute(sql`create table if not exists drizzle.__drizzle_migrations
      (id serial primary key, hash text not null, created_at bigint)`);
  }
  for (const migration of own.slice(-missing)) {
    for (const text of migration.sql) await tx.execute(sql.raw(text));
    await tx.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${migration.hash}, ${migration.folderMillis})`);
  }
}

/**
 * Updates the schema in one transaction. Instances that start at once take turns. The lock belongs to the transaction,
 * because behind a pooler a session's lock outlives its client.
 * @throws UnusableDatabase, or the database's error; nothing of a failed migration stays.
 */
export async function migrateDatabase(address: DatabaseAddress): Promise<void> {
  // The embedded engine serves one session. A new connection waits while another process migrates.
  const connect_timeout = "socket" in address ? 20 : 3;
  const connection = openDriver(address, {
    max: 1,
    connect_timeout,
    onnotice: () => {},
    prepare: false,
    fetch_types: false,
  });
  const migrate = () =>
    drizzle(connection).transaction(
      async (tx) => {
        await applySettings(tx);
        await lock(tx, "startup");
        await applyMissing(tx);
      },
      { isolationLevel: "read committed" },
    );
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await migrate();
      } catch (error) {
        // An instance that serves meanwhile locks tables in any order. Its statement then went first.
        if (sqlState(error) !== DEADLOCK || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  } finally {
    await connection.end({ timeout: 1 });
  }
}

/**
 * Counts the migrations of this build that the database lacks. More migrations, of a newer build, are allowed.
 * @throws IncompatibleDatabase if the database's first migrations differ from this build's
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
