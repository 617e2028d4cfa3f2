import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, NODE_FLAGS } from "@/e2e/http/start-server";

/** A process that serves on this port of the loopback address. */
export interface Server {
  port: number;
  pid: () => number;
  /** Returns the processes of PostgreSQL that serve it. */
  backends?: () => Promise<number[]>;
}

export interface Service extends Server {
  /** Starts it. Returns the milliseconds until it responded with data. */
  start: () => Promise<number>;
  stop: () => Promise<void>;
  /** Returns the operator's token, which the first start makes. */
  token: () => Promise<string>;
}

const START_MILLISECONDS = 300_000;
const ASK_MILLISECONDS = 5;
/** A read that needs the database, its schema and its rows. */
const FIRST_READ = "/api/agents/directory?limit=1";

async function hasData(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${FIRST_READ}`, { headers: { connection: "close" } });
    const { agents } = (await response.json()) as { agents?: unknown[] };
    return response.ok && agents?.length === 1;
  } catch {
    return false;
  }
}

async function readToken(file: string): Promise<string> {
  const deadline = Date.now() + START_MILLISECONDS;
  while (!existsSync(file)) {
    if (Date.now() > deadline) throw new Error("The service made no operator.");
    await sleep(ASK_MILLISECONDS);
  }
  return (await readFile(file, "utf8")).trim();
}

/**
 * Starts the built service as `npm start` does, with the demo. The limits per address are raised, because all load
 * comes from one address. A process reads its log, as on an operator's machine, and discards it.
 */
export async function prepareService(dataDir: string, environment: Record<string, string>): Promise<Service> {
  if (!existsSync("dist/server.js")) throw new Error("There is no build: run `npm run build` first.");
  const port = await freePort();
  let running: { service: ChildProcess; reader: ChildProcess } | undefined;
  const stop = async () => {
    if (!running) return;
    const { service, reader } = running;
    running = undefined;
    if (service.exitCode === null && service.signalCode === null) {
      const exited = once(service, "exit");
      service.kill();
      await exited;
    }
    reader.kill();
  };
  const start = async () => {
    const reader = spawn("cat", { stdio: ["pipe", "ignore", "ignore"] });
    const began = performance.now();
    const service = spawn(process.execPath, [...NODE_FLAGS, "dist/server.js"], {
      env: {
        PATH: process.env["PATH"],
        NODE_ENV: "production",
        HOST: "127.0.0.1",
        PORT: String(port),
        DATA_DIR: dataDir,
        SEED_DEMO: "1",
        RATE_LIMIT_REQUESTS: "1000000",
        READING_PERCENT: "100",
        RENDER_SLOTS: "16",
        ...environment,
      },
      stdio: ["ignore", reader.stdin, "inherit"],
    });
    running = { service, reader };
    while (!(await hasData(port))) {
      if (service.exitCode !== null || performance.now() > began + START_MILLISECONDS) {
        await stop();
        throw new Error("The service did not start.");
      }
      await sleep(ASK_MILLISECONDS);
    }
    return performance.now() - began;
  };
  return {
    port,
    pid: () => running?.service.pid ?? 0,
    start,
    stop,
    token: () => readToken(path.join(dataDir, "operator-token")),
  };
}
