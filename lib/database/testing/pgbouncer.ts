import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { freePort, userOf } from "./private-cluster";

const PLACES = ["/usr/sbin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"];
const program = PLACES.map((place) => path.join(place, "pgbouncer")).find((file) => existsSync(file));

/** Whether tests behind PgBouncer run. In CI they always run, and fail if it is not installed. */
export const withPgBouncer = program !== undefined || process.env["CI"] !== undefined;

/** A database behind a test's own PgBouncer, with a role created for the test. */
export interface PooledDatabase {
  /** Through the pooler. */
  url: string;
  /** With the same role, directly to the server. */
  directUrl: string;
  /** Sets a parameter of the role, for the pooler's next server connections. */
  setOfRole: (name: string, value: string) => Promise<void>;
  stop: () => Promise<void>;
}

/** @param admin a superuser's URL of the database */
export async function startPgBouncer(admin: string, mode: "session" | "transaction"): Promise<PooledDatabase> {
  if (program === undefined) throw new Error("PgBouncer is not installed. Run apt-get install pgbouncer.");
  const sql = postgres(admin, { max: 1, onnotice: () => {} });
  const port = await freePort();
  const role = `governance_pooled_${port}`;
  const password = `${process.pid}-${port}`;
  await sql.unsafe(`create role ${role} superuser login password '${password}'`);

  const direct = new URL(admin);
  Object.assign(direct, { username: role, password });
  const database = direct.pathname.slice(1);
  const user = userOf();
  const directory = await mkdtemp(path.join(tmpdir(), "governance-pgbouncer-"));
  const file = path.join(directory, "pgbouncer.ini");
  await writeFile(
    file,
    `[databases]
${database} = host=${direct.hostname} port=${direct.port || 5432} user=${role} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 20
`,
  );
  if (user.uid !== undefined && user.gid !== undefined) {
    for (const each of [directory, file]) await chown(each, user.uid, user.gid);
  }
  const child = spawn(program, [file], { ...user, cwd: directory, stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "exit");
  let said = "";
  const listening = new Promise<void>((resolve, reject) => {
    child.stderr.on("data", (chunk) => {
      said += chunk;
      if (said.includes("process up")) resolve();
    });
    ended.then(() => reject(new Error(`PgBouncer ended:\n${said}`)), reject);
  });
  await listening;
  const pooled = new URL(direct);
  pooled.host = `127.0.0.1:${port}`;

  return {
    url: pooled.href,
    directUrl: direct.href,
    setOfRole: async (name, value) => {
      await sql.unsafe(`alter role ${role} set ${name} = '${value}'`);
    },
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      await sql.unsafe(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${role}'`);
      await sql.unsafe(`reassign owned by ${role} to current_user`);
      await sql.unsafe(`drop owned by ${role}`);
      await sql.unsafe(`drop role ${role}`);
      await sql.end();
      await rm(directory, { recursive: true });
    },
  };
}
