import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { settings } from "@/lib/env";
import { databaseAddress } from "./address";
import { type Client, openClient } from "./client";

export type Database = PostgresJsDatabase;
/** A transaction on a database. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** A database or a transaction on it: what a read takes. */
export type Reader = Pick<Database, "select">;

// Server and routes are bundled apart; the pool they share is not.
const slot = globalThis as { fgsDatabaseClient?: Client };
let database: Database | undefined;

/** The process's pool, opened at the first call. */
export function databaseClient(): Client {
  slot.fgsDatabaseClient ??= openClient(databaseAddress(), settings().DATABASE_TIMEOUT_SECONDS * 1_000);
  return slot.fgsDatabaseClient;
}

/** The process's database, opened at the first call; connecting waits for the first query. */
export function openDatabase(): Database {
  database ??= drizzle(databaseClient());
  return database;
}

/** The same database by one connection, for statements only: they take effect in the order in which they are sent. */
export function inOrder(db: Database): Database {
  return drizzle((db as Database & { $client: Client }).$client.inOrder);
}

/** Waits up to five seconds for running queries, then closes the pool. */
export async function closeDatabase(): Promise<void> {
  const client = slot.fgsDatabaseClient;
  delete slot.fgsDatabaseClient;
  database = undefined;
  await client?.end({ timeout: 5 });
}
