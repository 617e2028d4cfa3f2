import { parentPort, workerData } from "node:worker_threads";
import type { PGlite } from "@electric-sql/pglite";
import { openEngine } from "./engine";
import { Gateway } from "./gateway";

/** The thread of PGlite. A slow query blocks this thread and not the one that serves requests. */
export interface EmbeddedOptions {
  socket: string;
  /** The directory of the database; absent: in memory. */
  directory?: string;
}

const { socket, directory } = workerData as EmbeddedOptions;

// The socket is the directory's lock, so it is taken before the directory is opened.
let opened: (db: PGlite) => void = () => {};
const opening = new Promise<PGlite>((resolve) => {
  opened = resolve;
});
// Ends the thread, which is then restarted and recovers.
const gateway = new Gateway(
  opening,
  () => process.exit(1),
  (connections) => parentPort?.postMessage({ connections }),
);
await gateway.listen(socket);
parentPort?.postMessage({ listening: true });

const db = await openEngine(directory === undefined ? {} : { dataDir: directory });
opened(db);
parentPort?.on("message", async () => {
  await gateway.close(() => db.close());
  parentPort?.close();
});
parentPort?.postMessage({ ready: true });
