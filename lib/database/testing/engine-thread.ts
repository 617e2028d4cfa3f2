import { openAsBlob } from "node:fs";
import { parentPort } from "node:worker_threads";
import { openEngine } from "@/lib/database/embedded/engine";
import { Gateway } from "@/lib/database/embedded/gateway";
import { serveThread } from "@/lib/foundation/thread";

/** A message to a thread: serve a copy of the packed template on a socket, or end that copy. */
export type EngineOrder = { do: "serve"; template: string; socket: string } | { do: "end" };

async function serve(template: string, socket: string): Promise<() => Promise<void>> {
  const db = await openEngine({ loadDataDir: await openAsBlob(template) });
  const gateway = new Gateway(Promise.resolve(db), () => process.exit(1));
  await gateway.listen(socket);
  return () => gateway.close(() => db.close());
}

// A thread takes longer to start than a copy, so it serves one copy after the other.
let end = async (): Promise<void> => {};
serveThread(async (order: EngineOrder) => {
  if (order.do === "serve") end = await serve(order.template, order.socket);
  if (order.do === "end") await end();
  parentPort?.postMessage("done");
});
