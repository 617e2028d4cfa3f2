import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import postgres from "postgres";

/** A test's own PostgreSQL server, which it may kill. */
export interface PrivateCluster {
  url: string;
  /** Waits until it responds, for example after a crash. */
  ready: () => Promise<void>;
  /** Kills the server process itself with SIGKILL, and restarts it when its port is free. */
  killPostmaster: () => Promise<void>;
  /** Kills a backend with SIGKILL. The server then ends all others, recovers and continues. */
  killBackend: (pid: number) => void;
  stop: () => Promise<void>;
}

const START_ATTEMPTS = 50;
const START_PAUSE_MILLISECONDS = 200;

/** The folder of initdb and postgres, if they are installed. */
function findBinaries(): string | undefined {
  const packaged = "/usr/lib/postgresql";
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => Number(b) - Number(a)) : [];
  const directories = [...versions.map((version) => path.join(packaged, version, "bin")), "/usr/local/bin", "/usr/bin"];
  return directories.find((each) => existsSync(path.join(each, "initdb")) && existsSync(path.join(each, "postgres")));
}

/** The account for programs that do not run as root. */
export function userOf(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"]).toString());
  return { uid: id("-u"), gid: id("-g") };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  server.close();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

/** Waits until the server responds. */
async function answers(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const sql = postgres(url, { max: 1, connect_timeout: 2, onnotice: () => {} });
    try {
      await sql`select 1`;
      return;
    } catch (error) {
      if (attempt === 200) throw error;
      await sleep(100);
    } finally {
      await sql.end({ timeout: 1 });
    }
  }
}

/** Starts a durable server on its own port. @returns null if PostgreSQL's programs are not installed */
export async function startPrivateCluster(): Promise<PrivateCluster | null> {
  const binaries = findBinaries();
  if (!binaries) return null;
  const user = userOf();
  const directory = await mkdtemp(path.join(tmpdir(), "governance-cluster-"));
  if (user.uid !== undefined && user.gid !== undefined) await chown(directory, user.uid, user.gid);
  const run = { ...user, cwd: directory, stdio: "ignore" } as const;
  const initdb = ["-D", path.join(directory, "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C"];
  execFileSync(path.join(binaries, "initdb"), initdb, run);
  const port = await freePort();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const parameters = ["-D", path.join(directory, "data"), "-p", String(port), "-k", directory, "-h", "127.0.0.1"];
  /** Child processes of a dead server hold the data directory for a moment. A new server then ends at once. */
  const start = async (): Promise<ChildProcess> => {
    for (let attempt = 0; attempt < START_ATTEMPTS; attempt += 1) {
      const started = spawn(path.join(binaries, "postgres"), parameters, run);
      const ended = once(started, "exit").then(() => false);
      if (await Promise.race([answers(url).then(() => true), ended])) return started;
      await sleep(START_PAUSE_MILLISECONDS);
    }
    throw new Error("the server does not come back");
  };
  let server = await start();

  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill(signal);
    await ended;
  };
  return {
    url,
    ready: () => answers(url),
    killPostmaster: async () => {
      await end("SIGKILL");
      server = await start();
    },
    killBackend: (pid) => process.kill(pid, "SIGKILL"),
    stop: async () => {
      await end("SIGQUIT");
      await rm(directory, { recursive: true, force: true });
    },
  };
}
