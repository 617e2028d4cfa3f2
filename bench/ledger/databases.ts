import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { ensureSigningKey } from "@/lib/authority/keys";
import { openClient } from "@/lib/database/client";
import { startEmbedded } from "@/lib/database/embedded/start";
import { migrateDatabase } from "@/lib/database/migrate";
import type { Database } from "@/lib/database/open";
import { ANCHOR_LOG, appendLocked } from "@/lib/ledger/append";
import { lockHead } from "@/lib/ledger/head";
import { createDraft } from "@/lib/ledger/link";

const BULK_ENTRIES = 4_000;

export interface OpenedDatabase {
  db: Database;
  /** The same database through a client without deadlines, for what would run into them. */
  patient: Database;
  /** The engine's own name and version. */
  engine: string;
  drop: () => Promise<void>;
}

/** A separate, migrated database: on the server that DATABASE_URL names, else on the embedded engine. */
export async function openOwnDatabase(): Promise<OpenedDatabase> {
  const server = process.env["DATABASE_URL"];
  const { address, remove } = server === undefined ? await embedded() : await onServer(server);
  await migrateDatabase(address);
  const client = openClient(address);
  const db = drizzle(client);
  const patientClient =
    "url" in address
      ? postgres(address.url, { max: 10, onnotice: () => {} })
      : postgres({ path: address.socket, max: 1, user: "postgres", database: "postgres", onnotice: () => {} });
  await ensureSigningKey(db, undefined, new Date());
  const [version] = await client`select split_part(version(), ' on ', 1) as text`;
  const drop = async () => {
    await Promise.all([client.end({ timeout: 5 }), patientClient.end({ timeout: 5 })]);
    await remove();
  };
  return { db, patient: drizzle(patientClient), engine: String(version?.["text"]), drop };
}

async function embedded() {
  const directory = await mkdtemp(path.join(tmpdir(), "governance-bench-"));
  const engine = await startEmbedded({ socket: path.join(directory, "database.sock"), directory });
  const remove = async () => {
    await engine.stop();
    await rm(directory, { recursive: true });
  };
  return { address: { socket: engine.socket }, remove };
}

async function onServer(server: string) {
  const name = `governance_bench_${process.pid}_${Date.now()}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const remove = async () => {
    await admin.unsafe(`drop database if exists ${name} with (force)`);
    await admin.end();
  };
  return { address: { url: url.href }, remove };
}

/** Fills the anchors' log up to `size`, by the statement that every append takes. */
export async function fill(db: Database, size: number): Promise<void> {
  for (let full = false; !full; ) {
    full = await db.transaction(async (tx) => {
      const head = await lockHead(tx, ANCHOR_LOG);
      const at = new Date();
      const drafts = Array.from({ length: Math.min(BULK_ENTRIES, size - head.tree.size) }, (_, number) =>
        createDraft(
          { did: "did:bench:s1:atlas", kind: "note", scope: "PUBLIC", payload: { number, text: "a brown fox" } },
          at,
        ),
      );
      if (drafts.length > 0) await appendLocked(tx, head, drafts);
      return head.tree.size >= size;
    });
  }
}
