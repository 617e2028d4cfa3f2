import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { ensureSigningKey } from "@/lib/authority/keys";
import { openClient } from "@/lib/database/client";
import { startEmbedded } from "@/lib/database/embedded/start";
import { migrateDatabase } from "@/lib/database/migrate";
import type { Database } from "@/lib/database/open";
import { newServerDatabase, removeDirectory, type ServerDatabase } from "@/lib/database/testing/template";
import type { Engine } from "./site";

interface OwnDatabase {
  db: Database;
  /** The same database through a client without deadlines, for what would run into them. */
  patient: Database;
  drop: () => Promise<void>;
}

export async function openOwnDatabase(engine: Engine): Promise<OwnDatabase> {
  const { address, remove } = engine === "embedded" ? await embedded() : await onServer();
  await migrateDatabase(address);
  const client = openClient(address);
  const patient =
    "url" in address
      ? postgres(address.url, { max: 10, onnotice: () => {} })
      : postgres({ path: address.socket, max: 1, user: "postgres", database: "postgres", onnotice: () => {} });
  const db = drizzle(client);
  await ensureSigningKey(db, undefined, new Date());
  const drop = async () => {
    await Promise.all([client.end({ timeout: 5 }), patient.end({ timeout: 5 })]);
    await remove();
  };
  return { db, patient: drizzle(patient), drop };
}

async function onServer() {
  const { url, drop } = await newDatabase();
  return { address: { url }, remove: drop };
}

async function embedded() {
  const directory = await mkdtemp(path.join(tmpdir(), "governance-bench-"));
  const engine = await startEmbedded({ socket: path.join(directory, "database.sock"), directory });
  const remove = async () => {
    await engine.stop();
    await removeDirectory(directory);
  };
  return { address: { socket: engine.socket }, remove };
}

export async function newDatabase(): Promise<ServerDatabase> {
  const database = await newServerDatabase({ empty: true });
  if (!database) throw new Error("DATABASE_URL must name a PostgreSQL server to make databases on.");
  const { url } = database;
  const admin = postgres(url, { max: 1 });
  // Each commit is on the disk before it is acknowledged, as for a service.
  await admin.unsafe(`alter database ${new URL(url).pathname.slice(1)} reset synchronous_commit`);
  await admin.end();
  return database;
}

/** Finds the processes of PostgreSQL that serve a database, and that run on this machine. */
export function backendsOf(url: string): { backends: () => Promise<number[]>; stop: () => Promise<void> } {
  const sql = postgres(process.env["DATABASE_URL"] ?? "", { max: 1, onnotice: () => {} });
  const database = new URL(url).pathname.slice(1);
  const backends = async () => {
    const rows = await sql<{ pid: number }[]>`select pid from pg_stat_activity where datname = ${database}`;
    return rows.map(({ pid }) => pid);
  };
  return { backends, stop: () => sql.end() };
}
