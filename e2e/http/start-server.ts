import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Redis } from "ioredis";
import { copyTemplate, newServerDatabase, removeDirectory } from "@/lib/database/testing/template";
import { WASM_FLAGS } from "@/lib/database/testing/wasm-flags.mjs";

/** Node's options for a server: those of the test run, or those of `npm start`. */
export const NODE_FLAGS =
  process.env["VITEST"] || process.env["TEST_WORKER_INDEX"]
    ? WASM_FLAGS
    : ["--max-semi-space-size=64", "--no-allocation-site-pretenuring"];
const START_MILLISECONDS = 150_000;

/** Returns a free TCP port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** The built service as a separate process, with its own database on the engine of the suite. */
export interface RunningServer {
  url: string;
  port: number;
  dataDir: string;
  /** Its environment variables. */
  env: NodeJS.ProcessEnv;
  process: ChildProcess;
  /** Its output so far. */
  output: () => string;
  /** The operator's token of the first start. */
  operatorToken: () => Promise<string>;
  /** Sends it a signal and waits for its end. @returns the exit code, or the signal that ended it */
  stop: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals | null>;
  /** Removes its files and its database. */
  cleanUp: () => Promise<void>;
}

export interface StartOptions {
  env?: Record<string, string>;
  /** The directory of an earlier server, to start there again. */
  dataDir?: string;
  /** A folder with a build. Default: this repository. */
  folder?: string;
  /** On a database without a schema, as before the first start. */
  empty?: boolean;
  /** Does not wait until it listens, for starts that must fail. */
  wait?: boolean;
  /** Node's parameters; unset: those that run the build. */
  command?: string[];
  /** The logical database of the test's Redis; unset: the worker's. */
  redisDatabase?: number;
}

/**
 * Returns the suite's Redis, if any. Each worker has its own logical database, because counts must be separate. It is
 * emptied for a new server, which would otherwise continue with the counts of an earlier file.
 */
async function testRedis(isNew: boolean, database: number): Promise<Record<string, string>> {
  const { TEST_REDIS_URL } = process.env;
  if (TEST_REDIS_URL === undefined) return {};
  const url = new URL(TEST_REDIS_URL);
  url.pathname = `/${database}`;
  if (isNew) {
    const redis = new Redis(url.href);
    const counts = await redis.keys("fgs:*");
    if (counts.length > 0) await redis.del(counts);
    redis.disconnect();
  }
  return { REDIS_URL: url.href };
}

/**
 * Starts the build in `dist/` and waits until it listens.
 * @throws Error with its output if it ends first or takes too long
 */
export async function startServer({
  env = {},
  dataDir,
  folder = ".",
  empty = false,
  wait = true,
  command = [...NODE_FLAGS, "dist/server.js"],
  redisDatabase = Number(process.env["VITEST_POOL_ID"] ?? 0) % 8,
}: StartOptions = {}): Promise<RunningServer> {
  if (!existsSync(path.join(folder, "dist/server.js")))
    throw new Error("There is no build: run `npm run build` first.");
  const directory = dataDir ?? (await mkdtemp(path.join(tmpdir(), "governance-")));
  const isNew = dataDir === undefined && env["DATABASE_URL"] === undefined;
  const tokenFile = path.join(directory, "operator-token");
  const hadToken = existsSync(tokenFile);
  const database = isNew ? await newServerDatabase({ empty }) : undefined;
  if (isNew && !empty) await copyTemplate(path.join(directory, "postgres"), { demo: env["SEED_DEMO"] === "1" });
  const redis = await testRedis(isNew, redisDatabase);
  const port = env["PORT"] === undefined ? await freePort() : Number(env["PORT"]);
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env["PATH"],
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: directory,
    SEED_DEMO: "0",
    // A question waits shortly for the encoder, so its answer would depend on how busy the machine is.
    EMBEDDER: "lexical",
    // Long, because a busy machine is slow. Tests of the deadlines set their own.
    DATABASE_TIMEOUT_SECONDS: "30",
    // On a busy machine, the first page blocks a process for longer than the default.
    WATCHDOG_SECONDS: "0",
    // Tests request much from one caller.
    READING_PERCENT: "100",
    ...(database ? { DATABASE_URL: database.url } : {}),
    ...redis,
    ...env,
  };
  const child = spawn(process.execPath, command, {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const exited = once(child, "exit");
  const server: RunningServer = {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir: directory,
    env: environment,
    process: child,
    output: () => output,
    operatorToken: async () => {
      // With a slow database, a server listens before it has an operator.
      const deadline = Date.now() + START_MILLISECONDS;
      while (!hadToken && !output.includes("Operator token")) {
        if (child.exitCode !== null || Date.now() > deadline) throw new Error(`It has no operator:\n${output}`);
        await sleep(50);
      }
      return (await readFile(tokenFile, "utf8")).trim();
    },
    stop: async (signal = "SIGTERM") => {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await exited;
      return child.exitCode ?? child.signalCode;
    },
    cleanUp: async () => {
      await server.stop("SIGKILL");
      await database?.drop();
      await removeDirectory(directory);
    },
  };
  const deadline = Date.now() + START_MILLISECONDS;
  while (wait && !output.includes('"event":"listening"')) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await server.cleanUp();
      throw new Error(`The server did not start:\n${output}`);
    }
    await sleep(50);
  }
  return server;
}
