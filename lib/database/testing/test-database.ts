import { afterAll, beforeAll } from "vitest";
import type { DatabaseAddress } from "@/lib/database/address";
import { openClient } from "@/lib/database/client";
import { closeDatabase, type Database, openDatabase, setDatabaseClient } from "@/lib/database/open";
import { borrowEngine } from "./engines";
import { newServerDatabase } from "./template";

/** Returns a test's own migrated, empty database on the suite's engine. */
export async function createTestDatabase(): Promise<{ address: DatabaseAddress; drop: () => Promise<void> }> {
  const database = await newServerDatabase();
  if (database) return { address: { url: database.url }, drop: database.drop };
  const embedded = await borrowEngine();
  return { address: embedded, drop: embedded.stop };
}

/**
 * Gives the whole test file one database, which everything in the process then uses.
 * @returns a function for the tests, since the database opens only before the first of them
 */
export function testDatabase(): () => Database {
  let copy: Awaited<ReturnType<typeof createTestDatabase>> | undefined;
  beforeAll(async () => {
    copy = await createTestDatabase();
    // A slow, busy machine is not a fault of the database. Tests of the deadlines open their own client.
    setDatabaseClient(openClient(copy.address, { responseMilliseconds: 30_000 }));
  });
  afterAll(async () => {
    await closeDatabase();
    await copy?.drop();
  });
  return openDatabase;
}
