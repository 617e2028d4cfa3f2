import { randomUUID } from "node:crypto";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { type Embedded, startEmbedded } from "@/lib/db/embedded/start";
import { migrateDatabase } from "@/lib/db/migrate";

/** Tells all processes of a test run where its template is: a Postgres URL or a directory of the embedded engine. */
const TEMPLATE = "TEST_TEMPLATE";

/** Whether the suite runs on the server that TEST_DATABASE_URL names; else it runs on the embedded engine. */
export const onServer = process.env["TEST_DATABASE_URL"] !== undefined;

/** A database of its own on the server. */
export interface ServerDatabase {
  url: string;
  drop: () => Promise<void>;
}

async function createDatabase(server: string, name: string, template?: string): Promise<ServerDatabase> {
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}${template === undefined ? "" : ` template ${template}`}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}

/**
 * A database on the server that the suite runs on, undefined on the embedded engine.
 * @param empty without a schema, as the very first start meets it; else migrated
 */
export async function newServerDatabase({ empty = false } = {}): Promise<ServerDatabase | undefined> {
  const server = process.env["TEST_DATABASE_URL"];
  if (server === undefined) return undefined;
  const template = empty ? undefined : process.env[TEMPLATE];
  const name = `governance_test_${randomUUID().replaceAll("-", "")}`;
  return createDatabase(server, name, template && new URL(template).pathname.slice(1));
}

/** Puts a migrated database of the embedded engine into `directory`, where the run has a template. */
export async function copyTemplate(directory: string): Promise<void> {
  const template = process.env[TEMPLATE];
  // The names within are PostgreSQL's own, and some of its empty directories must be there.
  if (template !== undefined && !onServer) await cp(template, directory, { recursive: true });
}

/** The embedded engine on a migrated database of its own. `stop` removes it, too. */
export async function startEmbeddedCopy(): Promise<Embedded> {
  const directory = await mkdtemp(path.join(tmpdir(), "governance-test-"));
  await copyTemplate(path.join(directory, "postgres"));
  const embedded = await startEmbedded({
    socket: path.join(directory, "database.sock"),
    directory: path.join(directory, "postgres"),
  });
  return {
    ...embedded,
    stop: async () => {
      await embedded.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Makes the template on whichever engine the suite runs. @returns what removes it */
export async function makeTemplate(): Promise<() => Promise<void>> {
  const server = process.env["TEST_DATABASE_URL"];
  if (server !== undefined) {
    const database = await createDatabase(server, `governance_template_${process.pid}`);
    await migrateDatabase({ url: database.url });
    process.env[TEMPLATE] = database.url;
    return database.drop;
  }
  const directory = await mkdtemp(path.join(tmpdir(), "governance-template-"));
  const socket = path.join(directory, "database.sock");
  const embedded = await startEmbedded({ socket, directory: path.join(directory, "postgres") });
  await migrateDatabase(embedded);
  await embedded.stop();
  process.env[TEMPLATE] = path.join(directory, "postgres");
  return () => rm(directory, { recursive: true, force: true });
}
