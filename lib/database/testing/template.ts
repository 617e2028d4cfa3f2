import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import postgres from "postgres";
import { openEngine } from "@/lib/database/embedded/engine";
import { type Embedded, startEmbedded } from "@/lib/database/embedded/start";
import { migrateDatabase } from "@/lib/database/migrate";

/** The Postgres URL of the template, for all processes of a test run on a server. */
const TEMPLATE = "TEST_TEMPLATE";
/** Set if the server has pgvector. */
const PGVECTOR = "TEST_PGVECTOR";
const CACHE = path.resolve("node_modules/.cache/governance");

const run = promisify(execFile);

/** Whether the suite runs on the server in TEST_DATABASE_URL; else it runs on the embedded engine. */
export const onServer = process.env["TEST_DATABASE_URL"] !== undefined;
/** Whether the suite's database has pgvector: the embedded engine, or a server that has it with iterative scans. */
export const hasPgvector = !onServer || process.env[PGVECTOR] === "yes";

export interface ServerDatabase {
  url: string;
  drop: () => Promise<void>;
}

async function createDatabase(server: string, name: string, template?: string): Promise<ServerDatabase> {
  const admin = postgres(server, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}${template === undefined ? "" : ` template ${template}`}`);
  // Tests do not cut the power.
  await admin.unsafe(`alter database ${name} set synchronous_commit = off`);
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
 * Creates a database on the suite's server. Returns undefined on the embedded engine.
 * @param empty without a schema, as before the first start; else migrated
 */
export async function newServerDatabase({ empty = false } = {}): Promise<ServerDatabase | undefined> {
  const server = process.env["TEST_DATABASE_URL"];
  if (server === undefined) return undefined;
  const template = empty ? undefined : process.env[TEMPLATE];
  const name = `governance_test_${randomUUID().replaceAll("-", "")}`;
  return createDatabase(server, name, template && new URL(template).pathname.slice(1));
}

const filesOf = (template: string) => path.join(template, "postgres");
/** The same in one archive, for an engine in memory. */
export const packedOf = (template: string) => path.join(template, "postgres.tar");

/**
 * Puts a migrated database of the embedded engine into `directory`. Does nothing if the suite runs on a server.
 * @param demo whether it has the demo federation
 */
export async function copyTemplate(directory: string, { demo = false } = {}): Promise<void> {
  if (onServer) return;
  await mkdir(directory, { recursive: true, mode: 0o700 });
  // Node's own copy takes four times as long for the thousand files of a database.
  await run("cp", ["-R", `${filesOf(await embeddedTemplate({ demo }))}/.`, directory]);
}

/** Removes a database directory. Node's own removal takes ten times as long for its thousand files. */
export async function removeDirectory(directory: string): Promise<void> {
  // With the guard of a service whose DATA_DIR it was.
  await run("rm", ["-rf", directory, `${directory}.guard`]);
}

/** The inputs of a template: the migrations, the engine, and the code that creates it; for the demo also the build. */
function sourcesOf(demo: boolean): string[] {
  const below = (folder: string, ending: string) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(ending))
      .map((name) => path.join(folder, name));
  const engine = ["pglite", "pglite-pgvector"].map((name) => `node_modules/@electric-sql/${name}/package.json`);
  const code = ["testing/template.ts", "embedded/engine.ts", "migrate.ts"].map((name) =>
    path.join("lib/database", name),
  );
  const common = [...below("drizzle", ".sql"), "drizzle/meta/_journal.json", ...engine, ...code];
  return demo ? [...common, ...below("dist/lib", ".js"), ...below("public/evidence/rfc", ".md")] : common;
}

/** Returns a name from the inputs of a template. The demo ends on the day of its creation. */
function templateKey(demo: boolean): string {
  const hash = createHash("sha256");
  for (const file of sourcesOf(demo)) hash.update(file).update(readFileSync(file));
  if (demo) hash.update(new Date().toISOString().slice(0, 10));
  return `${demo ? "demo" : "template"}-${hash.digest("hex").slice(0, 16)}`;
}

/** Lets the build create the demo in a migrated database, with the default embedder. */
async function addDemo({ socket }: Embedded): Promise<void> {
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "production", EMBEDDER: "auto", LOG_LEVEL: "warn" };
  await run(process.execPath, ["lib/system/demo/testing/make-demo.mjs", socket], { env });
}

/** Creates a migrated embedded database in `directory`: its files, and an archive for engines in memory. */
async function makeEmbedded(directory: string, demo: boolean): Promise<void> {
  // A socket's path may be 107 bytes long, so the socket is not in the cache.
  const sockets = await mkdtemp(path.join(tmpdir(), "governance-template-"));
  const files = filesOf(directory);
  const embedded = await startEmbedded({ socket: path.join(sockets, "database.sock"), directory: files });
  await migrateDatabase(embedded);
  if (demo) await addDemo(embedded);
  await embedded.stop();
  const db = await openEngine({ dataDir: files });
  // The other databases of initdb are not used. Without them there are half as many files to copy.
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

/** Returns the template of the embedded engine, a directory. It is created once; older ones of its kind are removed. */
export async function embeddedTemplate({ demo = false } = {}): Promise<string> {
  const key = templateKey(demo);
  const template = path.join(CACHE, key);
  if (existsSync(template)) return template;
  await mkdir(CACHE, { recursive: true });
  const kind = key.replace(/[^-]*$/, "");
  const older = readdirSync(CACHE).filter((name) => name.startsWith(kind) && !name.startsWith(key));
  await Promise.all(older.map((name) => removeDirectory(path.join(CACHE, name))));
  while (!existsSync(template) && !(await makeAlone(template, demo))) await sleep(200);
  return template;
}

const MAKING_STALE_MILLISECONDS = 300_000;

/** Creates a template unless another process is doing so. @returns whether this process did */
async function makeAlone(template: string, demo: boolean): Promise<boolean> {
  const claim = `${template}.making`;
  if ((await mkdir(claim, { recursive: false }).catch(() => "taken")) === "taken") {
    // A process that died during this leaves its claim.
    const { mtimeMs } = await stat(claim).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > MAKING_STALE_MILLISECONDS) await removeDirectory(claim);
    return false;
  }
  try {
    const making = await mkdtemp(path.join(CACHE, "making-"));
    await makeEmbedded(making, demo);
    await rename(making, template);
  } finally {
    await removeDirectory(claim);
  }
  return true;
}

/** Creates the template on the suite's server. Returns a function that removes it. */
export async function makeServerTemplate(server: string): Promise<() => Promise<void>> {
  const database = await createDatabase(server, `governance_template_${process.pid}`);
  await migrateDatabase({ url: database.url });
  process.env[TEMPLATE] = database.url;
  const sql = postgres(database.url, { max: 1, onnotice: () => {} });
  const [available] = await sql`
    select from pg_available_extensions
    where name = 'vector' and string_to_array(default_version, '.')::int[] >= '{0,8}'`;
  await sql.end();
  process.env[PGVECTOR] = available ? "yes" : "no";
  return database.drop;
}
