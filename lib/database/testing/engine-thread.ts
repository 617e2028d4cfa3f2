import { parentPort } from "node:worker_threads";
import { Gateway } from "@/lib/database/embedded/gateway";
import { serveThread } from "@/lib/foundation/thread";
import { ReusableEngine } from "./reusable-engine";

/** A test's process on a busy machine may send nothing for long. */
const STALL_MILLISECONDS = 60_000;

/** A message to a thread: serve a copy of the packed template on a socket, end that, or close the engine. */
export type EngineOrder = { do: "serve"; template: string; socket: string } | { do: "end" | "close" };

/** Opening a copy takes several times as long as emptying its tables. */
let engine: ReusableEngine | undefined;

async function serve(template: string, socket: string): Promise<() => Promise<void>> {
  if (engine === undefined || !(await engine.reset())) {
    await engine?.db.close().catch(() => {});
    engine = await ReusableEngine.open(template);
  }
  const gateway = new Gateway(Promise.resolve(engine.db), () => process.exit(1), undefined, STALL_MILLISECONDS);
  await gateway.listen(socket);
  return () => gateway.close();
}

// A thread takes longer to start than a copy, so it serves one borrower after the other.
let end = async (): Promise<void> => {};
serveThread(async (order: EngineOrder) => {
  if (order.do === "serve") end = await serve(order.template, order.socket);
  if (order.do === "end") await end();
  if (order.do === "close") await engine?.db.close();
  parentPort?.postMessage("done");
});
