import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "@/lib/db/embedded/start";
import { migrateDatabase } from "@/lib/db/migrate";

declare module "vitest" {
  export interface ProvidedContext {
    /** Where a migrated database to copy is: a Postgres template's URL, or a dump of the embedded engine's directory. */
    template: { url: string } | { file: string };
  }
}

/**
 * Migrates one database before the suite, for each test file to start from a copy: on the server that
 * TEST_DATABASE_URL names, else on the embedded engine.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = process.env["TEST_DATABASE_URL"];
  return server === undefined ? setUpEmbedded(project) : setUpServer(project, server);
}

async function setUpServer(project: TestProject, server: string): Promise<() => Promise<void>> {
  const name = `governance_template_${process.pid}`;
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  await migrateDatabase({ url: url.href });
  project.provide("template", { url: url.href });
  return async () => {
    await admin.unsafe(`drop database if exists ${name} with (force)`);
    await admin.end();
  };
}

async function setUpEmbedded(project: TestProject): Promise<() => Promise<void>> {
  const stem = path.join(tmpdir(), `governance-template-${process.pid}`);
  const embedded = await startEmbedded({ socket: `${stem}.sock` });
  await migrateDatabase(embedded);
  await writeFile(`${stem}.tar`, await embedded.dump());
  await embedded.stop();
  project.provide("template", { file: `${stem}.tar` });
  return () => rm(`${stem}.tar`, { force: true });
}
