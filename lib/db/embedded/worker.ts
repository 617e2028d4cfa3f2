import { readFile } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { vector } from "@electric-sql/pglite-pgvector";
import { Gateway } from "./gateway";

/** The thread that PGlite runs on: a slow query holds this thread and not the one that answers requests. */
export interface EmbeddedOptions {
  socket: string;
  /** Where the database lives; absent: in memory. */
  directory?: string;
  /** A dumped data directory to start from. */
  template?: string;
}

const { socket, directory, template } = workerData as EmbeddedOptions;

async function open(): Promise<PGlite> {
  return PGlite.create({
    extensions: { pg_trgm, vector },
    ...(directory === undefined ? {} : { dataDir: directory }),
    ...(template === undefined ? {} : { loadDataDir: new Blob([new Uint8Array(await readFile(template))]) }),
  });
}

// The socket is the directory's lock, so it is taken before the directory is touched.
let opened: (db: PGlite) => void = () => {};
const opening = new Promise<PGlite>((resolve) => {
  opened = resolve;
});
const gateway = new Gateway(opening);
await gateway.listen(socket);
parentPort?.postMessage({ listening: true });

const db = await open();
opened(db);
parentPort?.on("message", async (message: { stop: true } | { dump: true }) => {
  if ("dump" in message) {
    const dump = await db.dumpDataDir("none");
    parentPort?.postMessage({ dump: new Uint8Array(await dump.arrayBuffer()) });
    return;
  }
  await gateway.close(() => db.close());
  process.exit(0);
});
parentPort?.postMessage({ ready: true });
