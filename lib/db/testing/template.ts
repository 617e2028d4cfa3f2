import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { startEmbedded } from "@/lib/db/embedded/start";
import { migrateDatabase } from "@/lib/db/migrate";
import { lendEngines } from "./engines";

/** Tells all processes of a test run where its template is: a Postgres URL or a directory of the embedded engine. */
const TEMPLATE = "TEST_TEMPLATE";

const run = promisify(execFile);

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
  if (template === undefined || onServer) return;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // For its thousand files Node's own takes four times as long.
  await run("cp", ["-R", `${template}/.`, directory]);
}

/** Removes a directory of the embedded engine's with all that is in it; for its thousand files Node's own takes ten times as long. */
export async function removeDirectory(directory: string): Promise<void> {
  await run("rm", ["-rf", directory]);
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
  const template = path.join(directory, "postgres");
  const socket = path.join(directory, "database.sock");
  const embedded = await startEmbedded({ socket, directory: template });
  await migrateDatabase(embedded);
  await embedded.stop();
  process.env[TEMPLATE] = template;
  const stopLending = await lendEngines(template);
  return async () => {
    await stopLending();
    await removeDirectory(directory);
  };
}
