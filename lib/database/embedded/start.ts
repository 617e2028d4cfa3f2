import { once } from "node:events";
import { mkdir, open, rm, stat } from "node:fs/promises";
import { connect } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Worker } from "node:worker_threads";
import { startThread } from "@/lib/foundation/thread";
import { EngineEnded } from "../errors";
import type { EmbeddedOptions } from "./worker";

/** Thrown if another process serves this directory. Two processes on one directory would destroy it. */
export class AlreadyRunning extends Error {
  override readonly name = "AlreadyRunning";
}

/** A claim takes well under a second. An older one was left by a process that died during it. */
const CLAIM_STALE_MILLISECONDS = 10_000;

/** Returns whether a process responds on the socket. */
export function isServed(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket)
      .once("connect", () => probe.destroy() && resolve(true))
      .once("error", () => resolve(false));
  });
}

/**
 * Runs `claim` as the only starting process on this socket, after removing the socket of a dead process.
 * @throws AlreadyRunning if a process responds on the socket, or another is starting at this moment
 */
async function claimSocket<T>(socket: string, claim: () => Promise<T>): Promise<T> {
  const alreadyRunning = new AlreadyRunning(
    `Another process already uses the database in ${path.dirname(path.resolve(socket))}.`,
  );
  const claiming = `${socket}.lock`;
  const age = await stat(claiming).then(
    (s) => Date.now() - s.mtimeMs,
    () => 0,
  );
  if (age > CLAIM_STALE_MILLISECONDS) await rm(claiming, { force: true });
  const lock = await open(claiming, "wx").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "EEXIST" ? alreadyRunning : error;
  });
  try {
    if (await isServed(socket)) throw alreadyRunning;
    await rm(socket, { force: true });
    return await claim();
  } finally {
    await lock.close();
    await rm(claiming, { force: true });
  }
}

/** A running embedded engine. */
export interface Embedded {
  socket: string;
  /** Rolls back open transactions, writes everything and ends the thread. */
  stop: () => Promise<void>;
}

interface StartOptions {
  /** The pause before a dead thread is restarted. */
  restartMilliseconds?: number;
  /** Called with the number of the engine's connections when it changes. */
  onConnections?: (connections: number) => void;
}

/** Waits for the thread's message `what`. Rejects if the thread ends first. */
async function hear(worker: Worker, what: "listening" | "ready"): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    worker.on("message", (message) => message[what] && resolve());
    worker.once("error", reject);
    worker.once("exit", () => reject(new EngineEnded()));
  });
}

/**
 * Starts PGlite on its own thread, behind a Unix socket. The socket is also the lock of the directory. A dead thread is
 * restarted.
 * @throws AlreadyRunning if a running process holds the socket
 */
export async function startEmbedded(
  options: EmbeddedOptions,
  { restartMilliseconds = 500, onConnections = () => {} }: StartOptions = {},
): Promise<Embedded> {
  const { socket } = options;
  const spawn = () => {
    const thread = startThread("database/embedded/worker", options);
    thread.on("message", ({ connections }) => connections !== undefined && onConnections(connections));
    thread.once("exit", () => onConnections(0));
    return thread;
  };
  await mkdir(path.dirname(path.resolve(socket)), { recursive: true, mode: 0o700 });
  let worker = await claimSocket(socket, async () => {
    const thread = spawn();
    await hear(thread, "listening");
    return thread;
  });
  await hear(worker, "ready");

  let stopping = false;
  const restartWhenItDies = () => {
    worker.on("error", () => {});
    worker.once("exit", async () => {
      await sleep(restartMilliseconds);
      if (stopping) return;
      await rm(socket, { force: true });
      worker = spawn();
      restartWhenItDies();
    });
  };
  restartWhenItDies();

  return {
    socket,
    stop: async () => {
      stopping = true;
      // A thread that has ended, and waits for its restart, no longer has an id.
      if (worker.threadId !== -1) {
        // It removes the socket as its last step. A later file belongs to the next process.
        const ended = once(worker, "exit");
        worker.postMessage({ stop: true });
        await ended;
      } else if (!(await isServed(socket))) {
        await rm(socket, { force: true });
      }
    },
  };
}
