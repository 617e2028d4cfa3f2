import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, inject } from "vitest";
import type { DatabaseAddress } from "@/lib/db/address";
import { openClient } from "@/lib/db/client";
import { startEmbedded } from "@/lib/db/embedded/start";
import { closeDatabase, type Database, openDatabase } from "@/lib/db/open";

interface Copy {
  address: DatabaseAddress;
  drop: () => Promise<void>;
}

/** A migrated, empty database of its own, on whichever engine the suite runs. */
export async function createTestDatabase(): Promise<Copy> {
  const template = inject("template");
  if ("file" in template) {
    const socket = path.join(tmpdir(), `governance-${randomUUID().slice(0, 8)}.sock`);
    const embedded = await startEmbedded({ socket, template: template.file });
    return { address: { socket }, drop: embedded.stop };
  }
  const url = new URL(template.url);
  const name = `governance_test_${randomUUID().replaceAll("-", "")}`;
  const admin = postgres(process.env["TEST_DATABASE_URL"] ?? "", { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name} template ${url.pathname.slice(1)}`);
  url.pathname = `/${name}`;
  return {
    address: { url: url.href },
    drop: async () => {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}

/**
 * Gives the whole test file one database, which everything in the process then uses.
 * @returns a function for the tests, since the database opens only before the first of them
 */
export function testDatabase(): () => Database {
  let copy: Copy | undefined;
  beforeAll(async () => {
    copy = await createTestDatabase();
    (globalThis as { fgsDatabaseClient?: unknown }).fgsDatabaseClient = openClient(copy.address);
  });
  afterAll(async () => {
    await closeDatabase();
    await copy?.drop();
  });
  return openDatabase;
}
