import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { openEngine } from "@/lib/db/embedded/engine";
import { startEmbedded } from "@/lib/db/embedded/start";
import { migrateDatabase } from "@/lib/db/migrate";

/** Tells all processes of a test run on a server where its template is: a Postgres URL. */
const TEMPLATE = "TEST_TEMPLATE";
const CACHE = path.resolve("node_modules/.cache/governance");

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
 * Creates a database on the server that the suite runs on. Returns undefined on the embedded engine.
 * @param empty without a schema, as the very first start meets it; else migrated
 */
export async function newServerDatabase({ empty = false } = {}): Promise<ServerDatabase | undefined> {
  const server = process.env["TEST_DATABASE_URL"];
  if (server === undefined) return undefined;
  const template = empty ? undefined : process.env[TEMPLATE];
  const name = `governance_test_${randomUUID().replaceAll("-", "")}`;
  return createDatabase(server, name, template && new URL(template).pathname.slice(1));
}

/** The files of a template of the embedded engine. */
const filesOf = (template: string) => path.join(template, "postgres");
/** The same in one archive, for an engine in memory. */
export const packedOf = (template: string) => path.join(template, "postgres.tar");

/** Puts a migrated database of the embedded engine into `directory`. Does nothing where the suite runs on a server. */
export async function copyTemplate(directory: string): Promise<void> {
  if (onServer) return;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // Node's own copy takes four times as long for the thousand files of a database.
  await run("cp", ["-R", `${filesOf(await embeddedTemplate())}/.`, directory]);
}

/** Removes a database directory. Node's own removal takes ten times as long for its thousand files. */
export async function removeDirectory(directory: string): Promise<void> {
  await run("rm", ["-rf", directory]);
}

/** Names what a template is made of: the migrations, the engine that ran them, and the code that makes it. */
function templateKey(): string {
  const migrations = readdirSync("drizzle")
    .filter((name) => name.endsWith(".sql"))
    .map((name) => path.join("drizzle", name));
  const engine = ["pglite", "pglite-pgvector"].map((name) => `node_modules/@electric-sql/${name}/package.json`);
  const hash = createHash("sha256");
  const code = ["testing/template.ts", "embedded/engine.ts", "migrate.ts"].map((name) => path.join("lib/db", name));
  for (const file of [...migrations, "drizzle/meta/_journal.json", ...engine, ...code])
    hash.update(file).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

/** Makes a migrated embedded database in `directory`: its files, and the same packed for engines in memory. */
async function makeEmbedded(directory: string): Promise<void> {
  // A socket's path may be 107 bytes long, so the socket is not in the cache.
  const sockets = await mkdtemp(path.join(tmpdir(), "governance-template-"));
  const files = filesOf(directory);
  const embedded = await startEmbedded({ socket: path.join(sockets, "database.sock"), directory: files });
  await migrateDatabase(embedded);
  await embedded.stop();
  const db = await openEngine({ dataDir: files });
  // Nobody connects to the other databases of initdb. Without them there are half as many files to copy.
  for (const other of ["template1", "template0"]) {
    await db.exec(`update pg_database set datistemplate = false, datallowconn = false where datname = '${other}'`);
    await db.exec(`drop database ${other}`);
  }
  await db.exec("checkpoint");
  const packed = await db.dumpDataDir("none");
  await db.close();
  await writeFile(packedOf(directory), Buffer.from(await packed.arrayBuffer()));
  await removeDirectory(sockets);
}

/** Returns the template of the embedded engine, a directory. It is made once for these migrations; older ones are removed. */
export async function embeddedTemplate(): Promise<string> {
  const template = path.join(CACHE, `template-${templateKey()}`);
  if (existsSync(template)) return template;
  await mkdir(CACHE, { recursive: true });
  const older = readdirSync(CACHE).filter((name) => name.startsWith("template-") && !template.endsWith(name));
  await Promise.all(older.map((name) => removeDirectory(path.join(CACHE, name))));
  const making = await mkdtemp(path.join(CACHE, "making-"));
  await makeEmbedded(making);
  await rename(making, template).catch(async (error) => {
    // Another run made it meanwhile.
    if (!existsSync(template)) throw error;
    await removeDirectory(making);
  });
  return template;
}

/** Makes the template of the server that the suite runs on. Returns what removes it. */
export async function makeServerTemplate(server: string): Promise<() => Promise<void>> {
  const database = await createDatabase(server, `governance_template_${process.pid}`);
  await migrateDatabase({ url: database.url });
  process.env[TEMPLATE] = database.url;
  return database.drop;
}
