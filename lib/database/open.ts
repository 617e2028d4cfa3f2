import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { settings } from "@/lib/foundation/env";
import { databaseAddress } from "./address";
import { type Client, openClient } from "./client";

export type Database = PostgresJsDatabase;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
/** A database or a transaction on it, the argument of a read. */
export type Reader = Pick<Database, "select" | "with" | "$with" | "_">;

let client: Client | undefined;
let database: Database | undefined;

/** The process's pool, opened at the first call. */
export function databaseClient(): Client {
  if (!client) {
    const { DATABASE_TIMEOUT_SECONDS, DATABASE_POOLED, DATABASE_DIRECT_URL } = settings();
    client = openClient(databaseAddress(), {
      responseMilliseconds: DATABASE_TIMEOUT_SECONDS * 1_000,
      pooling: DATABASE_POOLED,
      directUrl: DATABASE_DIRECT_URL,
    });
  }
  return client;
}

/** Replaces the process's pool. Tests use it, before the database is first opened. */
export function setDatabaseClient(replacement: Client): void {
  client = replacement;
}

/** Returns the process's database, opened at the first call. It connects at the first query. */
export function openDatabase(): Database {
  database ??= drizzle(databaseClient());
  return database;
}

/** Waits up to five seconds for running queries, then closes the pool. */
export async function closeDatabase(): Promise<void> {
  const open = client;
  client = undefined;
  database = undefined;
  await open?.end({ timeout: 5 });
}
