import { parentPort, Worker } from "node:worker_threads";

const END = "end of the thread";
const END_MILLISECONDS = 5_000;

/**
 * Starts a thread with one of our modules.
 * @param module its path from lib/, without the extension: the same in the source and in the build
 */
export function startThread(module: string, workerData?: unknown): Worker {
  const isSource = import.meta.url.endsWith(".ts");
  const { href } = new URL(`../${module}.${isSource ? "ts" : "js"}`, import.meta.url);
  if (!isSource) return new Worker(new URL(href), { workerData });
  // When running from source (development, tests), the thread must first load a TypeScript loader.
  const boot = `import("tsx/esm/api").then((tsx) => { tsx.register(); return import(${JSON.stringify(href)}); })`;
  return new Worker(boot, { eval: true, workerData });
}

/** Calls `handle` with each message to this thread, until `endThread`. */
export function serveThread<Message>(handle: (message: Message) => void): void {
  parentPort?.on("message", (message: Message | typeof END) => {
    // Not `process.exit`: see docs/decisions/process.md.
    if (message === END) parentPort?.close();
    else handle(message as Message);
  });
}

/**
 * Ends a thread that calls `serveThread`, after the messages before. Waits for its end, but not longer than
 * `milliseconds`. A thread that is still busy then no longer keeps the process running.
 */
export async function endThread(
  thread: Pick<Worker, "once" | "postMessage" | "threadId" | "unref">,
  milliseconds = END_MILLISECONDS,
): Promise<void> {
  // A thread that has ended has no id.
  if (thread.threadId === -1) return;
  await new Promise<void>((resolve) => {
    const limit = setTimeout(resolve, milliseconds);
    thread.once("exit", () => {
      clearTimeout(limit);
      resolve();
    });
    thread.postMessage(END);
    thread.unref();
  });
}
