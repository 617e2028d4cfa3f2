import { parentPort } from "node:worker_threads";
import { openEngine } from "@/lib/db/embedded/engine";
import { Gateway } from "@/lib/db/embedded/gateway";

/** What a thread is asked for: the content of a directory, a copy of such on a socket, or to end that copy. */
export type EngineOrder =
  | { do: "pack"; directory: string }
  | { do: "serve"; template: Blob; socket: string }
  | { do: "end" };

async function pack(directory: string): Promise<Blob> {
  const db = await openEngine({ dataDir: directory });
  const packed = await db.dumpDataDir("none");
  await db.close();
  return packed;
}

async function serve(template: Blob, socket: string): Promise<() => Promise<void>> {
  const db = await openEngine({ loadDataDir: template });
  const gateway = new Gateway(Promise.resolve(db), () => process.exit(1));
  await gateway.listen(socket);
  return () => gateway.close(() => db.close());
}

// A thread takes longer to start than a copy, so it serves one after the other.
let end = async (): Promise<void> => {};
parentPort?.on("message", async (order: EngineOrder) => {
  let answer: unknown;
  if (order.do === "pack") answer = await pack(order.directory);
  if (order.do === "serve") end = await serve(order.template, order.socket);
  if (order.do === "end") await end();
  parentPort?.postMessage(answer);
});
